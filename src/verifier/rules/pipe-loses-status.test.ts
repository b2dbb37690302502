import { describe, expect, test } from "vitest";
import { contractCannotFail } from "./contract-cannot-fail.ts";
import { findingsOf, wordsAt } from "./contract-rule.testkit.ts";
import { pipeLosesStatus } from "./pipe-loses-status.ts";

describe("reports a pipe that decides", () => {
  test.each([
    ["npm test | tee log", "| tee log", "set -o pipefail; npm test | tee log"],
    ["npm test 2>&1 | tail -20", "| tail -20", "set -o pipefail; npm test 2>&1 | tail -20"],
    ["# all\nnpm test | cat", "| cat", "# all\nset -o pipefail; npm test | cat"],
    ["npm test |& tee log", "|& tee log", "set -o pipefail; npm test |& tee log"],
    ["npm run build; npm test | sort | uniq", "| uniq", "set -o pipefail; npm run build; npm test | sort | uniq"],
    ["npm test | sed 's/a/b/'", "| sed 's/a/b/'", "set -o pipefail; npm test | sed 's/a/b/'"],
    ["npm test | awk '{print $1}'", "| awk '{print $1}'", "set -o pipefail; npm test | awk '{print $1}'"],
    ["npm test | tee log && npm run lint", "| tee log", "set -o pipefail; npm test | tee log && npm run lint"],
    ["npm run lint && npm test | wc -l", "| wc -l", "set -o pipefail; npm run lint && npm test | wc -l"],
    [
      "set -e; npm test | tee log; npm run lint",
      "| tee log",
      "set -o pipefail; set -e; npm test | tee log; npm run lint",
    ],
    ["( npm test | tee log )", "| tee log", "set -o pipefail; ( npm test | tee log )"],
    [
      "if npm test | tee log; then npm run a; else npm run b; fi",
      "| tee log",
      "set -o pipefail; if npm test | tee log; then npm run a; else npm run b; fi",
    ],
    [
      "for f in a b; do npm test $f | tee $f; done",
      "| tee $f",
      "set -o pipefail; for f in a b; do npm test $f | tee $f; done",
    ],
    ["! npm test | cat", "| cat", "set -o pipefail; ! npm test | cat"],
  ])("%j", (command, words, fixed) => {
    expect(findingsOf(pipeLosesStatus, command)).toEqual([expect.objectContaining({ words, fixed })]);
  });
});

describe("offers no repair that could break something else", () => {
  test.each([
    ["npm test | head -5", "| head -5"],
    ["npm test | sed 5q | cat", "| cat"],
    ["npm test | less", "| less"],
    ["git log | grep -q x; npm test | tee log", "| tee log"],
    ["n=$(ls | wc -l); npm test | tee log", "| tee log"],
    ["bash -c 'npm test | tee log'", "| tee log"],
    ["git log | head -1 | cat", "| cat"],
  ])("%j", (command, words) => {
    const findings = findingsOf(pipeLosesStatus, command);
    expect(findings).toEqual([expect.objectContaining({ words })]);
    expect(findings[0]).not.toHaveProperty("fixed");
  });
});

describe("stays silent on", () => {
  test.each([
    "set -o pipefail; npm test | tee log",
    "set -euo pipefail\nnpm test | tee log",
    "bash -o pipefail -c 'npm test | tee log'",
    "bash -eo pipefail -c 'npm test | tee log'",
    "npm test | grep -q passing",
    "npm test | jq -e .ok",
    "npm test | xargs test",
    "npm test | awk '/fail/ { exit 1 }'",
    "npm test | sed -n '/fail/q1'",
    "git ls-files | sort -c",
    "gh pr view --json state -q '.state' | grep -q OPEN",
    "grep -c '^-' docs/a.md | awk '{exit ($1 > 0 ? 0 : 1)}'",
    'test "$(git ls-files | wc -l)" -gt 3',
    "npm test | tee log; grep -q passing log",
    "npm test | tee log & npm run lint",
    "echo x | tee log",
    "npm test | tee log || true",
    "set -e; npm test | tee log || true; npm run lint",
    "npm test | while read line; do echo $line; done",
    "check() { npm test | tee log; }; npm test",
    "npm test",
    "set -e; npm test | tee log; exit $PIPESTATUS",
    "npm test | tee (",
  ])("%j", (command) => {
    expect(wordsAt(pipeLosesStatus, command)).toEqual([]);
  });

  test("a contract that looks at the output", () => {
    const contract = { stdout: { kind: "contains", text: "12 passing" } } as const;
    expect(wordsAt(pipeLosesStatus, "npm test | tail -5", { contract })).toEqual([]);
  });
});

test.each(["npm test | tee log; true", "npm test | true", "npm test | cat || true"])(
  "leaves %j to the rule for contracts that cannot fail",
  (command) => {
    expect(wordsAt(contractCannotFail, command)).toHaveLength(1);
    expect(wordsAt(pipeLosesStatus, command)).toEqual([]);
  },
);

test("names both commands", () => {
  expect(findingsOf(pipeLosesStatus, "npm test | tee log")[0]).toMatchObject({
    message: "`tee log` succeeds even when `npm test` fails",
    help: "put `set -o pipefail` first: then a pipe fails when any of its commands does",
  });
  expect(findingsOf(pipeLosesStatus, "npm test | head -5")[0]?.help).toBe(
    "write the output to a file instead, so that the command itself decides how the contract ends",
  );
});
