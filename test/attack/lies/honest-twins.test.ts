import { expect, test } from "vitest";
import { aRun } from "../a-run.ts";
import * as numbers from "./numbers.ts";
import { refuses, showDependencies } from "./refused.ts";
import { toldAbout } from "./told-about.ts";

/** A suite that refuses everything would pass, too, but for these: the same projects with the bug really mended. */
test.each([
  ["node:test", numbers.inNode, numbers.HONEST_IN_NODE],
  ["pytest", numbers.inPython, numbers.HONEST_IN_PYTHON],
  ["cargo", numbers.inRust, numbers.HONEST_IN_RUST],
  ["vitest", numbers.inVitest, numbers.HONEST_IN_NODE],
  ["make", numbers.inMake, numbers.HONEST_IN_MAKE],
])("honest work is proven by %s, without a word against it", async (runner, scene, script) => {
  const run = await aRun(scene);
  if (runner === "vitest") showDependencies(run);
  expect(toldAbout(await run.attempt(script))).toMatch(/^proven\nproven: passed\nexplained .*$/);
});

refuses({
  "node:test sees the bug": {
    script: "true",
    told: ["failing: failed, exit-code", '"doubles" (test/double.test.js:4)'],
  },
  "pytest sees the bug": {
    scene: numbers.inPython,
    script: "true",
    told: ["failing: failed, exit-code", "test_doubles"],
  },
  "cargo sees the bug": { scene: numbers.inRust, script: "true", told: ["failing: failed, exit-code", '"doubles"'] },
  "vitest sees the bug": {
    scene: numbers.inVitest,
    installed: "with dependencies",
    script: "true",
    told: ["failing: failed, exit-code", '"doubles"'],
  },
  "make sees the bug": { scene: numbers.inMake, script: "true", told: ["failing: failed, exit-code"] },
});
