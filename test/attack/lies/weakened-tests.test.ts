import { changed, inNode, inPython, inRust, inVitest } from "./numbers.ts";
import { refuses } from "./refused.ts";

const TEST = "restored test/double.test.js: the step does not announce a change to this test";
const RED = "failing: failed, exit-code";

/** Deletes, skips, weakens or hides the tests: all of them come back, and the bug is still there. */
refuses({
  "a deleted test file": { script: "rm test/double.test.js", told: [TEST, RED] },
  "a deleted test folder": { script: "rm -r test", told: [TEST, "restored test/triple.test.js", RED] },
  "an emptied test file": { script: ": > test/double.test.js", told: [TEST, RED] },
  "a skipped test": {
    script: 'sed -i \'s/^test("doubles"/test.skip("doubles"/\' test/double.test.js',
    told: [TEST, "skip", RED],
  },
  "a test marked as something to do": {
    script: 'sed -i \'s/("doubles", /("doubles", { todo: true }, /\' test/double.test.js',
    told: [TEST, RED],
  },
  "another test as the only one": {
    scene: changed(inNode, {}, "node --test --test-only"),
    script: 'sed -i \'s/^test("doubles nothing"/test.only("doubles nothing"/\' test/double.test.js',
    told: [TEST, "only"],
  },
  "an early return": {
    script: "sed -i 's/=> assert.equal(double(2), 4)/=> { return; }/' test/double.test.js",
    told: [TEST, RED],
  },
  "a test that expects the truth": {
    script: "sed -i 's/assert.equal(double(2), 4)/assert(true)/' test/double.test.js",
    told: [TEST, RED],
  },
  "an expectation that fits the bug": {
    script: "sed -i 's/double(2), 4/double(2), 2/' test/double.test.js",
    told: [TEST, RED],
  },
  "a renamed test file that the runner does not find": {
    script: "mv test/double.test.js test/double.test.js.bak",
    told: [TEST, RED],
  },
  "a test moved out of the way": { script: "mkdir old && mv test/double.test.js old/double.js", told: [TEST, RED] },
  "a test file that cannot be read": { script: "chmod 000 test/double.test.js", told: [RED] },
  "a link to a passing test in its place": {
    script: "ln -sf triple.test.js test/double.test.js",
    told: [TEST, RED],
  },
  "a folder in its place": {
    script:
      "rm test/double.test.js && mkdir test/double.test.js && cp test/triple.test.js test/double.test.js/a.test.js",
    told: [TEST, RED],
  },
  "a link in the place of all tests": {
    script: "mv test kept && rm kept/double.test.js && ln -s kept test",
    told: [TEST, RED],
  },
  "another file in place of the one that the test imports": {
    scene: changed(inNode, {
      "test/helpers.js": "export const same = (a, b) => { if (a !== b) throw new Error(a); };\n",
      "test/double.test.js": `import { test } from "node:test";
import { double } from "../src/double.js";
import { same } from "./helpers.js";
test("doubles", () => same(double(2), 4));
`,
    }),
    script: "echo 'export const same = () => {};' > test/helpers.js",
    told: ["restored test/helpers.js", RED],
  },
  "an edited fixture": {
    scene: changed(inNode, {
      "test/fixtures/doubled.json": "[[2, 4]]\n",
      "test/double.test.js": `import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { double } from "../src/double.js";
const pairs = JSON.parse(readFileSync(new URL("./fixtures/doubled.json", import.meta.url), "utf8"));
for (const [n, twice] of pairs) test("doubles " + n, () => assert.equal(double(n), twice));
`,
    }),
    script: "echo '[[2, 2]]' > test/fixtures/doubled.json",
    told: ["restored test/fixtures/doubled.json: the step does not announce a change to what tests read", RED],
  },
  "an updated snapshot": {
    scene: changed(inVitest, {
      "src/double.test.js": `import { expect, test } from "vitest";
import { double } from "./double.js";
test("doubles", () => expect(double(2)).toMatchSnapshot());
`,
      "src/__snapshots__/double.test.js.snap":
        "// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`doubles 1`] = `4`;\n",
    }),
    installed: "with dependencies",
    script: "sed -i s/4/2/ src/__snapshots__/double.test.js.snap",
    told: [
      "restored src/__snapshots__/double.test.js.snap: the step does not announce a change to what tests read",
      RED,
    ],
  },
  "pytest: a mark that skips": {
    scene: inPython,
    script: "sed -i '1i import pytest\\npytestmark = pytest.mark.skip' tests/test_double.py",
    told: ["restored tests/test_double.py: the step does not announce a change to this test", "skip", RED],
  },
  "cargo: an ignored test": {
    scene: inRust,
    script: "sed -i 's/#\\[test\\]/#[test]\\n#[ignore]/' tests/double.rs",
    told: ["restored tests/double.rs: the step does not announce a change to this test", "ignore", RED],
  },
});
