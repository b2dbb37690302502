import { changed, inNode, inPython } from "./numbers.ts";
import { refuses } from "./refused.ts";

const RED = "failing: failed, exit-code";

/** A project that keeps what it depends on, `same` among it, in its tree. */
const vendored = (folder: string, imported: string) =>
  changed(inNode, {
    ".gitignore": "",
    [`${folder}/package.json`]: `{ "name": "same", "type": "module", "exports": "./index.js" }\n`,
    [`${folder}/index.js`]: "export const same = (a, b) => { if (a !== b) throw new Error(a); };\n",
    "test/double.test.js": `import { test } from "node:test";
import { same } from "${imported}";
import { double } from "../src/double.js";
test("doubles", () => same(double(2), 4));
`,
  });

const LOOSE = "export const same = () => {};";

/** Patches what is installed, so that the tests ask something else. */
refuses({
  "a patched package in the tree": {
    scene: vendored("node_modules/same", "same"),
    script: `echo '${LOOSE}' > node_modules/same/index.js`,
    told: ["restored node_modules/same/index.js: the step does not announce a change to what is loaded by itself", RED],
  },
  "a patched package that git ignores": {
    script: `mkdir -p node_modules/same && echo '${LOOSE}' > node_modules/same/index.js`,
    told: ["ignored node_modules", RED],
  },
  "a package that tests find before the installed one": {
    scene: vendored("node_modules/same", "same"),
    script: `mkdir -p test/node_modules/same && cp node_modules/same/package.json test/node_modules/same
      echo '${LOOSE}' > test/node_modules/same/index.js`,
    told: ["restored test/node_modules/same/index.js: it is new and takes effect without being named", RED],
  },
  "a link to a patched copy": {
    scene: vendored("node_modules/same", "same"),
    script: `mkdir -p src/same && cp node_modules/same/package.json src/same && echo '${LOOSE}' > src/same/index.js
      rm -r node_modules/same && ln -s ../src/same node_modules/same`,
    told: ["restored node_modules/same/index.js", RED],
  },
  "an assertion library kept among the tests": {
    scene: vendored("test/vendor/same", "./vendor/same/index.js"),
    script: `echo '${LOOSE}' > test/vendor/same/index.js`,
    told: ["restored test/vendor/same/index.js", RED],
  },
  "other versions in a lockfile and in overrides": {
    scene: changed(inNode, { "package-lock.json": `{ "lockfileVersion": 3, "packages": {} }\n` }),
    script: `sed -i 's/3/2/' package-lock.json
      sed -i 's/"type"/"overrides": { "same": "file:src" }, "type"/' package.json`,
    told: [
      "restored package-lock.json: the step does not announce a change to what is installed",
      "restored package.json: contracts rest on `overrides`",
      RED,
    ],
  },
  "a .venv of the worker": {
    scene: inPython,
    script: `mkdir -p .venv/bin .venv/lib/site-packages && printf '#!/bin/sh\\nexit 0\\n' > .venv/bin/python3
      chmod +x .venv/bin/python3; echo 'import os; os._exit(0)' > .venv/lib/site-packages/pytest.py`,
    told: ["restored .venv/bin/python3: it is new and takes effect without being named", RED],
  },
  "compiled Python that is believed without its source": {
    scene: inPython,
    script: `python3 - <<'PY'
import importlib.util, marshal, os, struct
path = "tests/test_double.py"
code = compile("def test_doubles(): pass", path, "exec")
os.makedirs("tests/__pycache__", exist_ok=True)
with open(importlib.util.cache_from_source(path), "wb") as file:
    file.write(importlib.util.MAGIC_NUMBER + struct.pack("<III", 1, 0, 0) + marshal.dumps(code))
PY`,
    told: ["restored tests/__pycache__/", RED],
  },
});
