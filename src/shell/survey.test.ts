// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell scripts
import { describe, expect, test } from "vitest";
import { parseScript } from "./script.ts";

const invocationsOf = (command: string) => parseScript(command).survey.invocations;
const shown = (command: string): string[] => invocationsOf(command).map(({ start, end }) => command.slice(start, end));

describe("every invocation stands where it is written", () => {
  test.each([
    ["npm test", ["npm test"]],
    ["A=1 npm test > log", ["npm test"]],
    ["timeout 60 npm test", ["timeout 60 npm test", "npm test"]],
    ["bash -c 'npm test; ls'", ["bash -c 'npm test; ls'", "npm test", "ls"]],
    ['bash -c "npm test"', ['bash -c "npm test"', "npm test"]],
    ["echo $(git log `date`)", ["echo $(git log `date`)", "git log `date`", "date"]],
    ["bash -c 'echo $(date)'", ["bash -c 'echo $(date)'", "echo $(date)", "date"]],
    ["uv run pytest -x", ["uv run pytest -x", "pytest -x"]],
    ["python -m pytest -x", ["python -m pytest -x", "pytest -x"]],
  ])("%j", (command, expected) => {
    expect(shown(command)).toEqual(expected);
  });

  test("or at least inside the words it was decoded from", () => {
    expect(shown('bash -c "echo \\"a\\"; npm test"').slice(1)).toEqual(Array(2).fill('"echo \\"a\\"; npm test"'));
    expect(shown("echo `echo \\`date\\``").slice(1)).toEqual(Array(2).fill("`echo \\`date\\``"));
  });
});

describe("follows `cd`", () => {
  test.each([
    ["cd web; ls", "web"],
    ["cd web && cd src/../lib; ls", "web/lib"],
    ["cd web; cd ..; ls", ""],
    ["cd ..; ls", ".."],
    ["cd /etc; cd ssl; ls", "/etc/ssl"],
    ["cd; ls", "~"],
    ["cd ~/x; ls", "~/x"],
    ["cd -P web; ls", "web"],
    ["pushd web; ls", "web"],
    ["(cd web); ls", ""],
    ["cd web | cat; ls", ""],
    ["cd web & ls", ""],
    ["(cd web; ls)", "web"],
    ["cd web; x=$(ls)", "web"],
    ["cd web; bash -c 'ls'", "web"],
    ['cd "$(git rev-parse --show-toplevel)"; ls', ""],
    ["cd $X; ls", null],
    ["cd -; ls", null],
    ["cd web; popd; ls", null],
    ["cd $X; cd web; ls", null],
    ["f() { ls; }; cd web", null],
    ["uv run --directory web ls", null],
  ])("%j runs it in %j", (command, folder) => {
    expect(invocationsOf(command).find(({ name }) => name.text === "ls")?.folder).toBe(folder);
  });
});

test("knows what is set, defined and written", () => {
  const { survey } = parseScript("A=1 B=$(date); A+=2; for C in x; do :; done; f() { :; }; ls > out 2>&1 >> more");
  expect([...survey.variables].map(([name, value]) => [name, value?.text ?? null])).toEqual([
    ["A", null],
    ["B", null],
    ["C", null],
  ]);
  expect([...survey.functions]).toEqual(["f"]);
  expect(survey.outputs.map(({ text }) => text)).toEqual(["out", "1", "more"]);
  expect(parseScript("A=/x; B=$A").survey.variables.get("A")?.text).toBe("/x");
});

test("counts what a POSIX shell could not read", () => {
  const isPosix = (command: string): boolean => parseScript(command).survey.isPosix;
  const only = ["[[ a ]]", "((1))", "a=(1)", "cat <<< x", "ls &> x", "a |& b", "function f { :; }", "diff <(a) b"];
  expect(only.filter(isPosix)).toEqual([]);
  expect(
    ["f() { :; }", "a=1 b | c 2>&1", "[ a ]", "x=$(y)", "case a in b) ;; esac", "! a"].filter(isPosix),
  ).toHaveLength(6);
});

test("what only an inner shell will notice is no fault of the contract", () => {
  expect(parseScript("bash -c 'ls ('").faults).toEqual([]);
  expect(parseScript("bash -c 'ls; if'").faults).toEqual([]);
  expect(parseScript("echo $(ls (").faults).not.toEqual([]);
});

test("stops at scripts nested deeper than anybody nests them", () => {
  const nested = (depth: number): string => `${"echo $(".repeat(depth)}npm test${")".repeat(depth)}`;
  expect(shown(nested(10)).at(-1)).toBe("npm test");
  expect(invocationsOf(nested(100)).length).toBeLessThan(20);
});
