import type { Proof, SideProof } from "../record/receipt.ts";

/** What one contract has shown about work that it passes on, in two lines: what ran, and what it said when. */
export function proofLines({ command, base, after, reverted }: Proof["contracts"][number]): string {
  const [first = "", ...rest] = command.trim().split("\n");
  const more = rest.length === 0 ? "" : ` … (${rest.length + 1} lines)`;
  const said = [`${passes(after)} now${figures(after)}`, ...before(base), ...takenBack(reverted)];
  return `$ ${first}${more}\n${said.join("; ")}`;
}

const passes = ({ state }: SideProof): string => (state === "green" ? "passes" : "does not pass");

function figures(side: SideProof): string {
  if (side.state === "not-run") return "";
  const passed = side.tests?.passed;
  const tests = passed === undefined ? [] : [`${passed} ${passed === 1 ? "test" : "tests"}`];
  return ` (${[...tests, `${(side.milliseconds / 1000).toFixed(1)} s`].join(", ")})`;
}

function before(side: SideProof): string[] {
  switch (side.state) {
    case "green":
      return ["also passed before the work"];
    case "red":
      return [`failed before the work${ended(side)}`];
    case "absent":
      return ["could not run before the work"];
    case "not-run":
      return [];
  }
}

const ended = (side: SideProof): string =>
  side.state === "red" && side.exit.kind === "exited" ? ` (exit ${side.exit.code})` : "";

function takenBack({ state }: SideProof): string[] {
  if (state === "not-run") return [];
  return [state === "green" ? "also passes with the work reverted" : "does not pass with the work reverted"];
}
