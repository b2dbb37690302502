import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { placesIn } from "../../diagnostics/place.ts";
import { type Advice, advice, remedy } from "../../std/refusal.ts";
import { overBudget, unkeptLimits } from "./budget-text.ts";
import type { Today } from "./contracts-today.ts";
import { lintingSteps } from "./obstacles.ts";
import type { Candidate } from "./run-plan.ts";
import { spokenSteps } from "./spoken-steps.ts";
import { toolsLackedIn, untriedLines, vacuousLines } from "./today-lines.ts";

export type Remarkable = Pick<
  Candidate,
  | "plan"
  | "path"
  | "diagnostics"
  | "sources"
  | "workers"
  | "plannerName"
  | "plannerReportsUsage"
  | "replaced"
  | "uncommitted"
  | "shared"
  | "forecast"
> & {
  /** Null where nobody has looked. */
  today: Today | null;
};

/**
 * What a person should know before a plan is approved, a line each, the heaviest first: what would make the result
 * worthless, then what could go wrong, then what could be better.
 */
export function remarks(found: Remarkable): Advice[] {
  const { diagnostics, today } = found;
  const lacked = toolsLackedIn(today);
  const isTold = ({ code, message }: Diagnostic): boolean =>
    code === OVER_BUDGET ||
    code === UNDECLARED_GUARD ||
    (code === MISSING_TOOL && lacked.some(({ tool }) => message.startsWith(`\`${tool}\` `)));
  const warnings = diagnostics.filter((each) => each.severity === "warning" && !isTold(each));
  const tools = warnings.filter(({ code }) => code === MISSING_TOOL);
  return [
    ...vacuousLines(today),
    ...lacked.map(({ told }) => told),
    ...warningLines(found, tools),
    ...openAreaLines(found),
    ...guardLines(found),
    ...sharedLines(found),
    ...budgetLines(found),
    ...replacedLines(found),
    ...uncommittedLines(found),
    ...warningLines(
      found,
      warnings.filter((each) => !tools.includes(each)),
    ),
    ...untriedLines(today),
  ].map(advice);
}

/** Told with what is known here: the remedy for a tool, and what earlier steps have cost. */
const MISSING_TOOL = "PW304";
const OVER_BUDGET = "PW601";
const UNDECLARED_GUARD = "PW311";

/** Only paths can be enforced. */
function openAreaLines({ plan }: Remarkable): string[] {
  const open = plan.protectedAreas.filter(({ paths }) => paths.length === 0).map(({ name }) => `“${name}”`);
  if (open.length === 0) return [];
  const [names, it] = open.length === 1 ? ["names", "it"] : ["name", "them"];
  return [
    `${open.join(", ")} ${names} no paths, so nothing keeps workers out of ${it}; add paths such as \`src/pay/**\``,
  ];
}

/** Whoever approves should know what is expected of each contract. */
function guardLines({ plan }: Remarkable): string[] {
  const steps = lintingSteps(plan);
  if (steps.length === 0) return [];
  const [contract, it] =
    steps.length === 1 ? ["contract only lints", "it counts"] : ["contracts only lint", "they count"];
  return [`${spokenSteps(steps)}: ${contract} or checks types, so ${it} as \`guards\`: passed before, passes after`];
}

/** One line for each other plan. */
function sharedLines({ shared }: Remarkable): string[] {
  return [...Map.groupBy(shared, ({ other }) => other.name)].map(([name, writes]) => {
    const steps = [...new Set(writes.map(({ other }) => other.step))];
    const paths = [...new Set(writes.map(({ path }) => path))];
    const more = paths.length > MOST_PATHS ? ` and ${paths.length - MOST_PATHS} more` : "";
    const also = steps.length === 1 ? "also changes" : "also change";
    return `${name}, ${spokenSteps(steps)}, ${also} ${paths.slice(0, MOST_PATHS).join(", ")}${more}`;
  });
}

const MOST_PATHS = 3;

function budgetLines(found: Remarkable): string[] {
  const above = overBudget(found);
  return [
    ...(above.length === 0 ? [] : [`the forecast is above the budget: ${above.join(", ")}`]),
    ...unkeptLimits(found),
  ];
}

/** What is said where the command names another agent than the steps do. */
function replacedLines({ replaced, workers }: Remarkable): string[] {
  if (replaced.length === 0) return [];
  const others = replaced.map(({ name, steps }) => `${name} (${spokenSteps(steps)})`);
  return [`--agent ${workers.map(({ name }) => name).join(", ")} instead of ${others.join(", ")}`];
}

/** What is said of a checkout that differs from the commit the plan begins with. */
function uncommittedLines({ uncommitted }: Remarkable): string[] {
  if (uncommitted === null || uncommitted === 0) return [];
  return [
    `${uncommitted} uncommitted ${uncommitted === 1 ? "file is" : "files are"} not part of it: the plan starts from the last commit`,
  ];
}

const MOST_WARNINGS = 5;

/** What the compiler warns of: one line for the same words in several places, as far as there is room for. */
function warningLines({ sources, path }: Remarkable, warnings: readonly Diagnostic[]): (string | Advice)[] {
  const placeOf = placesIn(sources);
  const places = warnings.map(({ code, message, span }) => ({ ...placeOf(span), told: `${message} [${code}]` }));
  const groups = [...Map.groupBy(places, ({ file, told }) => `${file} ${told}`).values()];
  const rest = groups.slice(MOST_WARNINGS).flat().length;
  return [
    ...groups.slice(0, MOST_WARNINGS).flatMap((group) => {
      const [first] = group;
      return first ? [`${first.file}:${linesOf(group)}: warning: ${first.told}`] : [];
    }),
    ...(rest > 0
      ? [
          {
            message: `… and ${rest} more ${rest === 1 ? "warning" : "warnings"}`,
            remedies: path === null ? [] : [remedy("verify", { plan: path }, `shows ${rest === 1 ? "it" : "them"}`)],
          },
        ]
      : []),
  ];
}

function linesOf(group: readonly { line: number }[]): string {
  const lines = [...new Set(group.map(({ line }) => line))];
  return lines.length > MOST_LINES ? `${lines.slice(0, MOST_LINES).join(",")},…` : lines.join(",");
}

const MOST_LINES = 4;
