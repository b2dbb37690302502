import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { prerequisite } from "../../../test/prerequisite.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import { contractCannotFail } from "./contract-cannot-fail.ts";
import { findingsOf, wordsAt } from "./contract-rule.testkit.ts";
import { pipeLosesStatus } from "./pipe-loses-status.ts";
import { uncheckedCommand } from "./unchecked-command.ts";

const bash = prerequisite("bash", spawnSync("bash", ["-c", "true"]).status === 0, "install bash");

describe("points at a check that can fail unseen", () => {
  test.each([
    ["npm run lint\nnpm test", ["npm run lint"]],
    ["npm run lint; npm run build; npm test", ["npm run lint", "npm run build"]],
    ["npm test\nrm -rf coverage", ["npm test"]],
    ["CI=1 npm test > /dev/null 2>&1\nrm -rf coverage", ["npm test"]],
    ["timeout 60 npm test; git diff --exit-code", ["timeout 60 npm test"]],
    ["time npm test; git diff --exit-code", ["npm test"]],
    ["uv run ruff check src; uv run pytest", ["uv run ruff check src"]],
    ["poetry run mypy src\npytest", ["poetry run mypy src"]],
    ["npx tsc --noEmit\nnpx vitest run", ["npx tsc --noEmit"]],
    ["python -m pytest; test -f x", ["python -m pytest"]],
    ["node --test; test -f x", ["node --test"]],
    ["go vet ./...\ngo test ./...", ["go vet ./..."]],
    ["cargo +nightly clippy\ncargo test", ["cargo +nightly clippy"]],
    ["cargo fmt --check\ncargo test", ["cargo fmt --check"]],
    ["make\n./x", ["make"]],
    ["make -j 4 clean all\n./x", ["make -j 4 clean all"]],
    ["./gradlew clean test; test -f x", ["./gradlew clean test"]],
    ["prettier --check .; npm test", ["prettier --check ."]],
    ["yarn lint; yarn test", ["yarn lint"]],
    ["bash -c 'npm run lint; npm test'", ["npm run lint"]],
    ["set -e; set +e; npm run lint; npm test", ["npm run lint"]],
    ["set -u; npm run lint; npm test", ["npm run lint"]],
    ["npm start & pid=$!; npm test; kill $pid", ["npm test"]],
    ["[ -f x ]\ngrep -q a f\nnpm test", ["[ -f x ]", "grep -q a f"]],
    ["[[ -f x ]]; npm test", ["[[ -f x ]]"]],
    ["git grep -q a; npm test", ["git grep -q a"]],
    ["git diff --quiet; npm test", ["git diff --quiet"]],
    ["timeout 5 grep -rq a .; npm test", ["timeout 5 grep -rq a ."]],
    ["find . -exec grep -q a {} +; npm test", ["find . -exec grep -q a {} +"]],
    ["! npm run lint; npm test", ["! npm run lint"]],
    ["set -e; ! npm run lint; npm test", ["! npm run lint"]],
    ["for f in *.md; do test -s $f; npm run lint; done", ["test -s $f", "npm run lint"]],
    ["for f in a; do test -s $f; npm run lint; done", ["test -s $f"]],
    ["for f in a; do test -s $f; done; npm test", ["test -s $f"]],
    ["for a in x y; do for b in x y; do test $a != $b; done; done", ["test $a != $b"]],
    ["bash -c 'for f in a b; do test -f $f; done'", ["test -f $f"]],
    ["npm run lint\nnpm test\necho $? > status\ngit diff --exit-code", ["npm run lint"]],
  ])("%j", (command, words) => {
    expect(wordsAt(uncheckedCommand, command)).toEqual(words);
  });
});

describe("stays silent on", () => {
  test.each([
    "npm test",
    "npm run lint && npm test",
    "npm run lint || exit 1\nnpm test",
    "set -e\nnpm run lint\nnpm test",
    "set -o errexit; npm run lint; npm test",
    "set -euo pipefail\nnpm run lint\nnpm test",
    "bash -e -c 'npm run lint; npm test'",
    "bash -ec 'npm run lint; npm test'",
    "cd web && set -e; npm run lint; npm test",
    "shopt -so errexit; npm run lint; npm test",
    "set $FLAGS; npm run lint; npm test",
    "trap 'exit 1' ERR; npm run lint; npm test",
    "npm run lint; status=$?; npm test && exit $status",
    "npm run lint\nif [ $? -ne 0 ]; then exit 1; fi\nnpm test",
    "npm test; exit",
    "if npm run lint; then npm test; else exit 1; fi",
    "npm run lint & npm test",
    "npm test > test.log 2>&1; grep -q passing test.log",
    "npm test | tee test.log; grep -q passing test.log",
    'out=$(npm test); test -n "$out"',
    "echo $(npm test); test -f x",
    "echo npm test; test -f x",
    "npm ci; npm test",
    "npm run clean; npm test",
    "npm run lint:fix; npm test",
    "make clean\nmake test",
    "pytest --version; pytest",
    "prettier --write .; npm test",
    "ruff format; pytest",
    "go generate ./...; go test ./...",
    "make() { true; }; make; test -f x",
    "exec npm test; test -f x",
    "source .venv/bin/activate\npytest",
    "test -f dist/a || npm run build; npm test",
    "grep a f; npm test",
    "grep -eq f; npm test",
    "grep a f 2> /dev/null; npm test",
    "grep a f > found; npm test",
    "diff a b; npm test",
    "git log | grep a; npm test",
    "find . -exec grep -q a {} \\;; npm test",
    "test -f a; echo $? > status; npm test",
    "cd web && npm test; npm run lint",
    "test -f a & npm test",
    "for f in a; do test -f $f; done",
    "for i in 1 2 3; do npm test && break; done",
    "for f in a b; do test -f $f; done & npm test",
    "until grep -q up log; do sleep 1; done; npm test",
    "set $FLAGS; ! grep a f; npm test",
    "npm run lint; npm test (",
    "",
  ])("%j", (command) => {
    expect(wordsAt(uncheckedCommand, command)).toEqual([]);
  });
});

