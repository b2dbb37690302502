import type { Plan } from "../plan/model.ts";
import { branchOf } from "../plan/plan-id.ts";
import type { Halt, RunEvent } from "../record/run-event.ts";
import type { Scenario, ScenarioName } from "./scenario.ts";
import { listed } from "./smooth.ts";
import type { Sentence } from "./story.ts";

/** Where a plan stands when nothing more happens by itself. */
export type Standing = { halt: Halt; accepted: number; exit: number };

type Happening = Pick<Scenario, "name" | "at" | "budget">;

/** What the events alone do not say, and how it all ends. */
export function endingOf(plan: Plan, scenario: Happening, events: readonly RunEvent[], standing: Standing): Sentence[] {
  const { accepted, halt, exit } = standing;
  const begun = new Set(events.flatMap((event) => ("step" in event ? [event.step] : [])));
  const untouched = plan.steps.filter(({ id }) => !begun.has(id));
  const [of, verb] = [plan.steps.length, untouched.length === 1 ? "has" : "have"];
  const told = `${accepted} of ${of} ${of === 1 ? "step" : "steps"} ${accepted === 1 ? "is" : "are"} accepted`;
  return [
    ...(ASIDES[scenario.name]?.(events, scenario) ?? []),
    ...(untouched.length === 0 ? [] : [plain(`${listed(untouched)} ${verb} not started`)]),
    {
      kind: halt === "done" ? "good" : "plain",
      text: `${told} on ${branchOf(plan.id)}; ${HALTS[halt]} (exit status ${exit})`,
    },
  ];
}

export const acceptedIn = (events: readonly RunEvent[]): number =>
  events.filter(({ type }) => type === "step-accepted").length;

const HALTS: Record<Halt, string> = {
  done: "the plan is done",
  failed: "the plan has failed",
  waiting: "the run waits for you, and no clock answers",
  paused: "the run is paused",
  stopped: "the run was stopped",
  cancelled: "the run was cancelled",
};

const ASIDES: Partial<Record<ScenarioName, (events: readonly RunEvent[], scenario: Happening) => Sentence[]>> = {
  trespass(events, { at }) {
    const hasWorked = events.some((event) => event.type === "worker-ended" && event.step === at?.id);
    const isStopped = events.some((event) => event.type === "attempt-held" && event.places.length > 0);
    if (!hasWorked || isStopped) return [];
    return [plain("what it must not touch was read-only for the agent, so nothing of it was written")];
  },
  budget(events, { budget }) {
    if (events.some(isAboutBudget)) return [];
    return secondsOfWork(events) > (budget?.wallClock ?? 0)
      ? [{ kind: "bad", text: "the budget was used up, and nothing stopped" }]
      : [plain("the budget was not used up by then")];
  },
};

const isAboutBudget = (event: RunEvent): boolean =>
  (event.type === "asked" && event.question.kind === "budget") ||
  (event.type === "worker-ended" && event.reason === "budget");

const secondsOfWork = (events: readonly RunEvent[]): number =>
  events.reduce((sum, event) => sum + (event.type === "worker-ended" ? event.milliseconds / 1000 : 0), 0);

const plain = (text: string): Sentence => ({ kind: "plain", text });
