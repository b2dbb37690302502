import { describe, expect, test } from "vitest";
import { aContract, aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import { findingsOf, wordsAt } from "./contract-rule.testkit.ts";
import { missingTestTarget } from "./missing-test-target.ts";

/** A repository with nothing but these. */
const only = (...paths: string[]) => ({ world: { exists: (path: string) => paths.includes(path) } });

describe("finds what a runner was given", () => {
  test.each([
    ["pytest tests/auth -x", ["tests/auth"]],
    ["pytest -x -k login tests/a.py::test_b", ["tests/a.py::test_b"]],
    ["uv run pytest tests/auth/ -x", ["tests/auth/"]],
    ["python -m pytest tests", ["tests"]],
    ["poetry run pytest tests", ["tests"]],
    ["npx vitest run src/a.test.ts", ["src/a.test.ts"]],
    ["npx jest tests/", ["tests/"]],
    ["npm exec -- jest src/a.test.js", ["src/a.test.js"]],
    ["pnpm exec vitest run src/a.test.ts", ["src/a.test.ts"]],
    ["yarn vitest run src/a.test.ts", ["src/a.test.ts"]],
    ["node --test tests/a.mjs", ["tests/a.mjs"]],
    ["npx mocha spec/a.js", ["spec/a.js"]],
    ["go test -v ./pkg/...", ["./pkg/..."]],
    ["cargo test --test api", ["api"]],
    ["ruff check src/auth && ruff format --check lib", ["src/auth", "lib"]],
    ["pyright src/auth", ["src/auth"]],
    ["tsc -p web/tsconfig.json --noEmit", ["web/tsconfig.json"]],
    ["make -f ci.mk test", ["ci.mk"]],
    ["make -C web test", ["web"]],
    ["bash scripts/check.sh", ["scripts/check.sh"]],
    ["bash -euo pipefail scripts/check.sh", ["scripts/check.sh"]],
    ["./scripts/check.sh --all", ["./scripts/check.sh"]],
    ["python3 tools/check.py", ["tools/check.py"]],
    ["uv run tools/check.py", ["tools/check.py"]],
    ["node tools/check.mjs", ["tools/check.mjs"]],
    ["deno run tools/check.ts && bun tools/other.ts", ["tools/check.ts", "tools/other.ts"]],
    ["deno test tests/a.ts", ["tests/a.ts"]],
    ["source env.sh", ["env.sh"]],
    ["timeout 60 bash -c 'pytest tests/a.py'", ["tests/a.py"]],
    ["cd web && npx vitest run src/a.test.ts", ["src/a.test.ts"]],
  ])("%j", (command, words) => {
    expect(wordsAt(missingTestTarget, command, only())).toEqual(words);
  });
});

describe("leaves alone", () => {
  test.each([
    "test -f docs/a.md",
    "[ -e docs/a.md ] && [[ -d docs ]]",
    '! grep -r "import requests" src/',
    "npm test > logs/out.txt",
    "pytest",
    "pytest tests/*.py",
    'pytest "$TESTS"',
    "pytest --cov src/app --ignore tests/slow",
    "pytest -n 4 --maxfail=1",
    "npx vitest run auth",
    "npx vitest run plan/graph",
    "go test ./...",
    "go test example.org/x/y",
    "cargo test login",
    "cargo test -p core --test api",
    "ruff check .",
    "black --check -l 100",
    "bash -c 'npm test'",
    "bash -s < x",
    "bash - < x",
    "python3 - <<A\nimport x\nA",
    "bun install && deno test",
    "node --env-file .env",
    'python -c "import x"',
    "node -e 'check()'",
    "node --check",
    "node_modules/.bin/vitest",
    ".venv/bin/python -m pytest",
    "npm run build && node dist/cli.js",
    "/opt/tools/check.sh",
    "~/check.sh",
    "bash ../check.sh",
    "cd $DIR && pytest tests",
    "test -f run.sh && bash run.sh",
    "cat a b > all.sh; bash all.sh",
    "cc x.c -o x && ./x",
    "cd cmd && go build -o bin/app . && ./bin/app",
    "go build -o=bin/ ./... && ./bin/app",
    "tool --output run.sh; bash run.sh",
    "tool --output=run.sh; bash run.sh",
    "tool --out run.sh; bash run.sh",
    "pytest tests (",
  ])("%j", (command) => {
    expect(wordsAt(missingTestTarget, command, only())).toEqual([]);
  });
});

describe("is content when", () => {
  const command = "pytest tests/auth/test_login.py";
  const file = { path: "tests/auth/test_login.py" };
  test.each([
    ["the file exists", only("tests/auth/test_login.py")],
    ["the step adds it", { ...only(), step: { files: { ...noFiles, add: [file] } } }],
    ["the step changes it", { ...only(), step: { files: { ...noFiles, change: [file] } } }],
    ["the step adds the folder", { ...only(), step: { files: { ...noFiles, add: [{ path: "tests/auth/" }] } } }],
    ["the step adds a pattern", { ...only(), step: { files: { ...noFiles, add: [{ path: "tests/**/*.py" }] } } }],
    ["the task names it", { ...only(), step: { what: "Write `tests/auth/test_login.py`." } }],
    ["an earlier step adds it", { ...only(), earlier: [aStep("a", { files: { ...noFiles, add: [file] } })] }],
    [
      "an earlier contract makes sure of it",
      { ...only(), earlier: [aStep("a", { contracts: [aContract({ command: `test -f ${file.path}` })] })] },
    ],
    [
      "a later step adds it and this one depends on it",
      { ...only(), step: { dependsOn: ["b"] }, later: [aStep("b", { files: { ...noFiles, add: [file] } })] },
    ],
  ])("%s", (_, surroundings) => {
    expect(wordsAt(missingTestTarget, command, surroundings)).toEqual([]);
  });

  test("a file below the folder is made", () => {
    const step = { files: { ...noFiles, add: [file] } };
    expect(wordsAt(missingTestTarget, "pytest tests/auth/", { ...only(), step })).toEqual([]);
    expect(wordsAt(missingTestTarget, "pytest tests/auth/test_other.py", { ...only(), step })).toHaveLength(1);
  });

  test("cargo finds the test as a folder", () => {
    expect(wordsAt(missingTestTarget, "cargo test --test api", only("tests/api/main.rs"))).toEqual([]);
  });

  test("a `cd` leads to it", () => {
    expect(wordsAt(missingTestTarget, "cd web && npx vitest run src/a.test.ts", only("web/src/a.test.ts"))).toEqual([]);
    expect(wordsAt(missingTestTarget, "(cd web && ./build.sh); ./check.sh", only("web/build.sh", "check.sh"))).toEqual(
      [],
    );
  });
});

test("is not content when only a later step makes the file", () => {
  const later = [aStep("z", { files: { ...noFiles, add: [{ path: "tests/a.py" }] } })];
  expect(wordsAt(missingTestTarget, "pytest tests/a.py", { ...only(), later })).toEqual(["tests/a.py"]);
});

test("reports each path once, and says what to do", () => {
  expect(findingsOf(missingTestTarget, "pytest tests/a.py; pytest ./tests/a.py::x", only())).toEqual([
    {
      words: "tests/a.py",
      message: "`tests/a.py` does not exist, and no step up to this one makes it",
      help: "correct the path, or name the file among those the step adds",
    },
  ]);
});
