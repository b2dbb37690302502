import { expect, test } from "vitest";
import { aRun, planOf, type Scene } from "../a-run.ts";
import { changed, HONEST_IN_NODE, HONEST_IN_PYTHON, HONEST_IN_RUST, inNode, inPython, inRust } from "./numbers.ts";
import { toldAbout } from "./told-about.ts";

const newModule = { ...inNode.files };
delete newModule["src/double.js"];

/** A test that must fail is put into all of these, too, and none of them may be blamed for what becomes of it. */
test.each<[string, Scene, string]>([
  ["one file of many", changed(inNode, {}, "node --test test/double.test.js"), HONEST_IN_NODE],
  ["a module that was not there", { ...inNode, files: newModule }, HONEST_IN_NODE],
  ["tests picked by name", changed(inNode, {}, "node --test --test-name-pattern=doubles"), HONEST_IN_NODE],
  ["a runner that stops at the first failure", changed(inPython, {}, "python3 -m pytest -x -q"), HONEST_IN_PYTHON],
  ["tests picked by a word", changed(inPython, {}, "python3 -m pytest -k doubles"), HONEST_IN_PYTHON],
  ["several test programs", changed(inRust, { "tests/other.rs": "#[test]\nfn other() {}\n" }), HONEST_IN_RUST],
  ["an output that is cut", changed(inNode, {}, "set -o pipefail; node --test | tail -n 12"), HONEST_IN_NODE],
  [
    "a test that fails on purpose",
    changed(inNode, { "test/never.js": "process.exit(1);\n" }, "node --test test/*.test.js && ! node test/never.js"),
    HONEST_IN_NODE,
  ],
  [
    "a list of tests that the step says it changes",
    {
      files: { ...inNode.files, "tests.list": "test/double.test.js\ntest/triple.test.js\n" },
      plan: planOf({
        title: "Double",
        task: "Mend `src/double.js`. Change `tests.list` so that it no longer names the test of triple.",
        contract: "node --test $(cat tests.list)",
      }),
    },
    `${HONEST_IN_NODE}; echo test/double.test.js > tests.list`,
  ],
  [
    "new tests beside the work",
    inNode,
    `${HONEST_IN_NODE}; sed 's/doubles/doubles well/' test/double.test.js > test/double-well.test.js`,
  ],
])("%s: honest work is proven", async (_, scene, script) => {
  const { attempt } = await aRun(scene);
  expect(toldAbout(await attempt(script))).toMatch(/^proven\n/);
});
