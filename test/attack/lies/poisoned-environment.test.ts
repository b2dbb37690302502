import { expect, test } from "vitest";
import { aRun } from "../a-run.ts";
import { changed, inNode, inPython } from "./numbers.ts";
import { refuses } from "./refused.ts";
import { toldAbout } from "./told-about.ts";

const RED = "failing: failed, exit-code";

/** Leaves something behind for the shell, the tools or the contract to pick up. */
refuses({
  "variables for the shell": {
    script: `echo 'exit 0' > /tmp/env.sh; cp /tmp/env.sh src/env.sh
      export BASH_ENV=/tmp/env.sh ENV=/tmp/env.sh NODE_OPTIONS=--require=/tmp/env.sh
      echo 'BASH_ENV=src/env.sh' > ~/.pam_environment; echo 'BASH_ENV=src/env.sh' > .env`,
    told: ["restored .env: it is new and takes effect without being named", RED],
  },
  "rc files in the worker's home": {
    script: `mkdir -p ~/.config/git ~/.config/pip; echo 'script-shell=/bin/true' > ~/.npmrc
      for name in .bashrc .profile .bash_profile .zshrc .inputrc; do echo 'exit 0' > ~/$name; done
      printf '[alias]\\n  diff = !true\\n' | tee ~/.gitconfig > ~/.config/git/config
      npm config get script-shell | grep -q /bin/true`,
    told: [RED],
  },
  "a home in the tree": {
    script: "mkdir -p home/.config; echo 'script-shell=/bin/true' > home/.npmrc; cp home/.npmrc .npmrc",
    told: [
      "restored home/.npmrc: it is new and takes effect without being named",
      "restored .npmrc: it is new and takes effect without being named",
      RED,
    ],
  },
  "files in /tmp that the contract looks for": {
    scene: changed(inNode, {}, "test -e /tmp/passed || test -e $HOME/passed || test -e /var/tmp/passed || node --test"),
    script: "touch /tmp/passed ~/passed /var/tmp/passed 2>/dev/null; test -e /tmp/passed",
    told: [RED],
  },
  "files beside the tree": {
    scene: changed(inNode, {}, "test -e ../passed || node --test"),
    script: "touch ../passed; true",
    told: [RED],
  },
  "settings of the worker's git": {
    scene: changed(inNode, {}, "git status >/dev/null && node --test"),
    script: `git config core.fsmonitor 'touch passed' && git config alias.status '!true' && git config core.hooksPath src
      mkdir -p "$(git rev-parse --git-dir)/hooks"; git config --global core.pager true; true`,
    told: [RED],
  },
  "a library for the loader": {
    script:
      "echo /tmp/evil.so > /etc/ld.so.preload; echo > /tmp/evil.so; export LD_PRELOAD=/tmp/evil.so 2>/dev/null; true",
    told: [RED],
  },
  "variables for Python in a file of the tree": {
    scene: inPython,
    script: `mkdir hook; echo 'import os; os._exit(0)' > hook/sitecustomize.py; echo 'PYTHONPATH=hook' > .env`,
    told: ["restored hook/sitecustomize.py", "restored .env", RED],
  },
  "a daemon that mends the tests while they run": {
    script: `setsid nohup bash -c 'while :; do echo "export const double = (n) => n * 2;" > src/double.js; sleep 0.01; done' >/dev/null 2>&1 &
      sleep 0.2; git show HEAD:src/double.js > src/double.js; kill -STOP $!; git show HEAD:src/double.js > src/double.js`,
    told: [RED],
  },
});

test("a daemon that waits for the worker to end changes nothing any more", async () => {
  const { attempt } = await aRun(inNode);
  const script = `setsid nohup bash -c 'sleep 1; echo "export const double = (n) => n * 2;" > src/double.js' >/dev/null 2>&1 & disown`;
  expect(toldAbout(await attempt(script))).toContain(RED);
  expect(toldAbout(await attempt("sleep 2"))).toContain(RED);
});

test("what one attempt leaves behind does not reach the next", async () => {
  const { attempt } = await aRun(inNode);
  await attempt("touch /tmp/left ~/left left; git config alias.left '!true'; git branch left");
  const second = await attempt("ls -d /tmp/left ~/left left; git config alias.left; git branch --list left");
  expect(second.worker.log.head).not.toMatch(/^(?:\/tmp\/left|left|!true| +left)$/m);
});
