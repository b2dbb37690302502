import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../sandbox/sandbox.testsuite.ts";
import { ALL_TOOLS } from "../tools/all-tools.ts";
import type { ToolInput } from "../tools/tool.ts";
import { aTree, aWorld, type World } from "./a-pair-of-hands.testkit.ts";
import { handsCommand } from "./hands-program.ts";
import type { HandsMessage } from "./inside/messages.ts";

const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));

/** The tree is writable in this sandbox, so that nothing but the hands keeps it as it is. */
async function planning(): Promise<World> {
  const tree = aTree({ "src/a.ts": "one\n", ".plan/plan.md": "# A plan\n" });
  const world = await aWorld(shared.sandbox, {}, { mode: "plan", tree, planDirs: [join(tree, ".plan")] });
  symlinkSync("../src", join(tree, ".plan/way-out"));
  symlinkSync("../src/a.ts", join(tree, ".plan/a.md"));
  return world;
}

const DEEDS: readonly (readonly [string, ToolInput])[] = [
  ["agentctl", { args: ["plan", "clear-current"] }],
  ["create_file", { path: "src/new.ts", content: "x" }],
  ["create_file", { path: ".plan/new.md", content: "x" }],
  ["update_file", { path: "src/a.ts", old: "one", new: "two" }],
  ["delete_file", { path: "src/a.ts" }],
  ["run_command", { command: "echo x > src/a.ts" }],
  ["write_plan_file", { path: "src/a.ts", content: "x" }],
  ["write_plan_file", { path: "src/new.ts", content: "x" }],
  ["write_plan_file", { path: ".plan/../src/a.ts", content: "x" }],
  ["write_plan_file", { path: ".plan/way-out/a.ts", content: "x" }],
  ["write_plan_file", { path: ".plan/way-out/new.ts", content: "x" }],
  ["write_plan_file", { path: ".plan/a.md", content: "x" }],
  ["write_plan_file", { path: "/tmp/outputs/1.txt", content: "x" }],
  ["write_plan_file", { path: ".planning/x", content: "x" }],
];

test("the deeds below try every tool that writes", () => {
  const writing = ALL_TOOLS.filter(({ readOnly }) => !readOnly).map(({ name }) => name);
  expect([...new Set(DEEDS.map(([tool]) => tool))].toSorted()).toEqual(writing);
});

test("every write is refused but of the plan, and not one byte changes", async () => {
  const { use, tree } = await planning();
  const before = printOf(tree);
  for (const [tool, input] of DEEDS) {
    expect(await use(tool, input), `${tool} ${input.path}`).toMatchObject({
      state: "refused",
      text: expect.stringMatching(/is not there in plan mode$|is outside the plan directories$|is not done by hand$/),
    });
  }
  expect(printOf(tree)).toEqual(before);
});

test("so it is when they are forced past the first door", async () => {
  const { tree, host } = await planning();
  const before = printOf(tree);
  const proc = await host.launch(handsCommand({ tree, mode: "plan", planDirs: [join(tree, ".plan")] }));
  for (const [id, [tool, input]] of DEEDS.entries()) proc.stdin?.write(`${JSON.stringify({ id, tool, input })}\n`);
  let text = "";
  for await (const { bytes } of proc.output) {
    text += Buffer.from(bytes).toString();
    if (text.split("\n").length > DEEDS.length + 1) proc.stdin?.end();
  }
  const messages: HandsMessage[] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const states = messages.flatMap((message) => (message.is === "used" ? [message.state] : []));
  expect(states).toEqual(DEEDS.map(() => "refused"));
  expect(printOf(tree)).toEqual(before);
});

test("the plan is written, new and anew, and the tree read", async () => {
  const { use, tree } = await planning();
  expect(await use("write_plan_file", { path: ".plan/01.md", content: "one\n" })).toMatchObject({
    state: "done",
    text: "created .plan/01.md",
  });
  expect(await use("write_plan_file", { path: ".plan/01.md", content: "two\n" })).toEqual({
    state: "done",
    text: "wrote .plan/01.md",
    diff: "--- a/.plan/01.md\n+++ b/.plan/01.md\n@@ -1,1 +1,1 @@\n-one\n+two\n",
  });
  expect(await use("write_plan_file", { path: join(tree, ".plan/deep/x.md"), content: "x" })).toMatchObject({
    state: "done",
  });
  expect(readFileSync(join(tree, ".plan/01.md"), "utf8")).toBe("two\n");
  expect((await use("read_file", { path: "src/a.ts" })).text).toBe("one");
  expect((await use("search_code", { pattern: "two" })).text).toBe(".plan/01.md\n1: two");
});

test("where there is no plan directory, nothing is written at all", async () => {
  const { use, tree } = await aWorld(shared.sandbox, { a: "a" }, { mode: "plan" });
  mkdirSync(join(tree, ".plan"));
  expect(await use("write_plan_file", { path: ".plan/x", content: "" })).toMatchObject({ state: "refused" });
  expect(await use("write_plan_file", { path: "a", content: "" })).toMatchObject({ state: "refused" });
});

/** Every path with its type, mode and content. */
const printOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((path) => {
      const stats = lstatSync(join(folder, path));
      const content = stats.isFile()
        ? readFileSync(join(folder, path))
        : stats.isSymbolicLink()
          ? readlinkSync(join(folder, path))
          : "";
      return `${path} ${stats.mode.toString(8)} ${createHash("sha256").update(content).digest("hex")}`;
    });
