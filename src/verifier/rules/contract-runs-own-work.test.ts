import { describe, expect, test } from "vitest";
import { noFiles } from "../../plan/a-plan.testkit.ts";
import { findingsOf, wordsAt } from "./contract-rule.testkit.ts";
import { contractRunsOwnWork } from "./contract-runs-own-work.ts";

const changing = (...paths: string[]) => ({ step: { files: { ...noFiles, change: paths.map((path) => ({ path })) } } });
const adding = (...paths: string[]) => ({ step: { files: { ...noFiles, add: paths.map((path) => ({ path })) } } });

describe("reports a contract that runs", () => {
  test.each([
    ["./scripts/check.sh", "scripts/check.sh", "./scripts/check.sh"],
    ["scripts/check.sh --all", "scripts/", "scripts/check.sh"],
    ["bash check.sh", "check.sh", "check.sh"],
    ["sh -x check.sh", "check.sh", "check.sh"],
    ["python tools/check.py", "tools/**", "tools/check.py"],
    ["uv run python tools/check.py", "tools/check.py", "tools/check.py"],
    ["node --enable-source-maps check.mjs", "check.mjs", "check.mjs"],
    ["npx tsx check.ts", "check.ts", "check.ts"],
    ["source env.sh && npm test", "env.sh", "env.sh"],
    [". ./env.sh", "env.sh", "./env.sh"],
    ["make -f ci.mk", "ci.mk", "ci.mk"],
    ["make test", "Makefile", "make"],
    ["make -C web", "web/Makefile", "make"],
    ["npm test", "package.json", "npm"],
    ["npm run check", "package.json", "npm"],
    ["cd web && pnpm run check", "web/package.json", "pnpm"],
    ["timeout 5 bash -c './check.sh'", "check.sh", "./check.sh"],
    ["python latest_a.py", "latest_a.py", "latest_a.py"],
    ["./contest/a", "contest/a", "./contest/a"],
    ["make test", "**", "make"],
  ])("%j when the step changes %j", (command, path, words) => {
    expect(wordsAt(contractRunsOwnWork, command, changing(path))).toEqual([words]);
    expect(wordsAt(contractRunsOwnWork, command, adding(path))).toEqual([words]);
  });
});

describe("has nothing against", () => {
  test.each([
    ["bash check.sh", "other.sh"],
    ["pytest tests/test_a.py", "tests/test_a.py"],
    ["npx vitest run src/a.test.ts", "src/a.test.ts"],
    ["node --test tests/a.mjs", "tests/a.mjs"],
    ["python -m pytest tests/test_a.py", "tests/test_a.py"],
    ["test -f docs/x.md && grep -q done docs/x.md", "docs/x.md"],
    ["bash -c 'npm run lint' check.sh", "check.sh"],
    ["cat check.sh", "check.sh"],
    ["make -f ci.mk", "Makefile"],
    ["npm ls", "package.json"],
    ["npm ci", "package.json"],
    ["bun test", "package.json"],
    ["npx vitest", "package.json"],
    ["cd web && npm test", "package.json"],
    ["bash $SCRIPT", "check.sh"],
    ["/opt/check.sh", "check.sh"],
    ["cd $DIR && ./check.sh", "check.sh"],
    ["./check.sh (", "check.sh"],
  ])("%j when the step changes %j", (command, path) => {
    expect(wordsAt(contractRunsOwnWork, command, changing(path))).toEqual([]);
  });

  test.each([
    ["python tests/test_a.py", "tests/test_a.py"],
    ["python test_a.py", "test_a.py"],
    ["node src/a.test.js", "src/a.test.js"],
    ["node a.spec.mjs", "a.spec.mjs"],
    ["ruby a_test.rb", "a_test.rb"],
    ["node src/__tests__/a.js", "src/__tests__/a.js"],
    ["./spec/a", "spec/a"],
  ])("%j when the step adds that test", (command, path) => {
    expect(wordsAt(contractRunsOwnWork, command, adding(path))).toEqual([]);
    expect(wordsAt(contractRunsOwnWork, command, changing(path))).toHaveLength(1);
  });

  test("what the step deletes or must not touch", () => {
    const files = { ...noFiles, delete: [{ path: "check.sh" }], mustNotTouch: [{ path: "check.sh" }] };
    expect(wordsAt(contractRunsOwnWork, "bash check.sh", { step: { files } })).toEqual([]);
  });
});

test("names the file, once", () => {
  expect(findingsOf(contractRunsOwnWork, "bash check.sh a; ./check.sh b", changing("check.sh"))).toEqual([
    {
      words: "check.sh",
      message: "this runs `check.sh`, which the step itself may rewrite",
      help: "let an earlier step write it, or test the work with something the step may not touch",
    },
  ]);
});

test.each([
  ["npm test", "package.json", "name the test runner in the contract, as in `npx vitest run`"],
  ["npm run check", "package.json", "write the commands of the recipe into the contract"],
  ["make  test", "Makefile", "write the commands of the recipe into the contract"],
])("says of %j that %s decides what it runs", (command, path, instead) => {
  expect(findingsOf(contractRunsOwnWork, command, changing(path))).toEqual([
    expect.objectContaining({
      message: `\`${path}\` decides what \`${command.replace("  ", " ")}\` runs, and the step itself may rewrite it`,
      help: `${instead}, or let another step change \`${path}\``,
    }),
  ]);
});
