import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aMark, processesWith, until } from "../../sandbox/a-run.testkit.ts";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../sandbox/sandbox.testsuite.ts";
import { aWorld } from "./a-pair-of-hands.testkit.ts";

const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));

test("a command has the tree, no input, both streams in order, and a status", async () => {
  const { use, tree } = await aWorld(shared.sandbox);
  expect(await use("run_command", { command: "pwd; cat; echo err >&2; echo out; echo named > /dev/stdout" })).toEqual({
    state: "done",
    text: `${tree}\nerr\nout\nnamed`,
    diff: null,
  });
  expect((await use("run_command", { command: "true" })).text).toBe("(no output)");
  expect(await use("run_command", { command: "exit 7" })).toMatchObject({ state: "failed", text: "[exit status 7]" });
  expect(await use("run_command", { command: "kill -9 $$" })).toMatchObject({ text: "[exit status 137]" });
  expect(await use("run_command", { command: "kill -9 0" })).toMatchObject({
    state: "failed",
    text: "[it was killed]",
  });
  expect(await use("run_command", { command: "if then" })).toMatchObject({
    text: expect.stringMatching(/syntax error.*\[exit status 2\]$/s),
  });
  expect(await use("run_command", { command: `echo ${"x".repeat(29_900)} | wc -c` })).toMatchObject({ text: "29901" });
});

test("what it prints is seen while it runs", async () => {
  const { use, seen, tree } = await aWorld(shared.sandbox);
  const using = use("run_command", { command: "echo up; until [ -e go ]; do sleep 0.02; done; echo down" });
  await until(() => seen().length > 0);
  expect(seen().toString()).toBe("up\n");
  expect((await use("read_file", { path: "go" })).text).toBe("go does not exist");
  expect(existsSync(join(tree, "go"))).toBe(false);
  writeFileSync(join(tree, "go"), "");
  expect((await using).text).toBe("up\ndown");
});

test("200 MB are cut to what a model can read, and most of it is not even sent", async () => {
  const { use, seen } = await aWorld(shared.sandbox);
  const command = "yes 'a line of output' | head -c 200M; echo; echo last";
  const { state, text } = await use("run_command", { command });
  expect(state).toBe("done");
  expect(text.length).toBeLessThanOrEqual(16_000);
  const found = /\n… (\d+) lines \((\d+) bytes\) left out; the first 4194304 bytes are in (\/tmp\/\S+)\n/.exec(text);
  expect(Number(found?.[2])).toBeGreaterThan(200 * 1024 * 1024 - 16_000);
  expect(text).toMatch(/^a line of output\n.*\nlast$/s);
  expect(seen().length).toBe(256 * 1024);
  expect((await use("read_file", { path: found?.[3] ?? "", lines: 1 })).text).toMatch(
    /^a line of output\n… lines 1 to 1 of 246724; go on/,
  );
  expect((await use("search_code", { path: found?.[3] ?? "", pattern: "line", most: 1 })).text).toMatch(
    /\n1: a line of output\n… only the first 1$/,
  );
  expect(await use("create_file", { path: found?.[3] ?? "", content: "" })).toMatchObject({ state: "refused" });
});

test("one that does not end is stopped with all that it has started, however little they want to", async () => {
  const { use } = await aWorld(shared.sandbox);
  const mark = aMark();
  const stubborn = `trap '' TERM INT HUP; echo up; setsid bash -c "trap '' TERM; (sleep ${mark} &) ; while :; do sleep ${mark}; done" & while :; do sleep ${mark}; done`;
  const begun = performance.now();
  expect(await use("run_command", { command: stubborn, seconds: 1 })).toEqual({
    state: "failed",
    text: "up\n[stopped after 1 seconds, with all that it had started]",
    diff: null,
  });
  expect(processesWith(mark)).toEqual([]);
  expect(performance.now() - begun).toBeLessThan(6000);
  expect((await use("run_command", { command: "echo still here" })).text).toBe("still here");
});

test("what is left in the background keeps nobody waiting, goes on, and ends with the hands", async () => {
  const { use, hands, tree } = await aWorld(shared.sandbox);
  const mark = aMark();
  const daemon = `(while :; do echo noise; date > beat; sleep 0.05; done) & setsid sleep ${mark} & echo started`;
  const begun = performance.now();
  const { state, text } = await use("run_command", { command: daemon, seconds: 30 });
  expect({ state, text: text.replaceAll(/noise\n?/g, "").trim() }).toEqual({ state: "done", text: "started" });
  expect(performance.now() - begun).toBeLessThan(5000);
  const beat = readFileSync(join(tree, "beat"), "utf8");
  await until(() => readFileSync(join(tree, "beat"), "utf8") !== beat);
  await hands.close();
  expect(processesWith(mark)).toEqual([]);
});

test("one command waits for another, while files are read", async () => {
  const { use } = await aWorld(shared.sandbox, { a: "a" });
  const order: string[] = [];
  const after = (name: string, using: Promise<unknown>) => using.then(() => order.push(name));
  await Promise.all([
    after("first", use("run_command", { command: "sleep 0.5; cat a" })),
    after("write", use("update_file", { path: "a", old: "a", new: "b" })),
    after("second", use("run_command", { command: "cat a" })),
    after("read", use("read_file", { path: "a" })),
  ]);
  expect(order).toEqual(["read", "first", "write", "second"]);
});

test("a command that eats all processes is stopped, and the hands live on", async () => {
  const { use } = await aWorld(shared.sandbox, { a: "a" }, { limits: { processes: 60 } });
  const bomb = "bomb() { bomb | bomb & }; bomb; sleep 100";
  expect(await use("run_command", { command: bomb, seconds: 2 })).toMatchObject({ state: "failed" });
  expect((await use("read_file", { path: "a" })).text).toBe("a");
  expect((await use("run_command", { command: "echo ok" })).text).toBe("ok");
});
