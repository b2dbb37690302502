import { changed, inMake, inNode, inPython } from "./numbers.ts";
import { refuses } from "./refused.ts";

const RED = "failing: failed, exit-code";
const fake = (...paths: string[]): string =>
  paths
    .map((path) => `mkdir -p $(dirname ${path}); printf '#!/bin/sh\\nexit 0\\n' > ${path}; chmod +x ${path}`)
    .join("\n");

/** Puts a program of its own where the contract might find it before the real one. */
refuses({
  "in node_modules/.bin, which npm puts first": {
    script: fake("node_modules/.bin/node", "node_modules/.bin/sh"),
    told: ["ignored node_modules", RED],
  },
  "in node_modules/.bin of a tree that does not ignore it": {
    scene: changed(inNode, { ".gitignore": "" }),
    script: fake("node_modules/.bin/node"),
    told: ["restored node_modules/.bin/node: it is new and takes effect without being named", RED],
  },
  "in the folder where the contract runs": { script: fake("node", "npm", "bin/npm", "bin/node"), told: [RED] },
  "in the worker's own home and in folders of the system": {
    script: `${fake("~/bin/npm", "~/.local/bin/npm")}
      for folder in /usr/local/bin /usr/bin /opt; do cp ~/bin/npm $folder/npm 2>/dev/null; done; true`,
    told: [RED],
  },
  "as an alias or a function of the shell": {
    script: `printf 'alias npm=true\\nnpm() { true; }\\nexport -f npm\\n' | tee ~/.bashrc ~/.bash_profile ~/.profile .bash_profile .bashrc > /dev/null`,
    told: ["restored .bash_profile: it is new and takes effect without being named", RED],
  },
  "git, for a contract that asks git": {
    scene: changed(inNode, {}, "git diff --quiet HEAD && node --test"),
    script: fake("git", "bin/git", "~/bin/git"),
    told: [RED],
  },
  "python3, as a module and as a program": {
    scene: inPython,
    script: `${fake("python3", "bin/python3")}; mkdir pytest; echo 'raise SystemExit(0)' > pytest/__main__.py; : > pytest/__init__.py`,
    told: ["restored pytest/__init__.py: it is new and hides a module that tests rely on", RED],
  },
  "sh, for a recipe of make": { scene: inMake, script: fake("sh", "bin/sh", "~/bin/sh"), told: [RED] },
  "direnv, mise and asdf": {
    script: `${fake("src/bin/node")}; echo 'PATH_add src/bin' > .envrc; printf '[env]\\n_.path = "src/bin"\\n' > mise.toml
      echo 'nodejs path:src/bin' > .tool-versions`,
    told: ["restored .envrc", "restored mise.toml", "restored .tool-versions", RED],
  },
});
