// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell scripts
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prerequisite } from "../../test/prerequisite.ts";
import { exitStatuses } from "./exit-status.ts";
import { parseScript } from "./script.ts";

const statusesOf = (command: string): number[] | "any" => {
  const statuses = exitStatuses(parseScript(command));
  return statuses === "any" ? "any" : [...statuses].sort((a, b) => a - b);
};

describe("knows every status of", () => {
  test.each([
    ["true", [0]],
    [": anything $X", [0]],
    ["false", [1]],
    ["exit 3", [3]],
    ["(exit 3)", [3]],
    ["false; exit", [1]],
    ["true; exit $?", [0]],
    ["echo done", [0]],
    ["printf 'done\\n'", [0]],
    ["printf '%s\\n' \"$X\"", [0]],
    ["X=1 Y=2", [0]],
    ["X=$(false)", [1]],
    ["export X=$(npm test)", [0]],
    ["npm test || true", [0]],
    ["npm test || :", [0]],
    ["npm test || exit 0", [0]],
    ["npm test || echo failed >&2", [0]],
    ["npm test; true", [0]],
    ["npm test\n\necho done", [0]],
    ["npm test; exit 0", [0]],
    ["npm test && echo yes || echo no", [0]],
    ["set -e; npm test || true", [0]],
    ["set -e; set +e; npm test; true", [0]],
    ["npm test &", [0]],
    ["npm test & wait", [0]],
    ["! false", [0]],
    ["! true", [1]],
    ["! npm test", [0, 1]],
    ["time true", [0]],
    ["if npm test; then echo ok; fi", [0]],
    ["if npm test; then echo ok; else echo no; fi", [0]],
    ["if true; then exit 4; fi; npm test", [4]],
    ["for f in a b; do echo $f; done", [0]],
    ["while npm test; do sleep 1 || break; echo again; done", [0]],
    ["case $X in a) true ;; *) echo other ;; esac", [0]],
    ["{ npm test || true; }", [0]],
    ["( npm test; true )", [0]],
    ["check() { npm test; }", [0]],
    ["exec true", [0]],
    ["bash -c 'npm test || true'", [0]],
    ['sh -c "npm test; true"', [0]],
    ["bash -euo pipefail -c 'npm test || true'", [0]],
    ["bash -lc 'exit 2'", [2]],
    ["[ 1 = 1 ]", [0]],
    ["test 1", [0]],
    ["[ ! -z x ]", [0]],
    ["[ 2 -gt 3 ]", [1]],
    ["[[ a == a && ( -n b || $X ) ]]", [0]],
    ["[[ ! a != a ]]", [0]],
    ["(( 1 ))", [0]],
    ["npm test | true", [0]],
    ["echo x | cat", [0]],
    ["echo x | tee log", [0]],
    ["echo x > log", [0]],
    ["npm test > /dev/null 2>&1 || true", [0]],
    ["command true", [0]],
    ["set -o pipefail; false | true", [1]],
    ["npm test || exit 0 && true", [0]],
  ])("%j", (command, statuses) => {
    expect(statusesOf(command)).toEqual(statuses);
  });
});

describe("does not claim to know", () => {
  test.each([
    "npm test",
    "npm test && true",
    "npm test && echo ok",
    "true && npm test",
    "npm test; exit $?",
    "npm test; exit",
    "set -e; npm test; true",
    "set -eu\nnpm test\necho ok",
    "set -o errexit; npm test; true",
    "set -e; (npm test; true)",
    "set -e; { npm test; }; true",
    "set -e; X=$(npm test); true",
    "{ set -e; } || true; npm test; true",
    "if test -f x; then set -e; fi; npm test; true",
    "for i in 1 2; do set -e; done; npm test; true",
    "set -o pipefail; npm test | true",
    "set -o pipefail; npm test | tee log",
    "npm test | tee log",
    "npm test | grep ok",
    "set -u; echo $X",
    "set -u; echo ${X} || true",
    "echo ${X:?}",
    ": ${X:?must be set} || true",
    "echo $((1 / N)); true",
    "echo ${!X}; true",
    "X=$(npm test)",
    "trap 'exit 1' EXIT; true",
    "trap cleanup ERR; npm test || true",
    'eval "$CHECK"; true',
    "source ./check.sh; true",
    ". ./check.sh || true",
    "kill $$; true",
    "(sleep 1; kill $$) & true",
    "for i in 1; do if ! break; then true; fi; done",
    "! { set -e; false; }",
    "$CHECK || true",
    "$CHECK; true",
    "true() { false; }; true",
    "f() { exit 1; }; f || true",
    "readonly X=1; X=2; true",
    "UID=3; true",
    "echo done > out/log",
    "echo done > $LOG",
    "echo done >&-",
    "exec >&-; echo done",
    "exec npm test",
    "exec 3< config || true",
    "printf '%d' $X",
    'printf "$X"',
    "[ -f x ]",
    "[ 1 = $X ]",
    "[[ -f x || a == b ]]",
    "(( X > 1 ))",
    'while read line; do test -n "$line"; done < list',
    "for f in a b; do test -f $f; done",
    "if npm test; then true; else exit 1; fi",
    "case $X in a) npm test ;; esac",
    'bash -c "$X || true"',
    "bash -c 'set -e; npm test; true'",
    "bash -ec 'npm test; true'",
    "bash check.sh",
    "sh -c 'set -o pipefail; true'",
    "sh -c '[[ a == a ]]'",
    "sh -c '[ a == a ]'",
    "bash -c 'true' > out/log",
    "wait $!",
    "exit 256",
    "exit abc",
    "exit 1 2",
    "return 0",
    "command -v npm",
    "command -p exit 1 || true",
    "select x in a b; do true; done",
    "coproc npm test",
    "npm test || { echo failed; exit 1; }",
    "npm test && exit 0; exit 1",
    "false() { true; }; ! false",
    "! grep -r TODO src && true",
    "shopt -s lastpipe; true | exit 1; true",
    "ls > /dev/null",
    "echo `if`; true",
  ])("%j", (command) => {
    const statuses = statusesOf(command);
    expect(statuses === "any" || statuses.length > 1).toBe(true);
  });
});

