import type { Candidate } from "../../app/run-plan.ts";
import { placesIn } from "../../diagnostics/place.ts";
import { visibleText } from "../../std/visible-text.ts";
import { cut, wrapped } from "./fit.ts";
import type { Paint } from "./paint.ts";
import { firstLine } from "./plain-lines.ts";
import { unhonouredLines } from "./unhonoured-lines.ts";

type Shown = Omit<Candidate, "opened" | "agent" | "agents" | "from" | "dialect" | "files" | "hash" | "ticked">;

/** What is approved, on one screen: what will be done, how it is judged, by whom, and what it must not touch. */
export function approvalScreen(
  found: Shown,
  { paint, width, height }: { paint: Paint; width: number; height: number },
): string {
  const below = [
    ...settings(found, width - 1),
    ...remarks(found).map((each) => paint("yellow", cut(visibleText(each), width - 1))),
    "",
  ];
  const lines = [
    paint("bold", cut(visibleText(found.plan.title), width - 1)),
    "",
    // The title, two blank lines and the question have their place, too.
    ...stepLines(found, width - 1, Math.max(6, height - below.length - 4)).map(({ text, isDim }) =>
      isDim ? paint("dim", text) : text,
    ),
    "",
    ...below,
  ];
  return lines.map((each) => `${each}\n`).join("");
}

type Line = { text: string; isDim: boolean };

/** Every step with its contracts; with the files it names where there is room, and cut off where there is none. */
function stepLines({ plan, path }: Shown, width: number, room: number): Line[] {
  const whole = (hasFiles: boolean): Line[] => plan.steps.flatMap((step) => linesOf(step, width, hasFiles));
  const lines = whole(true).length <= room ? whole(true) : whole(false);
  if (lines.length <= room) return lines;
  const where = path === null ? "" : `; ${visibleText(path)} holds all of them`;
  const more = { text: `  … and ${lines.length - room + 1} more lines${where}`, isDim: true };
  return [...lines.slice(0, room - 1), more];
}

function linesOf({ number, title, template, contracts, files }: Step, width: number, hasFiles: boolean): Line[] {
  const dim = (text: string, end = ""): Line => ({
    text: `${cut(visibleText(`     ${text}`), width - end.length)}${end}`,
    isDim: true,
  });
  return [
    { text: cut(visibleText(`  ${template ?? number}. ${title}`), width), isDim: false },
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

function settings(found: Shown, width: number): string[] {
  const { plan, path, sources, base, mode, workers, inPlace } = found;
  const areas = plan.protectedAreas.map(({ name, paths }) => (paths.length === 0 ? name : paths.join(", ")));
  const count = sources.reduce((sum, { text }) => sum + text.trimEnd().split("\n").length, 0);
  const size = `${sources.length === 1 ? "" : `${sources.length} files, `}${count} lines`;
  return [
    ...labelled("plan", path === null ? "written from your words; it will lie in its branch" : `${path}, ${size}`),
    ...labelled("base", `${base.branch ?? "no branch"} at ${base.commit.slice(0, 10)}`),
    ...workers.flatMap((worker) => labelled("agent", agentLine(worker, workers.length > 1))),
    ...labelled(
      "mode",
      `${mode}: asks ${mode === "interactive" ? "before each step is accepted" : "only where it must"}`,
    ),
    ...labelled("branch", `plan/${plan.id}, in ${inPlace ? "this checkout" : "a work tree of its own"}`),
    ...(areas.length === 0 ? [] : labelled("protected", areas.join(", "), MOST_AREA_LINES)),
  ];

  function labelled(label: string, text: string, most = 1): string[] {
    const room = Math.max(20, width - LABEL);
    const lines = most === 1 ? [visibleText(text)] : wrapped(visibleText(text), room);
    const [kept, rest] = [lines.slice(0, most - 1), lines.slice(most - 1).join(" ")];
    return [...kept, ...(rest === "" ? [] : [rest])].map(
      (line, index) => `${(index === 0 ? label : "").padEnd(LABEL)}${cut(line, room)}`,
    );
  }
}

function agentLine({ name, steps, told }: Shown["workers"][number], isOneOfMany: boolean): string {
  const of = isOneOfMany ? `${numbered(steps)}: ` : "";
  return `${of}${name}${told === null ? "" : ` (${told})`}`;
}

const numbered = (steps: readonly number[]): string => `${steps.length === 1 ? "step" : "steps"} ${steps.join(", ")}`;

const LABEL = 11;
const MOST_AREA_LINES = 3;

/** What a person should know of a plan beside what it says, a line each; also one who approves without looking. */
export const remarks = (found: Shown): string[] => [
  ...replacedLines(found),
  ...uncommittedLines(found),
  ...unhonouredLines(found),
  ...warningLines(found),
];

/** What is said where the command names another agent than the steps do. */
function replacedLines({ replaced, workers }: Pick<Candidate, "replaced" | "workers">): string[] {
  if (replaced.length === 0) return [];
  const others = replaced.map(({ name, steps }) => `${name} (${numbered(steps)})`);
  return [`--agent ${workers.map(({ name }) => name).join(", ")} instead of ${others.join(", ")}`];
}

/** What is said of a checkout that differs from the commit the plan begins with. */
function uncommittedLines({ uncommitted }: Pick<Candidate, "uncommitted">): string[] {
  if (uncommitted === null || uncommitted === 0) return [];
  return [
    `${uncommitted} uncommitted ${uncommitted === 1 ? "file is" : "files are"} not part of it: the plan begins with the last commit`,
  ];
}

const MOST_WARNINGS = 5;

/** What the compiler warns of, one line each, as far as there is room for. */
function warningLines({ diagnostics, sources, path }: Pick<Candidate, "diagnostics" | "sources" | "path">): string[] {
  const placeOf = placesIn(sources);
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  const rest = warnings.length - MOST_WARNINGS;
  return [
    ...warnings.slice(0, MOST_WARNINGS).map(({ code, message, span }) => {
      const { file, line } = placeOf(span);
      return `${file}:${line}: warning: ${message} [${code}]`;
    }),
    ...(rest > 0
      ? [`… and ${rest} more warnings${path === null ? "" : `; \`planwright verify ${path}\` shows them`}`]
      : []),
  ];
}
