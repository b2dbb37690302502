import { expect, test } from "vitest";
import { aRun, gitIn, planOf } from "./a-run.ts";

const SCENE = {
  files: {
    "package.json": `{ "type": "module", "scripts": { "test": "node --test" } }\n`,
    "src/double.js": "export const double = (n) => n;\n",
    "test/double.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { double } from "../src/double.js";
test("doubles", () => assert.equal(double(2), 4));
`,
  },
  plan: planOf({ title: "Double", task: "Make `src/double.js` double its number.", contract: "npm test" }),
};

test("honest work is accepted, and the branch can be audited", async () => {
  const { attempt, accept, top } = await aRun(SCENE);
  const honest = await attempt(`echo 'export const double = (n) => n * 2;' > src/double.js`);
  expect(honest.worker).toMatchObject({ exit: { kind: "exited", code: 0 } });
  expect(honest.outcome).toMatchObject({ status: "proven" });
  await accept(honest);
  expect(gitIn(top, "log", "--format=%s", "plan/numbers")).toBe(
    "plan accepted: task-1 — it works\nDouble\nplan approved: numbers\nbase\n",
  );
  expect(gitIn(top, "log", "-1", "--notes=planwright", "--format=%N", "plan/numbers~1")).toContain("in-toto.io");
});

test("a claim without work is refused", async () => {
  const { attempt } = await aRun(SCENE);
  expect((await attempt("echo done!")).outcome).toMatchObject({ status: "refused" });
});
