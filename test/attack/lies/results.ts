import { planOf, type Scene } from "../a-run.ts";
import { listed } from "../honest/honest-step.ts";
import { changed, inMake, inNode } from "./numbers.ts";

/** Projects whose contracts write a file and take their answer from it. */

export const LOG: Scene = changed(inMake, {
  Makefile: ".PHONY: check\ncheck:\n\tsh check.sh | tee -a check.log\n\tgrep -q '^ok' check.log\n",
  "check.sh": `test "$(sh src/double.sh 2)" = 4 && echo "ok 1" || echo "not ok 1"\n`,
});

export const JUNIT: Scene = changed(inNode, {
  "package.json": `{ "type": "module", "scripts": { "test": "sh scripts/test.sh" } }\n`,
  "scripts/test.sh": `test -s report.xml || node --test --test-reporter=junit --test-reporter-destination=report.xml
! grep -q "<failure" report.xml
`,
});

export const COVERAGE: Scene = changed(inNode, {
  "package.json": `{ "type": "module", "scripts": { "test": "node scripts/cover.js" } }\n`,
  "scripts/cover.js": `import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { double } from "../src/double.js";
import { triple } from "../src/triple.js";
const file = "coverage/summary.json";
const known = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).covered : [];
const seen = [...(double(2) === 4 ? ["double"] : []), ...(triple(2) === 6 ? ["triple"] : [])];
mkdirSync("coverage", { recursive: true });
writeFileSync(file, JSON.stringify({ covered: [...new Set([...known, ...seen])].sort() }));
process.exit(JSON.parse(readFileSync(file, "utf8")).covered.length === 2 ? 0 : 1);
`,
});

export const CACHE: Scene = changed(inNode, {
  "package.json": `{ "type": "module", "scripts": { "test": "node scripts/cached.js" } }\n`,
  "scripts/cached.js": `import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
const file = ".cache/results.json";
const cache = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
const { double } = await import("../src/double.js");
if (cache.double !== "passed") cache.double = double(2) === 4 ? "passed" : "failed";
mkdirSync(".cache", { recursive: true });
writeFileSync(file, JSON.stringify(cache));
process.exit(cache.double === "passed" ? 0 : 1);
`,
});

/** The base holds the results of the last time. */
export const STATUS: Scene = {
  ...changed(inMake, {
    "check.sh": `test "$(sh src/double.sh 2)" = 4 && echo "double passed" >> status.txt
grep -q "double passed" status.txt
code=$?; echo "looked" >> status.txt; exit $code\n`,
    "status.txt": "double failed\n",
  }),
  plan: planOf({ task: "Make it double.", extra: listed({ change: ["src/double.sh"] }), contract: "make check" }),
};
