import { styleText } from "node:util";
import type { CheckedStep, Checking, StepConclusion } from "../../app/check.ts";
import { visibleText } from "../../std/visible-text.ts";

type Contract = CheckedStep["contracts"][number];
type Side = Contract["base"];
type Tone = "green" | "yellow" | "red" | "dim";

/** The words of `planwright check`, for a person. */
export function checkReport({ color }: { color: boolean; width: number }) {
  const paint = (tone: Tone | "bold", text: string): string =>
    color ? styleText(tone, text, { validateStream: false }) : text;

  return {
    beginning({ plan, base, offers, dependencies, notes }: Checking): string {
      const short = base.commit === null ? "" : ` (${base.commit.slice(0, 10)})`;
      const held = offers.isHolding ? offers.mechanism : "off: contracts run unheld";
      return lines([
        `${paint("bold", visibleText(plan.title))}, ${count(plan.steps.length, "step")}`,
        paint("dim", `compared with ${visibleText(base.told)}${short} · sandbox ${held}`),
        ...dependencies.map((path) => paint("dim", `dependencies as installed in ${visibleText(path)}`)),
        ...notes.map((note) => paint("yellow", `note: ${visibleText(note)}`)),
        "",
      ]);
    },

    step({ step, conclusion, contracts, trespasses, restored }: CheckedStep): string {
      const [mark, tone] = SIGNS[conclusion];
      return lines([
        `${paint(tone, `${mark} ${conclusion.padEnd(11)}`)} ${step.number}. ${visibleText(step.title)}`,
        ...contracts.flatMap((contract) => contractLines(contract, contracts.length > 1)),
        ...(contracts.length === 0 ? ["  it has no contract, so only a person can accept it"] : []),
        ...trespasses.map(
          ({ path, what, by }) => `  ${paint("red", `${visibleText(path)} was ${what}`)}: ${visibleText(by)}`,
        ),
        ...restored.flatMap(({ path, why, findings }) => [
          `  ${paint("yellow", `ran with the base's ${visibleText(path)}`)}: the step does not announce a change to it, and ${visibleText(why)}`,
          ...findings.map((finding) => `    ${visibleText(finding)}`),
        ]),
        "",
      ]);
    },

    ending(checked: readonly CheckedStep[]): string {
      const numbers = new Map<StepConclusion, number>();
      for (const { conclusion } of checked) numbers.set(conclusion, (numbers.get(conclusion) ?? 0) + 1);
      return `${[...numbers].map(([conclusion, number]) => `${number} ${conclusion}`).join(", ")}\n`;
    },
  };

  function contractLines(proven: Contract, isOneOfMany: boolean): string[] {
    const { contract, after, base, reverted, conclusion } = proven;
    const [head = "", ...rest] = contract.command.trimEnd().split("\n");
    const more = rest.length > 0 ? ` … (${count(rest.length + 1, "line")})` : "";
    const own = isOneOfMany ? `${conclusion}: ` : "";
    return [
      paint("dim", `  $ ${visibleText(head)}${more}`),
      ...told(`${own}${sentence(proven)}`, after, conclusion),
      ...(conclusion === "proven" ? [`  before: ${sideTold(base)}`] : []),
      ...("notRun" in reverted ? [] : [`  its tests without the work: ${sideTold(reverted)}`]),
    ];
  }

  function told(sentence: string, after: Contract["after"], conclusion: StepConclusion): string[] {
    const passes = after.verdict.status === "passed";
    if (passes || conclusion === "proven") return [`  ${sentence}`];
    return [
      `  ${visibleText(sentence)}`,
      ...after.explanation.details.map((line) => `    ${paint("dim", visibleText(line))}`),
    ];
  }
}

const SIGNS: Record<StepConclusion, [string, Tone]> = {
  proven: ["✓", "green"],
  guarding: ["✓", "green"],
  vacuous: ["○", "yellow"],
  hollow: ["○", "yellow"],
  unchanged: ["○", "yellow"],
  "not-done": ["·", "yellow"],
  "no-contract": ["·", "yellow"],
  failing: ["✗", "red"],
  broken: ["✗", "red"],
  unrunnable: ["✗", "red"],
  tampered: ["✗", "red"],
};

function sentence({ conclusion, after, base }: Contract): string {
  const run = `${after.report ? `${count(after.report.counts.passed, "test")}, ` : ""}${seconds(after.milliseconds)}`;
  switch (conclusion) {
    case "proven":
      return `passes now (${run})`;
    case "guarding":
      return `passes now (${run}), as it did before: it guards`;
    case "vacuous":
      return `passes now (${run}), but it passed before the work, too: it proves nothing`;
    case "hollow":
      return `passes now (${run}), but its tests pass without the work, too`;
    case "unchanged":
      return `passes (${run}), but ${"notRun" in base ? base.notRun : "nothing has changed"}: it proves nothing`;
    default:
      return after.explanation.headline;
  }
}

function sideTold(side: Side): string {
  if ("notRun" in side) return `not run, ${side.notRun}`;
  return visibleText(side.verdict.status === "passed" ? "passes" : side.explanation.headline);
}

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
const count = (amount: number, one: string): string => `${amount} ${amount === 1 ? one : `${one}s`}`;
