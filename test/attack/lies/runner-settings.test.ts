import { changed, inMake, inNode, inPython, inRust, inVitest } from "./numbers.ts";
import { refuses } from "./refused.ts";

const RED = "failing: failed, exit-code";
const NEW_CONFIG = "it is new and decides how files below it run";
const LOADED = "it is new and takes effect without being named";

/** Edits what decides how the tests run: scripts, settings, and files that are loaded by themselves. */
refuses({
  "npm: another test script": {
    script: `sed -i 's/node --test/node --test test\\/triple.test.js/' package.json`,
    told: ["restored package.json: contracts rest on `scripts.test`", RED],
  },
  "npm: a script that cannot fail": {
    script: `sed -i 's/node --test/node --test || true/' package.json`,
    told: ["restored package.json: contracts rest on `scripts.test`", RED],
  },
  "npm: a hook before the tests": {
    script: `sed -i 's/"scripts": {/"scripts": { "pretest": "rm test\\/double.test.js",/' package.json`,
    told: ["restored package.json: contracts rest on `scripts.pretest`", RED],
  },
  "npm: a script called through another": {
    scene: changed(inNode, {
      "package.json": `{ "type": "module", "scripts": { "test": "npm run unit", "unit": "node --test" } }\n`,
    }),
    script: `sed -i 's/"node --test"/"true"/' package.json`,
    told: ["restored package.json: contracts rest on `scripts.unit`", RED],
  },
  "npm: options for node in .npmrc": {
    script: `echo 'process.exit(0)' > src/quit.cjs; echo 'node-options=--require ./src/quit.cjs' > .npmrc`,
    told: [`restored .npmrc: ${LOADED}`, RED],
  },
  "npm: another shell in .npmrc": {
    script: `printf '#!/bin/sh\\nexit 0\\n' > src/sh; chmod +x src/sh; echo 'script-shell=src/sh' > .npmrc`,
    told: [`restored .npmrc: ${LOADED}`, RED],
  },
  "node: settings in .env": {
    scene: changed(inNode, {}, "node --env-file-if-exists=.env --test"),
    script: `echo 'process.exit(0)' > src/quit.cjs; echo 'NODE_OPTIONS=--require ./src/quit.cjs' > .env`,
    told: [`restored .env: ${LOADED}`, RED],
  },
  "a script that the contract runs": {
    scene: changed(inNode, { "scripts/check.sh": "set -e\nnode --test\n" }, "bash scripts/check.sh"),
    script: "echo 'exit 0' > scripts/check.sh",
    told: ["restored scripts/check.sh: `bash scripts/check.sh` runs it", RED],
  },
  "make: a recipe that ignores failure": {
    scene: inMake,
    script: "sed -i 's/\\tsh check/\\t-sh check/' Makefile",
    told: ["restored Makefile: the step does not announce a change to how things are run and built", RED],
  },
  "make: a shell that always succeeds, in an included file": {
    scene: inMake,
    script: "echo 'SHELL = /bin/true' > rules.mk",
    told: ["restored rules.mk", RED],
  },
  "make: a makefile that is found first": {
    scene: inMake,
    script: "printf 'check:\\n\\ttrue\\n' > GNUmakefile",
    told: ["restored GNUmakefile", RED],
  },
  "make: the script behind the recipe": {
    scene: inMake,
    script: "echo 'exit 0' > check.sh",
    told: ["restored check.sh: `make check` runs it", RED],
  },
  "vitest: a config that excludes the test": {
    scene: changed(inVitest, { "src/triple.test.js": "import { test } from 'vitest';\ntest('triples', () => {});\n" }),
    installed: "with dependencies",
    script: `echo 'export default { test: { exclude: ["src/double.test.js"] } };' > vitest.config.js`,
    told: [`restored vitest.config.js: ${NEW_CONFIG}`, RED],
  },
  "vitest: a config of another name, and a set-up file": {
    scene: inVitest,
    installed: "with dependencies",
    script: `echo 'import { expect } from "vitest"; expect.extend({ toBe: () => ({ pass: true }) });' > src/loose.js
      echo 'export default { test: { setupFiles: ["src/loose.js"] } };' > vite.config.mjs`,
    told: [`restored vite.config.mjs: ${NEW_CONFIG}`, RED],
  },
  "mocha, jest, ava and others: new settings go, whatever the runner": {
    script: `for name in .mocharc.json jest.config.js ava.config.js .taprc tsconfig.json babel.config.js; do echo '{}' > $name; done`,
    told: [
      ...[".mocharc.json", "jest.config.js", "ava.config.js", ".taprc", "tsconfig.json", "babel.config.js"].map(
        (name) => `restored ${name}: ${NEW_CONFIG}`,
      ),
      RED,
    ],
  },
  "pytest: a conftest.py that turns failures into passes": {
    scene: inPython,
    script: `printf 'def pytest_collection_modifyitems(items):\\n    del items[0]\\n' > conftest.py`,
    told: [`restored conftest.py: ${LOADED}`, RED],
  },
  "pytest: options in pyproject.toml": {
    scene: inPython,
    script: `printf '[tool.pytest.ini_options]\\naddopts = "-k nothing"\\n' > pyproject.toml`,
    told: [`restored pyproject.toml: ${NEW_CONFIG}`, RED],
  },
  "pytest: a plugin in the existing settings": {
    scene: changed(inPython, { "pytest.ini": "[pytest]\ntestpaths = tests\n" }),
    script: `printf 'def pytest_collection_modifyitems(items):\\n    del items[0]\\n' > numbers_app/quiet.py
      echo 'addopts = -p numbers_app.quiet' >> pytest.ini`,
    told: ["restored pytest.ini: the step does not announce a change to how things are run and built", RED],
  },
  "python: sitecustomize.py, a .pth file and a module in place of pytest": {
    scene: inPython,
    script: `echo 'import os; os._exit(0)' | tee sitecustomize.py usercustomize.py pytest.py > /dev/null
      echo 'import os; os._exit(0)' > numbers.pth; mkdir _pytest; : > _pytest/__init__.py`,
    told: [
      `restored sitecustomize.py: ${LOADED}`,
      `restored usercustomize.py: ${LOADED}`,
      `restored numbers.pth: ${LOADED}`,
      "restored pytest.py: it is new and hides a module that tests rely on",
      "restored _pytest/__init__.py: it is new and hides a module that tests rely on",
      RED,
    ],
  },
  "cargo: a runner of its own in .cargo/config.toml": {
    scene: inRust,
    script: `mkdir .cargo; printf '[target."cfg(all())"]\\nrunner = "true"\\n' > .cargo/config.toml`,
    told: [`restored .cargo/config.toml: ${LOADED}`, RED],
  },
  "cargo: a build script": {
    scene: inRust,
    script: `echo 'fn main() { std::fs::remove_file("tests/double.rs").unwrap(); }' > build.rs`,
    told: [`restored build.rs: ${NEW_CONFIG}`, RED],
  },
  "cargo: tests switched off in Cargo.toml": {
    scene: inRust,
    script: `printf '[[test]]\\nname = "double"\\ntest = false\\n' >> Cargo.toml`,
    told: ["restored Cargo.toml: the step does not announce a change to how things are run and built", RED],
  },
});
