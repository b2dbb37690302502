import type { CheckedStep } from "../../app/proving/check.ts";
import { visibleText } from "../../std/visible-text.ts";
import { CHANGES_TESTS_ALONE } from "../../telling/not-run.ts";
import { cut, wrapped } from "./fit.ts";
import type { Paint } from "./paint.ts";

type Contract = CheckedStep["contracts"][number];
type Side = Contract["base"];

/** What one contract showed, on a few lines. */
export function contractWords(paint: Paint, width: number) {
  return (proven: Contract, isOneOfMany: boolean): string[] => {
    const { contract, conclusion, hints } = proven;
    const [first = "", ...rest] = contract.command.trimEnd().split("\n");
    const more = rest.length > 0 ? ` … (${rest.length + 1} lines)` : "";
    const own = isOneOfMany ? `${conclusion}: ` : "";
    return [
      paint("dim", `${cut(`  $ ${visibleText(first)}`, width - more.length)}${more}`),
      ...indented(`${own}${sentence(proven)}`),
      ...comparison(proven).flatMap(indented),
      ...detailsOf(proven).map((line) => paint("dim", cut(`    ${visibleText(line)}`, width))),
      ...[...hints, ...adviceOn(proven)].flatMap((hint) => indented(`→ ${hint}`)),
    ];
  };

  function indented(text: string): string[] {
    return wrapped(visibleText(text), width - 4).map((line, index) => `${index === 0 ? "  " : "    "}${line}`);
  }
}

function sentence({ conclusion, after, base }: Contract): string {
  const tests = after.report
    ? `${after.report.counts.passed} ${after.report.counts.passed === 1 ? "test" : "tests"}, `
    : "";
  const run = `${tests}${(after.milliseconds / 1000).toFixed(1)} s`;
  switch (conclusion) {
    case "proven":
      return `passes now (${run})`;
    case "guarding":
      return `passes (${run}), as it did before: it guards`;
    case "vacuous":
      return `passes (${run}), but it also passed before the work, so it proves nothing`;
    case "hollow":
      return `passes (${run}), but it also passes with the work reverted and only its tests kept`;
    case "unchanged":
      return `passes (${run}), but ${"notRun" in base ? base.notRun : "nothing has changed"}, so it proves nothing`;
    default:
      return after.explanation.headline;
  }
}

/** What the work made of it; the other conclusions have said so already. */
function comparison({ conclusion, base, reverted }: Contract): string[] {
  if (conclusion !== "proven") return [];
  const [before, without] = [failure(base), failure(reverted)];
  return [
    ...(before === null ? [] : [`before the work: ${before}`]),
    ...(without === null || without === before ? [] : [`its tests without the work: ${without}`]),
  ];
}

const failure = (side: Side): string | null =>
  "notRun" in side || side.verdict.status === "passed" ? null : side.explanation.headline;

/** A contract's last words, less what the sentence above has said and what package managers always say. */
function detailsOf({ after }: Contract): string[] {
  if (after.verdict.status === "passed") return [];
  const { headline, details } = after.explanation;
  const news = details.filter((line) => line.trim() !== "" && !headline.includes(line.trim()) && !NOISE.test(line));
  if (news.length <= MOST_DETAILS) return news;
  // Of several failed tests the first are shown, of a program's output the last lines.
  if ((after.report?.failures.length ?? 0) > 0) {
    return [...news.slice(0, MOST_DETAILS - 1), `… and ${news.length - MOST_DETAILS + 1} more`];
  }
  return ["…", ...news.slice(1 - MOST_DETAILS)];
}

const MOST_DETAILS = 8;
const NOISE =
  /^npm (?:error|ERR!)(?:\s*$| A complete log| {3}\S+-debug| To see a list of scripts| {3}npm run$)|: command not found$/;

/** What to do about it, for somebody who sees the word for the first time. */
function adviceOn({ conclusion, reverted }: Contract): string[] {
  switch (conclusion) {
    case "vacuous":
      return "notRun" in reverted && reverted.notRun !== CHANGES_TESTS_ALONE
        ? ["let it ask for something that only the finished step has"]
        : ["the new tests pass without the work, too; let them notice when it is missing"];
    case "hollow":
      return ["its tests do not notice that the work is missing; test what the step changes"];
    case "unchanged":
      return ["do the work first, or say where it began: --base COMMIT"];
    case "not-done":
      return ["the step says that it makes this, so there is nothing to repair yet"];
    case "broken":
      return ["repair the command or what it names; as it stands it can say nothing about any work"];
    default:
      return [];
  }
}