const bash = prerequisite("bash", spawnSync("bash", ["-c", "true"]).status === 0, "install bash");

/** Small scripts over what is known (`true`, `false`, `(exit 3)`) and what is not (`u1`, `u2`). */
const anyScript = fc.letrec<{ list: string; step: string; simple: string }>((tie) => {
  const list = tie("list");
  const step = tie("step");
  const word = fc.constantFrom("1", "2");
  const text = (...pieces: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
    fc
      .tuple(...pieces.map((piece) => (typeof piece === "string" ? fc.constant(piece) : piece)))
      .map((all) => all.join(""));
  return {
    simple: fc.constantFrom(
      ...["u1", "u2", "u1", "u2", "true", "false", "(exit 3)", "exit", "exit 0", "exit 2", "exit $?", "echo x", "x=1"],
      ...[
        "set -e",
        "set +e",
        "set -o pipefail",
        "set +o pipefail",
        "[ 1 = 1 ]",
        "[[ a == b ]]",
        ":",
        "exec true",
        "break",
      ],
      ...["command false", "! u1"],
    ),
    step: fc.oneof(
      { maxDepth: 4, depthIdentifier: "script" },
      tie("simple"),
      text(step, " && ", step),
      text(step, " || ", step),
      text("{ ", list, "; }"),
      text("( ", list, " )"),
      text("! { ", list, "; }"),
      text("{ ", step, "; } | { ", step, "; }"),
      text("if ", list, "; then ", list, "; fi"),
      text("if ", list, "; then ", list, "; elif ", step, "; then ", step, "; else ", list, "; fi"),
      text("for i in ", word, "; do ", list, "; done"),
      text("while ", step, "; do ", list, "; break; done"),
      text("until ", step, "; do ", list, "; break; done"),
      text("case 1 in ", word, ") ", list, ";& 2) ", step, ";; *) ", step, ";; esac"),
      text("x=$( ", list, " )"),
      text("export x=$( ", list, " )"),
      text("{ ", step, " & }"),
      text("f() { ", list, "; }"),
    ),
    list: fc.oneof({ maxDepth: 4, depthIdentifier: "script" }, step, text(step, "; ", list)),
  };
});

const anyCommand = fc.oneof(
  { weight: 6, arbitrary: anyScript.list },
  { weight: 1, arbitrary: anyScript.list.map((inner) => `bash -c '${inner}'; u1 || true`) },
  { weight: 1, arbitrary: anyScript.list.map((inner) => `bash -eo pipefail -c '${inner}'`) },
  { weight: 1, arbitrary: anyScript.list.map((inner) => `sh -c '${inner}'`) },
);

/** Every way the unknown commands may turn out. */
const cases = (script: string): string[] =>
  ["true", "(exit 7)"].flatMap((first) =>
    ["true", "(exit 9)"].map((second) => script.replaceAll("u1", first).replaceAll("u2", second)),
  );

/** The exit statuses of many scripts, from one bash that forks for each. */
function runAll(scripts: readonly string[]): number[] {
  const driver = `while IFS= read -r -d '' script; do ( true; eval "$script" ) >/dev/null 2>&1 </dev/null; echo $?; done`;
  const { stdout } = spawnSync("bash", ["-c", driver], {
    input: scripts.map((each) => `${each}\0`).join(""),
    encoding: "utf8",
  });
  return stdout.trim().split("\n").map(Number);
}

test("never claims less than what bash does", (context) => {
  bash(context);
  const scripts = fc.sample(anyCommand, 400).filter((script) => statusesOf(script) !== "any");
  const runs = scripts.flatMap((script) => cases(script).map((run) => ({ script, run })));
  const results = runAll(runs.map(({ run }) => run));
  expect(results).toHaveLength(runs.length);
  expect(scripts.length).toBeGreaterThan(40);
  const wrong = runs.filter(({ script }, index) => !(statusesOf(script) as number[]).includes(results[index] ?? -1));
  expect(wrong).toEqual([]);
});
