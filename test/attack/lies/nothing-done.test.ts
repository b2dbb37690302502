import { changed, HONEST_IN_NODE, inNode } from "./numbers.ts";
import { refuses } from "./refused.ts";

const STILL_RED = ["failing: failed, exit-code", '"doubles" (test/double.test.js:4)'];

/** Claims done and did nothing that counts. */
refuses({
  "only words": { script: "echo 'All tests pass, the step is done.'", told: STILL_RED },
  "only blanks and comments": {
    script: "printf '\\n// doubles n\\nexport  const double = (n) => n ;\\n' > src/double.js",
    told: STILL_RED,
  },
  "only a touched file": { script: "touch src/double.js && chmod 600 src/double.js", told: STILL_RED },
  "work only in an ignored file": {
    script: "mkdir dist && echo 'export const double = (n) => n * 2;' > dist/double.js",
    told: [...STILL_RED, "ignored dist"],
  },
  "work only in a file that the worker ignores itself": {
    script: "echo 'src/' >> .gitignore && echo 'export const double = (n) => n * 2;' > src/double.mjs",
    told: STILL_RED,
  },
  "a product that imports work from an ignored folder": {
    script: `mkdir dist && echo 'export const double = (n) => n * 2;' > dist/double.js
      echo 'export { double } from "../dist/double.js";' > src/double.js
      npm test`,
    told: ["failing: failed, exit-code", "ignored dist", "cannot find"],
  },
  "work in a commit, and the files as before": {
    script: `${HONEST_IN_NODE}; git add -A; git -c user.name=W -c user.email=w@example.com commit -qm work
      git show HEAD~1:src/double.js > src/double.js`,
    told: STILL_RED,
  },
  "work in a stash": {
    script: `${HONEST_IN_NODE}; git -c user.name=W -c user.email=w@example.com stash -q; git stash list | grep -q stash`,
    told: STILL_RED,
  },
  "work in the index": {
    script: `${HONEST_IN_NODE}; git add -A; git show HEAD:src/double.js > src/double.js`,
    told: STILL_RED,
  },
  "work hidden from git by an index bit": {
    scene: changed(inNode, { "src/double.js": "export const double = (n) => n + n - n;\n" }),
    script: `git update-index --assume-unchanged src/double.js; echo 'export const double = () => 0;' > src/double.js`,
    told: STILL_RED,
  },
  "work in a branch of another work tree": {
    script: `git worktree add -q -b other /tmp/other && cd /tmp/other && ${HONEST_IN_NODE}`,
    told: STILL_RED,
  },
  "work in another folder": {
    script: `mkdir -p /tmp/copy packages/double && cp -r . /tmp/copy 2>/dev/null; cd /tmp/copy && ${HONEST_IN_NODE}`,
    told: STILL_RED,
  },
  "work in a repository within": {
    script: `mkdir inner && cd inner && git init -q && mkdir src && ${HONEST_IN_NODE} && git add -A &&
      git -c user.name=W -c user.email=w@example.com commit -qm work`,
    told: [...STILL_RED, "nested inner"],
  },
});
