import type { Forecast } from "../../plan/forecast.ts";
import type { Budget } from "../../plan/model.ts";
import { amountsInWords } from "../../plan/spending-words.ts";
import type { Candidate } from "./run-plan.ts";
import { spokenSteps } from "./spoken-steps.ts";

type Spending = Pick<Candidate, "plan" | "forecast">;

/** What a plan may cost, and what it will. Without a budget, only what earlier steps have shown; null for nothing. */
export function budgetText({ plan: { budget }, forecast }: Spending): string | null {
  const { tokens, seconds } = forecast.earlier;
  if (budget !== undefined) return `max ${amountsInWords(budget).join(", ")}; forecast ${forecastText(forecast)}`;
  return Math.max(tokens, seconds) === 0 ? null : `no limit; forecast ${forecastText(forecast)}`;
}

/** What steps may cost on their own, those with the same limits together; null where none is limited. */
export function stepBudgetText({ plan: { steps } }: Pick<Candidate, "plan">): string | null {
  const limited = steps.flatMap(({ number, budget }) =>
    budget === undefined ? [] : [{ number, limits: amountsInWords(budget).join(", ") }],
  );
  const told = [...Map.groupBy(limited, ({ limits }) => limits)].map(
    ([limits, group]) => `${spokenSteps(group.map(({ number }) => number))}: max ${limits}`,
  );
  return told.length === 0 ? null : told.join("; ");
}

/** The limits that a forecast is above, each with both figures. */
export function overBudget({ plan: { budget = {} }, forecast: expected }: Spending): string[] {
  const above = (name: "tokens" | "usd" | "wallClock", forecast: number | undefined): string[] => {
    const limit = budget[name];
    if (limit === undefined || forecast === undefined || forecast <= limit) return [];
    return [`${amountsInWords({ [name]: forecast })} (max ${amountsInWords({ [name]: limit })})`];
  };
  return [...above("tokens", expected.tokens), ...above("usd", expected.usd), ...above("wallClock", expected.seconds)];
}

type Spenders = Pick<Candidate, "plan" | "workers" | "plannerName" | "plannerReportsUsage">;

/** An agent that says nothing about what it uses cannot be stopped when it has used too much. Nor can a planner. */
export function unkeptLimits({ plan, workers, plannerName, plannerReportsUsage }: Spenders): string[] {
  const has = (name: "tokens" | "usd", ...budgets: (Budget | undefined)[]): boolean =>
    budgets.some((budget) => budget?.[name] !== undefined);
  const all = [plan.budget, ...plan.steps.map(({ budget }) => budget)];
  const limits = [...(has("tokens", ...all) ? ["tokens"] : []), ...(has("usd", ...all) ? ["money"] : [])];
  if (limits.length === 0) return [];
  const limited = plan.steps.filter((step) =>
    [plan.budget, step.budget].some((of) => has("tokens", of) || has("usd", of)),
  );
  const works = ({ steps }: Candidate["workers"][number]): boolean =>
    limited.some(({ number }) => steps.includes(number));
  const silent = new Set([
    ...workers.filter((worker) => !worker.reportsUsage && works(worker)).map(({ name }) => name),
    // It is asked about every step.
    ...(plannerName === null || plannerReportsUsage ? [] : [plannerName]),
  ]);
  if (silent.size === 0) return [];
  const [does, it] = silent.size === 1 ? ["does", "it uses"] : ["do", "they use"];
  const names = [...silent].join(", ");
  return [`${names} ${does} not report what ${it}: the limit on ${limits.join(" and ")} cannot be kept`];
}

function forecastText({ earlier, tokens, usd, seconds }: Forecast): string {
  const used = amountsInWords({ tokens, ...(usd !== undefined && { usd }) }).join(", ");
  const time = amountsInWords({ wallClock: seconds }).join();
  const steps = (count: number): string => `${count} earlier steps here`;
  if (earlier.tokens > 0) return `${used}, ${time} from ${steps(earlier.tokens)}`;
  if (earlier.seconds > 0) return `${used} by the plan's size, ${time} from ${steps(earlier.seconds)}`;
  return `${used}, ${time}, an estimate from the plan's size`;
}
