import { budgetText, overBudget, stepBudgetText } from "../../app/approving/budget-text.ts";
import { grants } from "../../app/approving/grants.ts";
import { type Remarkable, remarks } from "../../app/approving/remarks.ts";
import type { Candidate } from "../../app/approving/run-plan.ts";
import { spokenSteps } from "../../app/approving/spoken-steps.ts";
import { firstLine } from "../../std/plain-lines.ts";
import { visibleText } from "../../std/visible-text.ts";
import { cut, wrapped } from "./fit.ts";
import type { Paint, Tone } from "./paint.ts";
import { refusalText } from "./refusal-text.ts";

type Shown = Remarkable & Pick<Candidate, "base" | "mode" | "inPlace" | "contractNetwork">;

/**
 * What is approved, on one screen: what will be done, how it is judged, by whom and under which conditions; and last,
 * where the eye rests when it is asked, what speaks against it.
 */
export function approvalScreen(
  found: Shown,
  { paint, width, height }: { paint: Paint; width: number; height: number },
): string {
  const below = [...settings(found, width - 1), ...problems(found, width - 1, height - 4), plain("")];
  // The title, two blank lines and the question have their place, too.
  const room = Math.max(LEAST_STEP_LINES, height - below.length - 4);
  const lines = [
    { text: cut(visibleText(found.plan.title), width - 1), tone: "bold" as const },
    plain(""),
    ...stepLines(found, width - 1, room),
    plain(""),
    ...below,
  ];
  return lines.map(({ text, tone }) => `${tone === null ? text : paint(tone, text)}\n`).join("");
}

const LEAST_STEP_LINES = 4;

type Line = { text: string; tone: Tone | null };

const plain = (text: string): Line => ({ text, tone: null });

/** Every step with its contracts; with the files it names where there is room, and cut off where there is none. */
function stepLines({ plan, path }: Shown, width: number, room: number): Line[] {
  const whole = (hasFiles: boolean): Line[] => plan.steps.flatMap((step) => linesOf(step, width, hasFiles));
  const lines = whole(true).length <= room ? whole(true) : whole(false);
  if (lines.length <= room) return lines;
  const where = path === null ? "" : `; ${visibleText(path)} holds all of them`;
  const more = { text: `  … and ${lines.length - room + 1} more lines${where}`, tone: "dim" as const };
  return [...lines.slice(0, room - 1), more];
}

function linesOf({ number, title, template, contracts, files }: Step, width: number, hasFiles: boolean): Line[] {
  const dim = (text: string, end = ""): Line => ({
    text: `${cut(visibleText(`     ${text}`), width - end.length)}${end}`,
    tone: "dim",
  });
  return [
    plain(cut(visibleText(`  ${template ?? number}. ${title}`), width)),
    ...(contracts.length === 0 ? [dim("no contract: you will be asked")] : []),
    ...contracts.map(({ command }) => {
      const { length } = command.trim().split("\n");
      return dim(`$ ${firstLine(command)}`, length > 1 ? ` … (${length} lines)` : "");
    }),
    ...(hasFiles ? filesOf(files).map((text) => dim(text)) : []),
  ];
}

type Step = Shown["plan"]["steps"][number];

function filesOf({ change, add, delete: gone }: Step["files"]): string[] {
  const named = (word: string, entries: readonly { path: string }[]): string[] =>
    entries.length === 0 ? [] : [`${word} ${entries.map(({ path }) => path).join(", ")}`];
  const all = [...named("changes", change), ...named("adds", add), ...named("deletes", gone)];
  return all.length === 0 ? [] : [all.join("; ")];
}

function settings(found: Shown, width: number): Line[] {
  const { plan, path, sources, base, mode, workers, plannerName, inPlace } = found;
  const areas = plan.protectedAreas.map(({ name, paths }) => (paths.length === 0 ? name : paths.join(", ")));
  const count = sources.reduce((sum, { text }) => sum + text.trimEnd().split("\n").length, 0);
  const size = `${sources.length === 1 ? "" : `${sources.length} files, `}${count} lines`;
  const budget = budgetText(found);
  const about = [
    ...labelled("plan", path === null ? "written from your words; it will lie in its branch" : `${path}, ${size}`),
    ...labelled("base", `${base.branch ?? "no branch"} at ${base.commit.slice(0, 10)}`),
    ...workers.flatMap((worker) => labelled("agent", agentLine(worker, workers.length > 1))),
    ...(plannerName === null ? [] : labelled("planner", plannerName)),
    ...labelled(
      "mode",
      `${mode}: asks ${mode === "interactive" ? "before each step is accepted" : "only where it must"}`,
    ),
    ...labelled("branch", `plan/${plan.id}, in ${inPlace ? "this checkout" : "a work tree of its own"}`),
    ...(areas.length === 0 ? [] : labelled("protected", areas.join(", "), MOST_AREA_LINES)),
    ...grants(found).flatMap((grant) => labelled("grants", grant, 2)),
  ];
  const ofSteps = stepBudgetText(found);
  const cost = [
    ...(budget === null ? [] : labelled("budget", budget, 2)),
    ...(ofSteps === null ? [] : labelled(budget === null ? "budget" : "", ofSteps, MOST_BUDGET_LINES)),
  ];
  return [...about.map(plain), ...cost.map((text) => ({ text, tone: budgetTone(found) }))];

  function labelled(label: string, text: string, most = 1): string[] {
    const room = Math.max(20, width - LABEL);
    return atMost(text, room, most).map((line, index) => `${(index === 0 ? label : "").padEnd(LABEL)}${line}`);
  }
}

/** Text on at most so many lines; the last of them is cut. */
function atMost(text: string, width: number, most: number): string[] {
  const lines = most === 1 ? [visibleText(text)] : wrapped(visibleText(text), width);
  const [kept, rest] = [lines.slice(0, most - 1), lines.slice(most - 1).join(" ")];
  return [...kept, ...(rest === "" ? [] : [rest])].map((line) => cut(line, width));
}

function budgetTone(found: Shown): Tone | null {
  if (found.plan.budget === undefined && stepBudgetText(found) === null) return "dim";
  return overBudget(found).length > 0 ? "yellow" : null;
}

function agentLine({ name, steps, told }: Shown["workers"][number], isOneOfMany: boolean): string {
  const of = isOneOfMany ? `${spokenSteps(steps)}: ` : "";
  return `${of}${name}${told === null ? "" : ` (${told})`}`;
}

const LABEL = 11;
const MOST_AREA_LINES = 3;
const MOST_BUDGET_LINES = 3;

/**
 * One block, so that nothing has to be searched for; each remark says enough on two lines. A block that would not fit is
 * cut at its end: the heaviest come first.
 */
function problems(found: Shown, width: number, room: number): Line[] {
  const all = remarks(found).map(refusalText);
  if (all.length === 0) return [];
  const lines = all.flatMap((remark) =>
    atMost(remark, width - BULLET.length, 2).map((line, index) => `${index === 0 ? BULLET : "  "}${line}`),
  );
  const more = lines.length - room;
  const shown = more > 0 ? [...lines.slice(0, room - 1), `… and ${more + 1} more lines, which weigh less`] : lines;
  return [
    plain(""),
    { text: "before you decide", tone: "bold" },
    ...shown.map((text): Line => ({ text, tone: "yellow" })),
  ];
}

const BULLET = "· ";
