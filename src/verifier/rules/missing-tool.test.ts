import { describe, expect, test } from "vitest";
import { findingsOf, wordsAt } from "./contract-rule.testkit.ts";
import { missingTool } from "./missing-tool.ts";

/** A machine with nothing but these. */
const only = (...tools: string[]) => ({
  world: { which: (tool: string) => (tools.includes(tool) ? `/usr/bin/${tool}` : null) },
});

describe("finds the first word of every command", () => {
  test.each([
    ["pytest -x", ["pytest"]],
    ["A=1 B=2 pytest -x", ["pytest"]],
    ["env -u B A=1 pytest", ["env", "pytest"]],
    ["time pytest", ["pytest"]],
    ["! pytest", ["pytest"]],
    ["command pytest", ["pytest"]],
    ["exec pytest", ["pytest"]],
    ["nice -n 5 pytest", ["nice", "pytest"]],
    ["timeout -k 5 60 pytest", ["timeout", "pytest"]],
    ["timeout 60 nice pytest", ["timeout", "nice", "pytest"]],
    ["git ls-files | xargs -n 1 -I{} pytest {}", ["git", "xargs", "pytest"]],
    ["sudo -u me A=1 pytest", ["sudo", "pytest"]],
    ["( pytest )", ["pytest"]],
    ["if pytest; then ruff; else mypy; fi", ["pytest", "ruff", "mypy"]],
    ['echo "$(pytest)" `ruff`', ["pytest", "ruff"]],
    ["diff <(pytest) - ", ["diff", "pytest"]],
    ["bash -c 'pytest && ruff'", ["bash", "pytest", "ruff"]],
    ['sh -ec "pytest"', ["sh", "pytest"]],
    ["find . -name '*.py' -exec ruff {} \\;", ["find", "ruff"]],
    ["echo $(( $(pytest) + 1 ))", ["pytest"]],
    ["cat <<A\n$(pytest)\nA", ["cat", "pytest"]],
    ["case x in x) pytest ;; esac", ["pytest"]],
    ["while pytest; do :; done", ["pytest"]],
    ["echo `echo \\`pytest\\``", ["`echo \\`pytest\\``"]],
  ])("%j", (command, words) => {
    expect(wordsAt(missingTool, command, only())).toEqual(words);
  });
});

describe("stays silent", () => {
  test.each([
    ["where the tool is there", "pytest -x", only("pytest")],
    [
      "on what a project's runner finds",
      "uv run pytest && npx -y vitest && poetry run ruff",
      only("uv", "npx", "poetry"),
    ],
    ["on a module of python", "python -m pytest", only("python")],
    ["on builtins and keywords", "cd src && echo x; [ -f a ] || test -f b; export A=1; true; : ; [[ a ]]", only()],
    ["on functions of the script", "check() { true; }; check", only()],
    ["on paths", "./gradlew test && scripts/x.sh && /opt/x && ~/bin/x", only()],
    ["on what only running can tell", '$TOOL x; "$(which y)"; {a,b}; a*', only("which")],
    ["on what the contract looks for itself", "command -v docker && docker ps", only()],
    ["on arguments", "true pytest", only()],
    ["on a broken contract", "pytest (", only()],
    ["on the inside of a broken inner script", "bash -c 'pytest; if'", only("bash")],
  ])("%s", (_, command, surroundings) => {
    expect(wordsAt(missingTool, command, surroundings)).toEqual([]);
  });
});

test("reports each tool once in a contract", () => {
  expect(wordsAt(missingTool, "pytest a; pytest b; $(pytest c)", only())).toEqual(["pytest"]);
});

test.each([
  ["pytest", "install it, or let the project find it: `uv run pytest`"],
  ["vitest", "install it, or let the project find it: `npx vitest`"],
  ["jq", "install it, or test the work with a tool that is there"],
])("says how to get %s", (tool, help) => {
  expect(findingsOf(missingTool, tool, only())).toEqual([
    { words: tool, message: `\`${tool}\` is not on PATH here`, help },
  ]);
});
