import type { CheckedStep, Checking, StepConclusion } from "../../app/proving/check.ts";
import { visibleText } from "../../std/visible-text.ts";
import { contractWords } from "./contract-words.ts";
import { cut, wrapped } from "./fit.ts";
import { painter, type Tone } from "./paint.ts";

/** The words of `planwright check`, for a person: what it means first, what it rests on dimmed below. */
export function checkReport({ color, width }: { color: boolean; width: number }) {
  const paint = painter(color);
  const words = contractWords(paint, width);
  /** All steps share one checkout, so most of what is said about its files is true of all of them, and said once. */
  const said = new Set<string>();
  const isNews = (text: string): boolean => !said.has(text) && Boolean(said.add(text));
  let planPath = "";

  return {
    beginning({ plan, base, offers, dependencies, notes }: Checking): string {
      planPath = plan.source.path;
      const short = base.commit === null ? "" : ` (${base.commit.slice(0, 10)})`;
      const held = offers.isHolding ? `sandboxed by ${offers.mechanism}` : paint("yellow", "without a sandbox");
      return lines([
        `${paint("bold", cut(visibleText(plan.title), width - 12))}, ${count(plan.steps.length, "step")}`,
        `${paint("dim", `compared with ${visibleText(base.told)}${short},`)} ${paint("dim", held)}`,
        ...dependencies.map((path) => paint("dim", `dependencies as installed in ${visibleText(path)}`)),
        ...notes.map((note) => `${paint("yellow", "note:")} ${visibleText(note)}`),
        "",
      ]);
    },

    step(checked: CheckedStep): string {
      const { step, conclusion, contracts } = checked;
      const [mark, tone] = SIGNS[conclusion];
      const title = cut(visibleText(`${step.number}. ${step.title}`), width - 15);
      return lines([
        `${paint(tone, `${mark} ${conclusion.padEnd(11)}`)} ${title}`,
        ...contracts.flatMap((contract) => words(contract, contracts.length > 1)),
        ...(contracts.length === 0 ? indented("it has no contract, so only a person can accept it") : []),
        ...trespassLines(checked),
        ...restoredLines(checked),
        ...remarkLines(checked),
        "",
      ]);
    },

    ending(checked: readonly CheckedStep[]): string {
      const numbers = new Map<StepConclusion, number>();
      for (const { conclusion } of checked) numbers.set(conclusion, (numbers.get(conclusion) ?? 0) + 1);
      const parts = [...numbers].map(([conclusion, number]) => paint(SIGNS[conclusion][1], `${number} ${conclusion}`));
      return `${count(checked.length, "step")}: ${parts.join(", ")}\n`;
    },
  };

  function trespassLines({ trespasses }: CheckedStep): string[] {
    return trespasses.flatMap(({ path, what, by }) =>
      indented(`${visibleText(path)} was ${what}, and must not be: ${visibleText(by)}`).map((line) =>
        paint("red", line),
      ),
    );
  }

  function restoredLines({ restored, conclusion }: CheckedStep): string[] {
    const fresh = restored.filter(({ path, why }) => isNews(`${path}\0${why}`));
    const known = restored.filter((each) => !fresh.includes(each)).map(({ path }) => visibleText(path));
    return [
      ...fresh.flatMap(({ path, why, findings }) => [
        ...indented(`judged without the change to ${visibleText(path)}: ${visibleText(why)}`).map((line) =>
          paint("yellow", line),
        ),
        ...capped(findings, MOST_FINDINGS).map((line) => paint("dim", cut(`    ${visibleText(line)}`, width))),
      ]),
      ...(known.length === 0 || conclusion !== "failing"
        ? []
        : [paint("dim", cut(`  also judged without the change to ${capped(known, 3).join(", ")}`, width))]),
    ];
  }

  function remarkLines({ undeclared, findings }: CheckedStep): string[] {
    const changes = undeclared
      .filter(({ path }) => !`/${planPath}`.endsWith(`/${path}`))
      .map(({ path, after }) => `${visibleText(path)}${after === null ? " (deleted)" : ""}`)
      .filter((path) => isNews(`undeclared\0${path}`));
    const weaker = findings
      .map(({ path, line, told }) => visibleText(`${path}${line === undefined ? "" : `:${line}`}: ${told}`))
      .filter(isNews);
    return [
      ...(changes.length === 0
        ? []
        : indented(`changed, and not announced: ${capped(changes, MOST_CHANGES).join(", ")}`)),
      ...capped(weaker, MOST_FINDINGS).flatMap((line) => indented(`look at ${line}`)),
    ].map((line) => paint("yellow", line));
  }

  function indented(text: string): string[] {
    return wrapped(text, width - 4).map((line, index) => `${index === 0 ? "  " : "    "}${line}`);
  }
}

const MOST_FINDINGS = 4;
const MOST_CHANGES = 6;

function capped(items: readonly string[], most: number): string[] {
  const rest = items.length - most;
  return rest > 0 ? [...items.slice(0, most), `… and ${rest} more`] : [...items];
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

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");
const count = (amount: number, one: string): string => `${amount} ${amount === 1 ? one : `${one}s`}`;
