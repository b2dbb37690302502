import { describe, expect, test } from "vitest";
import { contractCannotFail } from "./contract-cannot-fail.ts";
import { findingsOf, wordsAt } from "./contract-rule.testkit.ts";

describe("points at the words that decide, and repairs what is certain", () => {
  test.each([
    ["npm test || true", "|| true", "npm test"],
    ["npm test || :", "|| :", "npm test"],
    ["npm test || exit 0", "|| exit 0", "npm test"],
    ['npm test || echo "it failed" >&2', '|| echo "it failed" >&2', "npm test"],
    ["npm test || true || true", "|| true", "npm test"],
    ["npm test && npm run lint || true", "|| true", "npm test && npm run lint"],
    ["npm test; true", "true", "npm test"],
    ["npm test\ntrue\n", "true", "npm test\n"],
    ["npm test; exit 0", "exit 0", "npm test"],
    ["npm test || true; exit 0", "exit 0", "npm test"],
    ["npm test || true # flaky", "|| true", "npm test # flaky"],
    ["npm test \\\n  || true", "|| true", "npm test"],
    ["set -e\nnpm test || true", "|| true", "set -e\nnpm test"],
    ["cat <<A || true\ntext\nA", "|| true", "cat <<A\ntext\nA"],
    ["( npm test || true )", "|| true", "( npm test )"],
    ["{ npm test; true; }", "true", "{ npm test; }"],
    ["bash -c 'npm test || true'", "|| true", "bash -c 'npm test'"],
  ])("%j", (command, words, fixed) => {
    expect(findingsOf(contractCannotFail, command)).toEqual([expect.objectContaining({ words, fixed })]);
  });
});

describe("reports without a repair what only the author can mend", () => {
  test.each([
    ["true", "true"],
    ["exit 0", "exit 0"],
    ["echo done", "echo done"],
    ["true || true", "|| true"],
    ["npm test; echo done", "echo done"],
    ["npm test &", "npm test &"],
    ["npm test & wait", "wait"],
    ["npm run build && npm test &", "npm run build && npm test &"],
    ["if npm test; then echo ok; fi", "if npm test; then echo ok; fi"],
    ["npm test || true; echo done", "echo done"],
    ["npm test || { echo failed; true; }", "|| { echo failed; true; }"],
    ["exit 0; npm test", "exit 0; npm test"],
    ["npm run a; exit 0; npm test", "exit 0"],
    ["true || npm test", "true || npm test"],
    ["if true; then exit 0; fi; npm test", "if true; then exit 0; fi; npm test"],
    ["npm test; # may fail\ntrue", "true"],
    ["npm test || # may fail\ntrue", "|| # may fail\ntrue"],
    ["cat <<A\ntext\nA\ntrue", "true"],
    ['bash -c "npm test \\"x\\" || true"', 'bash -c "npm test \\"x\\" || true"'],
    ["check() { npm test; }", "check() { npm test; }"],
  ])("%j", (command, words) => {
    const [finding, ...others] = findingsOf(contractCannotFail, command);
    expect(finding).toMatchObject({ words });
    expect(finding).not.toHaveProperty("fixed");
    expect(others).toEqual([]);
  });
});

describe("stays silent on real contracts", () => {
  test.each([
    'test -f docs/analysis-423.md && test "$(wc -l < docs/analysis-423.md)" -gt 10',
    "uv run pytest tests/auth/ -x",
    "uv run ruff check src/auth/ && uv run pyright src/auth/",
    "gh pr view --json state -q '.state' | grep -q OPEN",
    'test -f docs/review.md && grep -q "APPROVED\\|CHANGES_REQUESTED" docs/review.md',
    "test -f docs/inventory.md && grep -c \"^-\" docs/inventory.md | awk '{exit ($1 > 0 ? 0 : 1)}'",
    'uv run python -c "import httpx; print(httpx.__version__)"',
    '! grep -r "import requests" src/ && uv run pytest tests/ -x',
    "npm ci --offline && npm test",
    "set -e\nnpm run build\nnpm test\necho all good",
    "set -euo pipefail; npm test | tee log; echo done",
    "npm test; status=$?; echo finished; exit $status",
    "npm test || { cat log; exit 1; }",
    "npm start & pid=$!; sleep 1; curl -f localhost:3000; status=$?; kill $pid; exit $status",
    "trap 'rm -f tmp.db' EXIT; npm test",
    "if ! npm test; then exit 1; fi",
    "for f in src/*.ts; do grep -q license $f || exit 1; done",
    "diff <(sort a) <(sort b)",
    "[ \"$(git status --porcelain)\" = '' ]",
    "git diff --exit-code",
    "npm test & wait $!",
    "npm test & wait -n",
    "",
    "# nothing",
    "if true; then",
  ])("%j", (command) => {
    expect(wordsAt(contractCannotFail, command)).toEqual([]);
  });
});

