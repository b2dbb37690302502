import { describe, expect, test } from "vitest";
import { contractCannotFail } from "./contract-cannot-fail.ts";
import { findingsOf, wordsAt } from "./contract-rule.testkit.ts";
import { pipeLosesStatus } from "./pipe-loses-status.ts";
import { uncheckedCommand } from "./unchecked-command.ts";

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
    "! npm run lint; npm test",
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
    "npm run lint; npm test (",
    "",
  ])("%j", (command) => {
    expect(wordsAt(uncheckedCommand, command)).toEqual([]);
  });

  test("a contract that looks at the output", () => {
    const contract = { stdout: { kind: "contains", text: "12 passing" } } as const;
    expect(wordsAt(uncheckedCommand, "npm test; git status", { contract })).toEqual([]);
  });
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
