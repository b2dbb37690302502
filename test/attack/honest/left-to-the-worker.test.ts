import { expect, test } from "vitest";
import { aRun, gitIn, planOf, type Scene } from "../a-run.ts";
import { changed, HONEST_IN_MAKE, HONEST_IN_NODE, inMake, inNode, inVitest } from "../lies/numbers.ts";
import { showDependencies } from "../lies/refused.ts";
import { COVERAGE, JUNIT, LOG, STATUS } from "../lies/results.ts";
import { toldAbout } from "../lies/told-about.ts";
import { listed } from "./honest-step.ts";

/** Honest work that looks like a result or a judge of the worker's own making. */
type Twin = {
  scene: Scene;
  script: string;
  installed?: true;
  /** Left out of what is committed, and mentioned. */
  without?: readonly string[];
};

const MEND = "export const double = (n) => n * 2;";

const BUILT: Scene = changed(
  inNode,
  {
    ".gitignore": "node_modules/\n",
    "build.js": `import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
mkdirSync("dist", { recursive: true });
const names = readdirSync("src").sort();
for (const name of names) writeFileSync("dist/" + name, "// built\\n" + readFileSync("src/" + name, "utf8"));
writeFileSync("dist/list.json", JSON.stringify(names));
`,
    "dist/double.js": "// built\nexport const double = (n) => n;\n",
    "dist/triple.js": "// built\nexport const triple = (n) => n * 3;\n",
    "test/double.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { double } from "../dist/double.js";
test("doubles", () => assert.equal(double(2), 4));
`,
  },
  "node build.js && node --test",
);

const GOLDEN: Scene = changed(
  inMake,
  { "regenerate.sh": "for n in 1 2 3; do sh src/double.sh $n; done > golden.txt\n", "golden.txt": "1\n2\n3\n" },
  "cp golden.txt /tmp/was && sh regenerate.sh && cmp /tmp/was golden.txt && grep -qx 6 golden.txt",
);

const SNAPSHOT = `cat > src/list.test.js <<'JS'
import { expect, test } from "vitest";
import { double } from "./double.js";
test("lists", () => expect([1, 2].map(double)).toMatchSnapshot());
JS
mkdir -p src/__snapshots__
printf '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\\n\\nexports[\`lists 1\`] = \`\\n[\\n  2,\\n  4,\\n]\\n\`;\\n' > src/__snapshots__/list.test.js.snap
echo '${MEND}' > src/double.js`;

const PARTS = {
  "checks/run.sh": `. "$(dirname "$0")/same.sh"\nsame "$(sh src/double.sh 2)" 4\n`,
  "checks/same.sh": `same() { test "$1" = "$2"; }\n`,
  "deploy.sh": "echo deploying\n",
};

const twins: Readonly<Record<string, Twin>> = {
  "a log of the worker's own try": {
    scene: LOG,
    script: `sh check.sh > check.log; ${HONEST_IN_MAKE}; sh check.sh >> check.log`,
    without: ["check.log"],
  },
  "a report of a run that failed": {
    scene: JUNIT,
    script: `npm test; ${HONEST_IN_NODE}`,
    without: ["report.xml"],
  },
  "a coverage that the contract writes just so": { scene: COVERAGE, script: `${HONEST_IN_NODE}; npm test` },
  "a list of results that the base holds": {
    scene: { ...STATUS, plan: inMake.plan },
    script: `${HONEST_IN_MAKE}; make check`,
  },
  "a build that is committed": { scene: BUILT, script: `${HONEST_IN_NODE}; node build.js` },
  "a build with a new module": {
    scene: BUILT,
    script: `${HONEST_IN_NODE}; echo 'export const four = 4;' > src/four.js; node build.js`,
  },
  "a golden file that is made anew": { scene: GOLDEN, script: `${HONEST_IN_MAKE}; sh regenerate.sh` },
  "a snapshot with its test": { scene: inVitest, script: SNAPSHOT, installed: true },
  "data that the product loads": {
    scene: changed(inNode, {
      "src/double.js": `import { readFileSync } from "node:fs";
const { factor } = JSON.parse(readFileSync("rates.json", "utf8"));
export const double = (n) => n * factor;
`,
      "rates.json": `{ "factor": 1 }\n`,
    }),
    script: `echo '{ "factor": 2 }' > rates.json`,
  },
  "a module that a test loads by a computed path": {
    scene: changed(inNode, {
      "src/double.js": `export const { double } = await import(new URL("../plug" + "ins/double.js", import.meta.url));\n`,
      "plugins/double.js": "export const double = (n) => n;\n",
    }),
    script: `echo '${MEND}' > plugins/double.js`,
  },
  "a script that no contract opens": {
    scene: changed(inMake, PARTS, "bash checks/run.sh"),
    script: `${HONEST_IN_MAKE}; echo 'echo deployed' >> deploy.sh`,
  },
  "a part of the check that the step lists": {
    scene: {
      ...changed(inMake, PARTS),
      plan: planOf({
        task: "Make it double, and let the check say what is wrong.",
        extra: listed({ change: ["src/double.sh", "checks/same.sh"] }),
        contract: "bash checks/run.sh",
      }),
    },
    script: `${HONEST_IN_MAKE}; echo 'same() { test "$1" = "$2" || { echo "$1 is not $2"; exit 1; }; }' > checks/same.sh`,
  },
  "a part of the check that is tidied up unasked": {
    scene: {
      ...changed(inMake, PARTS),
      plan: planOf({
        task: "Make it double.",
        extra: listed({ change: ["src/double.sh"] }),
        contract: "bash checks/run.sh",
      }),
    },
    script: `${HONEST_IN_MAKE}; echo 'same() { [ "$1" = "$2" ]; }' > checks/same.sh`,
    without: ["checks/same.sh"],
  },
};

test.each(Object.entries(twins))("%s", async (_, { scene, script, installed, without = [] }) => {
  const run = await aRun(scene);
  if (installed) showDependencies(run);
  const attempt = await run.attempt(script);
  expect(toldAbout(attempt)).toMatch(/^proven\n/);
  if (attempt.outcome.status === "tampered") throw new Error("tampered");
  const { left, proof, receipt } = attempt.outcome;
  expect(proof.restoration.restored.map(({ path }) => path)).toEqual(without);
  const differing = gitIn(run.top, "diff", "--name-only", left.tree, proof.restoration.proven).split("\n");
  expect(differing.filter((path) => path !== "")).toEqual(without);
  expect(receipt.observed).toBe("yes");
});
