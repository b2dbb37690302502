import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { prerequisite } from "../../test/prerequisite.ts";
import { tempFolder } from "../../test/temp-folder.ts";
import type { Mount } from "../ports/sandbox.ts";
import { openSandbox } from "../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../sandbox/sandbox.testsuite.ts";
import { scriptedDriver } from "./scripted.ts";
import { aHost, aJob, outputOf, worked } from "./session/a-session.testkit.ts";
import { driverSuite } from "./session/driver.testsuite.ts";

const installed = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");

function playing(folder: string, items: unknown): ReturnType<typeof scriptedDriver> {
  writeFileSync(join(folder, "agent.yaml"), stringify({ steps: { 1: items } }));
  return scriptedDriver("agent.yaml", { cwd: folder });
}

describe("scripted driver", () => {
  beforeEach((context) => void installed(context));

  driverSuite({
    running: (script, folder) => playing(folder, [{ run: script, must: true }]),
    saying: (text, folder) => playing(folder, [{ say: text }]),
    asking: (question, folder) => playing(folder, [{ ask: question }]),
    givingUp: (why, folder) => playing(folder, [{ "give-up": why }]),
    remembering: (folder) =>
      playing(
        folder,
        ["one?", "two?", "three?"].flatMap((ask) => [{ recall: "The word is" }, { ask }]),
      ),
    missing: (folder) => scriptedDriver("no-such.yaml", { cwd: folder }),
  });

  const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));

  const played = async (folder: string, items: unknown, key = {}, mounts: Mount[] = []) => {
    const driver = playing(folder, items);
    return worked(driver, aHost(shared.sandbox, driver, folder, { mounts }), aJob(key));
  };

  test("edits files, byte for byte", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "old.txt"), "old");
    writeFileSync(join(folder, "a.bin"), Buffer.from([0xff, 0x61, 0x00, 0x62]));
    const hostile = `$(touch pwned) '"\\ \`x\`\n\n`;
    const { end } = await played(folder, [
      { write: { path: "-deep/er/it's.txt", text: hostile } },
      { append: { path: "-deep/er/it's.txt", text: "more" } },
      { replace: { path: "a.bin", old: "a", new: "&$1" } },
      { delete: "old.txt" },
      { wait: "1ms" },
      { say: "done" },
    ]);
    expect(end).toMatchObject({ reason: "finished", text: "done" });
    expect(readFileSync(join(folder, "-deep/er/it's.txt"), "utf8")).toBe(`${hostile}more`);
    expect(readFileSync(join(folder, "a.bin"))).toEqual(Buffer.from([0xff, 0x26, 0x24, 0x31, 0x00, 0x62]));
    expect(existsSync(join(folder, "old.txt"))).toBe(false);
    expect(existsSync(join(folder, "pwned"))).toBe(false);
  });

  test("says what it does while it does it", async () => {
    const { events } = await played(tempFolder(), [{ say: "hello" }, { run: "echo out" }]);
    expect(events.flatMap((event) => (event.type === "doing" ? [event.told] : []))).toEqual(["say", "run echo out"]);
    expect(outputOf(events)).toBe("hello\nout\n");
  });

  test.each([
    ["in a read-only place", { write: { path: "fenced/a.txt", text: "x" } }, "fenced/a.txt: Read-only file system"],
    ["onto a folder", { write: { path: "fenced", text: "x" } }, "Is a directory"],
    ["of what is not there", { delete: "gone.txt" }, "No such file"],
    ["of text that is not there", { replace: { path: "twice.txt", old: "c", new: "d" } }, "the old text is not in it"],
    ["of text that is there twice", { replace: { path: "twice.txt", old: "b", new: "d" } }, "in it twice"],
  ])("fails with the reason at an edit %s", async (_, item, reason) => {
    const folder = tempFolder();
    mkdirSync(join(folder, "fenced"));
    writeFileSync(join(folder, "twice.txt"), "a b b");
    const fence: Mount = { show: join(folder, "fenced"), at: join(folder, "fenced"), access: "read" };
    const { end } = await played(folder, [item, { write: { path: "after.txt", text: "" } }], {}, [fence]);
    expect(end).toMatchObject({ reason: "failed", text: expect.stringContaining(reason) });
    expect(end.text).toMatch(/^could not (write|delete|replace in) /);
    expect(existsSync(join(folder, "after.txt"))).toBe(false);
  });

  test("goes on after a command that fails, unless it must not", async () => {
    expect((await played(tempFolder(), [{ run: "exit 1" }, { say: "All tests pass." }])).end).toMatchObject({
      reason: "finished",
      text: "All tests pass.",
    });
    const must = [{ say: "hm" }, { run: "exit 1", must: true }, { say: "never" }];
    expect((await played(tempFolder(), must)).end).toMatchObject({
      reason: "failed",
      text: "`exit 1` ended with status 1",
    });
  });

  test("crashes and exits", async () => {
    expect((await played(tempFolder(), [{ crash: true }, { say: "never" }])).end.reason).toBe("failed");
    expect((await played(tempFolder(), [{ exit: 3 }])).end.text).toBe("the agent ended with status 3");
    expect((await played(tempFolder(), [{ say: "so far" }, { exit: 0 }, { say: "never" }])).end).toMatchObject({
      reason: "finished",
      text: "so far",
    });
  });

  test("goes on after its question in the next leg", async () => {
    const items = [{ say: "a" }, { ask: "one?" }, { say: "b" }, { ask: "two?" }, { say: "c" }];
    const legs = await Promise.all([1, 2, 3, 4].map((leg) => played(tempFolder(), items, { leg })));
    expect(legs.map(({ end, events }) => [outputOf(events), end.question])).toEqual([
      ["a\n", "one?"],
      ["b\n", "two?"],
      ["c\n", null],
      ["", null],
    ]);
  });

  test("fails at a step that its script does not have", async () => {
    const folder = tempFolder();
    const driver = playing(folder, [{ say: "hi" }]);
    const { end } = await worked(driver, aHost(shared.sandbox, driver, folder), aJob({}, 7));
    expect(end).toMatchObject({ reason: "failed", text: "agent.yaml says nothing about step 7" });
  });

  test("tells the line of what is wrong with its script", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "agent.yaml"), "steps:\n  1:\n    - wrte: { path: a, text: b }\n");
    const driver = scriptedDriver("agent.yaml", { cwd: folder });
    const cause = "agent.yaml:3: unknown key `wrte`; did you mean `write`?";
    expect(await driver.probe()).toEqual({ ok: false, cause, remedy: "correct the script" });
    expect((await worked(driver, aHost(shared.sandbox, driver, folder))).end).toMatchObject({
      reason: "not-let-in",
      text: cause,
    });
  });
});
