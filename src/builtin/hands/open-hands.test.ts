import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../sandbox/sandbox.testsuite.ts";
import { aWorld } from "./a-pair-of-hands.testkit.ts";

const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));

test("reads, writes and runs in the tree, one session for all of it", async () => {
  const { use, tree, seen, procs } = await aWorld(shared.sandbox, { "src/a.ts": "one\ntwo\n" });
  expect(await use("read_file", { path: "src/a.ts" })).toEqual({ state: "done", text: "one\ntwo", diff: null });
  expect(await use("update_file", { path: "src/a.ts", old: "two", new: "2" })).toEqual({
    state: "done",
    text: "updated src/a.ts (line 2)",
    diff: "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
  });
  expect(await use("create_file", { path: "new/b.ts", content: "b\n" })).toMatchObject({ state: "done" });
  expect(await use("run_command", { command: "cat src/a.ts new/b.ts; exit 3" })).toEqual({
    state: "failed",
    text: "one\n2\nb\n[exit status 3]",
    diff: null,
  });
  expect(seen().toString()).toBe("one\n2\nb\n");
  expect(await use("list_directory", { depth: 2 })).toMatchObject({
    text: ".git/ (not entered)\nnew/\nnew/b.ts\nsrc/\nsrc/a.ts",
  });
  expect(await use("search_code", { pattern: "^\\d$" })).toMatchObject({ text: "src/a.ts\n2: 2" });
  expect((await use("git_log", {})).text).toMatch(/^[0-9a-f]{7} \S+ the first$/);
  expect((await use("git_diff", {})).text).toMatch(/-two\n\+2\nnew files:\nnew\/b\.ts$/);
  expect(await use("delete_file", { path: "new/b.ts" })).toMatchObject({
    state: "done",
    diff: expect.stringContaining("-b\n"),
  });
  expect(readFileSync(join(tree, "src/a.ts"), "utf8")).toBe("one\n2\n");
  expect(procs).toHaveLength(1);
});
