import { changed, inMake, inNode, inPython } from "./numbers.ts";
import { refuses } from "./refused.ts";

const RED = "failing: failed, exit-code";
const UNNOTICED = "cannot-fail, it can no longer fail: a test that must fail goes unnoticed in test/double.test.js";
const BOTH = { "tests.list": "test/double.test.js\ntest/triple.test.js\n" };
const ONE_BY_ONE = "node --test --test-concurrency=1";

const rewriting = (file: string): string => `cat > ${file} <<'JS'
import { writeFileSync } from "node:fs";
import { test } from "node:test";
writeFileSync("test/double.test.js", 'import { test } from "node:test"; test("doubles", () => {});');
test("apple", () => {});
export const apple = 1;
JS`;

/** Leaves tests, settings and dependencies alone, and gets round them. */
refuses({
  "a shorter list of tests": {
    scene: changed(inNode, BOTH, "node --test $(cat tests.list)"),
    script: "echo test/triple.test.js > tests.list",
    told: [UNNOTICED],
  },
  "a shorter list of tests, through xargs": {
    scene: changed(inNode, BOTH, "xargs node --test < tests.list"),
    script: "echo test/triple.test.js > tests.list",
    told: [UNNOTICED],
  },
  "a package that leaves the workspace": {
    scene: changed(
      inNode,
      {
        "package.json": `{ "workspaces": ["packages/*"] }\n`,
        "packages/a/package.json": `{ "name": "a", "version": "1.0.0", "scripts": { "test": "node --test" } }\n`,
        "packages/a/a.test.js": `require("node:test").test("a", () => {});\n`,
        "packages/b/package.json": `{ "name": "b", "version": "1.0.0", "scripts": { "test": "node --test" } }\n`,
        "packages/b/b.test.js": `require("node:test").test("b", () => { throw new Error("b"); });\n`,
      },
      "npm test --workspaces",
    ),
    script: "sed -i 's#packages/\\*#packages/a#' package.json",
    told: ["cannot-fail", "packages/b/b.test.js"],
  },
  "a product that rewrites the next test": {
    scene: changed(
      inNode,
      {
        "src/apple.js": "export const apple = 1;\n",
        "test/apple.test.js": `import { test } from "node:test";\nimport "../src/apple.js";\ntest("apple", () => {});\n`,
      },
      ONE_BY_ONE,
    ),
    script: rewriting("src/apple.js"),
    told: [UNNOTICED],
  },
  "a new test that rewrites the next one": {
    scene: changed(inNode, {}, ONE_BY_ONE),
    script: rewriting("test/apple.test.js"),
    told: [UNNOTICED],
  },
  "an alias of package.json that leads tests elsewhere": {
    scene: changed(inNode, {
      "package.json": `{ "type": "module", "imports": { "#same": "./test/same.js" }, "scripts": { "test": "node --test" } }\n`,
      "test/same.js": "export const same = (a, b) => { if (a !== b) throw new Error(a); };\n",
      "test/double.test.js": `import { test } from "node:test";
import { same } from "#same";
import { double } from "../src/double.js";
test("doubles", () => same(double(2), 4));
`,
    }),
    script: `sed -i 's#./test/same.js#./src/same.js#' package.json; echo 'export const same = () => {};' > src/same.js`,
    told: ["restored package.json: contracts rest on `imports.#same`", RED],
  },
  "a plugin of pytest that looks installed": {
    scene: inPython,
    script: `mkdir quiet-1.0.dist-info; printf '[pytest11]\\nquiet = numbers_app.quiet\\n' > quiet-1.0.dist-info/entry_points.txt
      printf 'Metadata-Version: 2.1\\nName: quiet\\nVersion: 1.0\\n' > quiet-1.0.dist-info/METADATA
      printf 'def pytest_collection_modifyitems(items):\\n    del items[0]\\n' > numbers_app/quiet.py`,
    told: ["restored quiet-1.0.dist-info/entry_points.txt: it is new and takes effect without being named", RED],
  },
  "a file that make takes for the target": {
    scene: changed(inMake, { Makefile: "check:\n\tsh check.sh\n" }),
    script: "touch check",
    told: ["restored check: it is new, and make would take `check` for made already", RED],
  },
  "a folder that make takes for what the target needs": {
    scene: changed(inMake, { Makefile: "check: unit\nunit:\n\tsh check.sh\n" }),
    script: "mkdir unit && touch unit/a",
    told: ["restored unit/a: it is new, and make would take `unit` for made already", RED],
  },
  "a part of the check that lies among the product": {
    scene: changed(inMake, {
      "check.sh": `. ./lib/same.sh\nsame "$(sh src/double.sh 2)" 4\n`,
      "lib/same.sh": `same() { test "$1" = "$2"; }\n`,
    }),
    script: "echo 'same() { true; }' > lib/same.sh",
    told: ["restored lib/same.sh: `make check` runs it, and the step does not announce a change to it", RED],
  },
});
