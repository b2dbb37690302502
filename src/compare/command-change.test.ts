import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { prerequisite } from "../../test/prerequisite.ts";
import { contractChange } from "./contract-change.ts";

const bash = prerequisite("bash", spawnSync("bash", ["-c", "true"]).status === 0, "install bash");

/** Small scripts over commands that may turn out either way: `u1`, `u2`, `u3`. */
const anyScript = fc.letrec<{ list: string; step: string; simple: string }>((tie) => {
  const [list, step] = [tie("list"), tie("step")];
  const text = (...pieces: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
    fc
      .tuple(...pieces.map((piece) => (typeof piece === "string" ? fc.constant(piece) : piece)))
      .map((all) => all.join(""));
  return {
    simple: fc.constantFrom(
      ...["u1", "u2", "u3", "u1", "u2", "u3", "set -e", "set -e", "set +e", "set -o pipefail", "exit 0", "exit $?"],
      ...["true", "! u1", "u1 | u2", "[[ a == b ]]", "f"],
    ),
    step: fc.oneof(
      { maxDepth: 3, depthIdentifier: "script" },
      tie("simple"),
      tie("simple"),
      text(step, " && ", step),
      text(step, " || ", step),
      text("{ ", list, "; }"),
      text("( ", list, " )"),
      text("if ", list, "; then ", list, "; fi"),
      fc.constantFrom("f() { u1; u2; }", "f() { u1 && u2; }"),
      text("{ ", step, " & }"),
      text("x=$( ", list, " )"),
    ),
    list: fc.oneof({ maxDepth: 4, depthIdentifier: "script" }, step, text(step, "; ", list), text("set -e; ", list)),
  };
});

const anyPair = fc
  .tuple(anyScript.list, fc.constantFrom(" && ", " && ", "; ", "\n", " || "), anyScript.list)
  .map(([before, joint, more]): [string, string] => [before, `${before}${joint}${more}`]);

/** Every way the commands may turn out. */
const cases = (script: string): string[] =>
  ["true", "(exit 7)"].flatMap((first) =>
    ["true", "(exit 8)"].flatMap((second) =>
      ["true", "(exit 9)"].map((third) =>
        script.replaceAll("u1", first).replaceAll("u2", second).replaceAll("u3", third),
      ),
    ),
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

/** The end of a script, its options or its comments, which are thought to matter little. */
const anyTouch = fc
  .tuple(anyScript.list, fc.constantFrom("exit 1", "{ echo no; false; }", "(exit 1)", "-e", "-u", "-eo pipefail", "#"))
  .map(([script, touch]): [string, string] => {
    if (touch === "#") return [script.replaceAll("; ", "\n"), script.replaceAll("; ", "\n # note\n")];
    return [script, touch.startsWith("-") ? `set ${touch}; ${script}` : `${script} || ${touch}`];
  });

const wayFrom = (before: string, after: string): string =>
  contractChange({ command: before, exitCode: 0 }, { command: after, exitCode: 0 }).way;

test("bash agrees: whatever passes a strengthened command passes the one it was", { timeout: 120_000 }, (context) => {
  bash(context);
  const pairs = fc.sample(anyPair, 800).filter(([before, after]) => wayFrom(before, after) === "strengthened");
  const runs = pairs.flatMap(([before, after]) => {
    const earlier = cases(before);
    return cases(after).map((now, index) => ({ was: earlier[index] ?? "", now }));
  });
  const results = runAll(runs.flatMap(({ was, now }) => [was, now]));
  expect(results).toHaveLength(runs.length * 2);
  expect(pairs.length).toBeGreaterThan(100);
  expect(runs.filter((_, index) => results[index * 2] !== 0 && results[index * 2 + 1] === 0)).toEqual([]);
});

test("bash agrees: a reworded command passes exactly when it did", { timeout: 120_000 }, (context) => {
  bash(context);
  const pairs = fc.sample(
    fc.oneof(
      anyTouch,
      anyTouch.map(([a, b]): [string, string] => [b, a]),
    ),
    600,
  );
  const ways = pairs.map(([before, after]) => wayFrom(before, after));
  const judged = pairs.filter((_, index) => ["reworded", "strengthened"].includes(ways[index] ?? ""));
  const runs = judged.flatMap(([before, after]) => {
    const [earlier, way] = [cases(before), wayFrom(before, after)];
    return cases(after).map((now, index) => ({ was: earlier[index] ?? "", now, way }));
  });
  const results = runAll(runs.flatMap(({ was, now }) => [was, now]));
  expect(results).toHaveLength(runs.length * 2);
  expect(ways.filter((way) => way === "reworded").length).toBeGreaterThan(80);
  const isWrong = ({ way }: { way: string }, index: number): boolean => {
    const [was, now] = [results[index * 2] === 0, results[index * 2 + 1] === 0];
    return way === "reworded" ? was !== now : now && !was;
  };
  expect(runs.filter(isWrong)).toEqual([]);
});
