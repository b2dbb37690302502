import type { Candidate } from "../../app/run-plan.ts";
import { placesIn } from "../../diagnostics/place.ts";
import { visibleText } from "../../std/visible-text.ts";
import { cut } from "./fit.ts";
import type { Paint } from "./paint.ts";
import { firstLine } from "./plain-lines.ts";

/** What is approved, on one screen: what will be done, how it is judged, by whom, and what it must not touch. */
export function approvalScreen(
  found: Candidate,
  { paint, width, height }: { paint: Paint; width: number; height: number },
): string {
  const { plan, mode, agent, agentTold, inPlace } = found;
  const areas = plan.protectedAreas.map(({ name, paths }) => (paths.length === 0 ? name : paths.join(", ")));
  const warnings = warningLines(found);
  const around = 10 + Math.min(areas.length, 1) + warnings.length;
  const steps = plan.steps.flatMap(({ number, title, template, contracts }) => [
    `  ${template ?? number}. ${title}`,
    ...(contracts.length === 0 ? ["     no contract: you will be asked"] : []),
    ...contracts.map(({ command }) => `     $ ${firstLine(command)}`),
  ]);
  const room = Math.max(6, height - around);
  const lines = [
    paint("bold", line(plan.title)),
    "",
    ...steps
      .slice(0, room)
      .map((each, index) => (index > 0 && each.startsWith("     ") ? paint("dim", line(each)) : line(each))),
    ...(steps.length > room ? [paint("dim", `  … and ${steps.length - room} more lines`)] : []),
    "",
    line(`agent      ${agent.driver}:${agent.spec}${agentTold === agent.spec ? "" : ` (${agentTold})`}`),
    line(
      `mode       ${mode}${mode === "interactive" ? ": asks before each step is accepted" : ": asks only where it must"}`,
    ),
    line(`branch     plan/${plan.id}${inPlace ? ", in this checkout" : ", in a work tree of its own"}`),
    ...(areas.length === 0 ? [] : [line(`protected  ${areas.join(", ")}`)]),
    ...uncommittedLines(found).map((each) => paint("yellow", line(each))),
    ...warnings.map((each) => paint("yellow", line(each))),
    "",
  ];
  return lines.map((each) => `${each}\n`).join("");

  function line(text: string): string {
    return cut(visibleText(text), width - 1);
  }
}

/** What is said of a checkout that differs from the commit the plan begins with. */
export function uncommittedLines({ uncommitted }: Pick<Candidate, "uncommitted">): string[] {
  if (uncommitted === null || uncommitted === 0) return [];
  return [
    `${uncommitted} uncommitted ${uncommitted === 1 ? "file is" : "files are"} not part of it: the plan begins with the last commit`,
  ];
}

const MOST_WARNINGS = 5;

/** What the compiler warns of, one line each, as far as there is room for. */
export function warningLines({ diagnostics, sources }: Pick<Candidate, "diagnostics" | "sources">): string[] {
  const placeOf = placesIn(sources);
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  const rest = warnings.length - MOST_WARNINGS;
  return [
    ...warnings.slice(0, MOST_WARNINGS).map(({ code, message, span }) => {
      const { file, line } = placeOf(span);
      return `${file}:${line}: warning: ${message} [${code}]`;
    }),
    ...(rest > 0 ? [`… and ${rest} more warnings; \`planwright verify\` shows them`] : []),
  ];
}
