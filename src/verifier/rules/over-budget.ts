import { formatDuration } from "../../plan/duration.ts";
import { type Forecast, forecast } from "../../plan/forecast.ts";
import type { Budget } from "../../plan/model.ts";
import { roughly } from "../../std/roughly.ts";
import type { Rule } from "./rule.ts";

export const overBudget: Rule = {
  code: "PW601",
  name: "over-budget",
  severity: "warning",
  summary: "The plan will probably take more than its budget.",
  why: "A run stops and asks when its budget is used up, so a budget that is too small is an interruption planned ahead.",
  check({ parsed, world, report }) {
    const { plan } = parsed;
    if (!plan.budget) return;
    // No database is started to read a plan; `run` forecasts with what it remembers when the plan is approved.
    const expected = forecast(plan, [], world.sizeOf);
    for (const message of [tokens, time].flatMap((say) => say(expected, plan.budget ?? {}))) {
      report(parsed.at("/budget"), message, { help: "raise the budget, or plan fewer or smaller steps" });
    }
  },
};

function tokens({ steps, tokens: sum }: Forecast, { tokens: limit }: Budget): string[] {
  if (limit === undefined || sum <= limit) return [];
  const each = `${roughly(sum / steps)} tokens`;
  return [`${sumOf(steps, each)} about ${roughly(sum)} tokens; the budget is ${roughly(limit)}`];
}

function time({ inSequence, seconds: sum }: Forecast, { wallClock: limit }: Budget): string[] {
  if (limit === undefined || sum <= limit) return [];
  const total = `${sumOf(inSequence, duration(sum / inSequence), " one after another")} about ${duration(sum)}`;
  return [`${total}; the budget is ${duration(limit)}`];
}

const sumOf = (steps: number, each: string, how = ""): string =>
  steps === 1 ? `1 step at about ${each} is` : `${steps} steps${how} at about ${each} each are`;

/** Minutes are exact enough for a guess; less than two are told in seconds. */
const duration = (seconds: number): string =>
  formatDuration(seconds < 120 ? Math.round(seconds) : Math.round(seconds / 60) * 60);