test("an expectation of the output does not make a failure seen", () => {
  const contract = { stdout: { kind: "contains", text: "12 passing" } } as const;
  expect(wordsAt(uncheckedCommand, "npm test; git status", { contract })).toEqual(["npm test"]);
  expect(wordsAt(uncheckedCommand, "npm run lint; npm test | tee log", { contract })).toEqual(["npm run lint"]);
});

test.each([
  ["npm test; true", contractCannotFail],
  ["npm test\nnpm run lint || true", contractCannotFail],
  ["npm run lint; npm test | tee log", pipeLosesStatus],
])("leaves %j to the rule that is about its end", (command, other) => {
  expect(wordsAt(other, command)).toHaveLength(1);
  expect(wordsAt(uncheckedCommand, command)).toEqual([]);
});

test("names the command, folded into one line, and says how to go on", () => {
  expect(findingsOf(uncheckedCommand, "npm run \\\n  lint\nnpm test")).toEqual([
    {
      words: "npm run \\\n  lint",
      message: "`npm run lint` may fail and the contract still pass: bash goes on with the next command",
      help: "join the commands with `&&`, or begin with `set -e`",
    },
  ]);
});

test("names the loop, or the negation, that makes bash go on", () => {
  expect(findingsOf(uncheckedCommand, 'for h in A B; do grep -q "$h" f; done')).toEqual([
    {
      words: 'grep -q "$h" f',
      message: '`grep -q "$h" f` may fail and the contract still pass: bash goes on with the next turn of the loop',
      help: "write `|| exit 1` behind it, or begin with `set -e`",
    },
  ]);
  expect(findingsOf(uncheckedCommand, "! grep -rn TODO src; npm test")).toEqual([
    {
      words: "! grep -rn TODO src",
      message: "`! grep -rn TODO src` may fail and the contract still pass: bash goes on with the next command",
      help: "write `if grep …; then exit 1; fi`",
    },
  ]);
  expect(findingsOf(uncheckedCommand, "set -e; ! grep -rn TODO src; npm test")[0]?.message).toBe(
    "`! grep -rn TODO src` may fail and the contract still pass: `set -e` does not stop at a command with a `!`",
  );
});

/** Each script has a check that fails here: there is no `x`, `f` says B but not A, `src` has a TODO, the linter fails. */
describe("bash agrees", () => {
  beforeEach((context) => void bash(context));

  test.each([
    "test -f x\nnpm test",
    "[ -f x ]\nnpm test",
    "[[ -f x ]]\nnpm test",
    "grep -q A f\nnpm test",
    "grep -qx A f\nnpm test",
    "grep -sq A f\nnpm test",
    "grep --quiet A f\nnpm test",
    "grep A f > /dev/null\nnpm test",
    "cmp f src/a > /dev/null\nnpm test",
    "diff -q f src/a > /dev/null\nnpm test",
    "! grep -rn TODO src\nnpm test",
    "cat f | grep -q A\nnpm test",
    "! cat src/a | grep TODO\nnpm test",
    "npm run lint && npm run build\nnpm test",
    "npm run build && npm run lint\nnpm test",
    'for h in A B; do grep -q "$h" f; done',
    'for h in A B; do grep -q "$h" f; done\nnpm test',
    'printf "A\\nB\\n" > list; while read h; do grep -q "$h" f; done < list',
    "set -e\n! grep -rn TODO src\nnpm test",
    "set -e\nfor d in src; do ! grep -rn TODO $d; done\nnpm test",
  ])("%j passes all the same", (script) => {
    expect(wordsAt(uncheckedCommand, script)).toHaveLength(1);
    expect(statusOf(script)).toBe(0);
  });

  test.each([
    "test -f x && npm test",
    "set -e\ngrep -q A f\nnpm test",
    "set -e\n[[ -f x ]]\nnpm test",
    "set -e\ncat f | grep -q A\nnpm test",
    'set -e\nfor h in A B; do grep -q "$h" f; done',
    'for h in A B; do grep -q "$h" f || exit 1; done',
    "for h in A; do grep -q $h f; done",
    "test -f x || exit 1\nnpm test",
    "if grep -rn TODO src; then exit 1; fi\nnpm test",
    "set -e\nnpm test\n! grep -rn TODO src",
    "npm test\n! grep -rn TODO src",
    "npm test && ! grep -rn TODO src",
    "if ! grep -q A f; then exit 1; fi\nnpm test",
  ])("%j fails, as it should", (script) => {
    expect(wordsAt(uncheckedCommand, script).filter((words) => words !== "npm test")).toEqual([]);
    expect(statusOf(script)).not.toBe(0);
  });

  test.each([
    "[ -f x ] && rm x\nnpm test",
    "test -d d || mkdir d\nnpm test",
    "while [ -f x ]; do rm x; done\nnpm test",
  ])("%j means to go on", (script) => {
    expect(wordsAt(uncheckedCommand, script)).toEqual([]);
    expect(statusOf(script)).toBe(0);
  });

  function statusOf(script: string): number | null {
    const folder = tempFolder();
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, "f"), "B\n");
    writeFileSync(join(folder, "src", "a"), "TODO\n");
    writeFileSync(join(folder, "npm"), '#!/bin/sh\ntest "$2" != lint\n', { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    return spawnSync("bash", ["-c", script], { cwd: folder, env }).status;
  }
});
