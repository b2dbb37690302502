import { expect, test } from "vitest";
import { aRun, gitIn, planOf } from "../a-run.ts";

const FILES = { "src/a.js": "export const a = 1;\n", "src/deep/b.js": "export const b = 1;\n" };
const WORK = "echo 'export const a = 2;' > src/a.js; echo 'export const c = 3;' > src/deep/c.js";

// Root reads what nobody may read, so this says something when an ordinary user runs it.
test.each([
  ["a file", "chmod 000 src/a.js"],
  ["a folder", "chmod 000 src/deep"],
  ["all of it", "chmod -R a-rwx src"],
  ["its own tree", "chmod -R a-rwx src; chmod 000 ."],
])("work behind %s that cannot be read is seen, judged and accepted as what it is", async (_, close) => {
  const { top, run, attempt, accept } = await aRun({
    files: FILES,
    plan: planOf({ contract: "grep -q 2 src/a.js && grep -q 3 src/deep/c.js" }),
  });
  const honest = await attempt(`${WORK}; ${close}`);
  expect(honest.outcome.status).toBe("proven");
  await accept(honest);
  const branch = run.branch.replace("refs/heads/", "");
  expect(gitIn(top, "show", `${branch}:src/a.js`, `${branch}:src/deep/c.js`)).toBe(
    "export const a = 2;\nexport const c = 3;\n",
  );
  expect(gitIn(top, "ls-tree", "-r", branch, "src").match(/^\d+/gm)).toEqual(["100644", "100644", "100644"]);
});