describe("compares with what the contract expects", () => {
  test.each([
    ["false", { exitCode: 1 }, "always exits with 1, which is all the contract asks for"],
    ["exit 3", { exitCode: 3 }, "always exits with 3, which is all the contract asks for"],
    [
      "npm test || true",
      { exitCode: 1 },
      "always exits with 0, never with the expected 1, so the contract cannot pass",
    ],
    ["true", { exitCode: 1 }, "always exits with 0, never with the expected 1, so the contract cannot pass"],
    ["exit 1", {}, "always exits with 1, never with the expected 0, so the contract cannot pass"],
    ["! npm test", { exitCode: 2 }, "always exits with 0 or 1, never with the expected 2, so the contract cannot pass"],
    [
      "echo ok",
      { stdout: { kind: "contains", text: "ok" } },
      "always succeeds and prints what the contract looks for by itself",
    ],
    [
      "npm test; printf 'all ok\\n'",
      { stdout: { kind: "matches", pattern: "all ok" } },
      "always succeeds and prints what the contract looks for by itself",
    ],
    [
      "echo no",
      { stdout: { kind: "contains", text: "ok" } },
      "never prints what the contract looks for, so it cannot pass",
    ],
  ] as const)("%j with %j", (command, contract, message) => {
    const findings = findingsOf(contractCannotFail, command, { contract });
    expect(findings.map((finding) => finding.message)).toEqual([expect.stringContaining(message)]);
    expect(findings[0]).not.toHaveProperty("fixed");
  });

  test.each([
    ["false", { exitCode: 0, stdout: { kind: "contains", text: "x" } }, 1],
    ["grep -q TODO src/a.ts", { exitCode: 1 }, 0],
    ["npm test; true", { stdout: { kind: "contains", text: "12 passing" } }, 0],
    ["npm test || true; echo done", { stdout: { kind: "contains", text: "12 passing" } }, 0],
    ["npm test && echo ok || true", { stdout: { kind: "contains", text: "ok" } }, 0],
    ["exit 0; echo ok", { stdout: { kind: "contains", text: "ok" } }, 0],
    ["echo $X", { stdout: { kind: "contains", text: "ok" } }, 0],
    ["echo ok | tr k n", { stdout: { kind: "contains", text: "ok" } }, 0],
    ["echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", { stdout: { kind: "matches", pattern: "(a+)+$" } }, 0],
  ] as const)("%j with %j is reported %i times", (command, contract, times) => {
    expect(wordsAt(contractCannotFail, command, { contract })).toHaveLength(times);
  });
});

test("says what the words do and what to write instead", () => {
  expect(findingsOf(contractCannotFail, "npm test || true")).toEqual([
    {
      words: "|| true",
      message: "`|| true` turns every failure into a success",
      help: "delete it; a command that has to be ignored belongs before the one that decides",
      fixed: "npm test",
    },
  ]);
  expect(findingsOf(contractCannotFail, "npm test; echo done")[0]?.message).toBe(
    "the contract ends with `echo done`, which succeeds whatever went before it",
  );
  expect(findingsOf(contractCannotFail, "npm test &")[0]?.message).toBe(
    "`npm test &` is not waited for, so its failure is never seen",
  );
});

test("shows words that go on in the next line as one line", () => {
  const command = "npm test || \\\n  true";
  expect(findingsOf(contractCannotFail, command)[0]).toMatchObject({
    message: "`|| true` turns every failure into a success",
    fixed: "npm test",
  });
});
