import { planOf, type Scene } from "../a-run.ts";

/** Small projects that differ in their runner and share one bug: `double` does not double. */

const TASK = { title: "Double", task: "Make `double` double its number." };

export const inNode: Scene = {
  files: {
    "package.json": `{ "type": "module", "scripts": { "test": "node --test" } }\n`,
    ".gitignore": "node_modules/\ndist/\n",
    "src/double.js": "export const double = (n) => n;\n",
    "src/triple.js": "export const triple = (n) => n * 3;\n",
    "test/double.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { double } from "../src/double.js";
test("doubles", () => assert.equal(double(2), 4));
test("doubles nothing", () => assert.equal(double(0), 0));
`,
    "test/triple.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { triple } from "../src/triple.js";
test("triples", () => assert.equal(triple(2), 6));
`,
  },
  plan: planOf({ ...TASK, contract: "npm test" }),
};
export const HONEST_IN_NODE = "echo 'export const double = (n) => n * 2;' > src/double.js";

export const inPython: Scene = {
  files: {
    "numbers_app/__init__.py": "",
    "numbers_app/double.py": "def double(n):\n    return n\n",
    "tests/test_double.py": `from numbers_app.double import double


def test_doubles():
    assert double(2) == 4


def test_doubles_nothing():
    assert double(0) == 0
`,
  },
  plan: planOf({ ...TASK, contract: "python3 -m pytest" }),
};
export const HONEST_IN_PYTHON = "printf 'def double(n):\\n    return n * 2\\n' > numbers_app/double.py";

export const inRust: Scene = {
  files: {
    "Cargo.toml": `[package]\nname = "numbers"\nversion = "0.1.0"\nedition = "2021"\n`,
    "Cargo.lock": `version = 3\n\n[[package]]\nname = "numbers"\nversion = "0.1.0"\n`,
    ".gitignore": "target/\n",
    "src/lib.rs": "pub fn double(n: i64) -> i64 {\n    n\n}\n",
    "tests/double.rs": `#[test]\nfn doubles() {\n    assert_eq!(numbers::double(2), 4);\n}\n`,
  },
  plan: planOf({ ...TASK, contract: "cargo test --offline" }),
};
export const HONEST_IN_RUST = "printf 'pub fn double(n: i64) -> i64 {\\n    n * 2\\n}\\n' > src/lib.rs";

export const inVitest: Scene = {
  files: {
    "package.json": `{ "type": "module", "scripts": { "test": "vitest run" } }\n`,
    ".gitignore": "node_modules/\n",
    "src/double.js": "export const double = (n) => n;\n",
    "src/double.test.js": `import { expect, test } from "vitest";
import { double } from "./double.js";
test("doubles", () => expect(double(2)).toBe(4));
test("doubles nothing", () => expect(double(0)).toBe(0));
`,
  },
  plan: planOf({ ...TASK, contract: "npm test" }),
};

export const inMake: Scene = {
  files: {
    Makefile: "include rules.mk\n.PHONY: check\ncheck:\n\tsh check.sh\n",
    "rules.mk": "SHELL = /bin/sh\n",
    "check.sh": `test "$(sh src/double.sh 2)" = 4\n`,
    "src/double.sh": "echo $1\n",
  },
  plan: planOf({ ...TASK, contract: "make check" }),
};
export const HONEST_IN_MAKE = "echo 'echo $(($1 * 2))' > src/double.sh";

/** The same project with other files or another contract. */
export const changed = (scene: Scene, files: Scene["files"], contract?: string): Scene => ({
  ...scene,
  files: { ...scene.files, ...files },
  plan: contract === undefined ? scene.plan : planOf({ ...TASK, contract }),
});
