import type { RunEvent } from "../../app/hosting/go-on.ts";
import { type SpendingMeter, spendingMeter } from "../../app/looking/spending-meter.ts";
import { firstLine, plainLines } from "../../std/plain-lines.ts";
import { interruption } from "../../telling/event-words.ts";

/** What is shown of a step while it is not finished. `since` is when it began to do what it does. */
export type StepView = {
  state: "pending" | "working" | "judging" | "passed" | "failed" | "waiting" | "done";
  attempt: number;
  since: number | null;
  /** What the agent does or has printed last, or what became of the attempt. */
  told: string;
};

/** What a live list shows of a run: each event changes it a little. */
export type RunView = {
  steps: Map<string, StepView>;
  began: number | null;
  spending: SpendingMeter;
  /** What was heard last, and of which work: it may come before the journal says that the work has begun. */
  heard: { of: string; line: string };
};

export const newView = (): RunView => ({
  steps: new Map(),
  began: null,
  spending: spendingMeter(),
  heard: { of: "", line: "" },
});

const NEW_STEP: StepView = { state: "pending", attempt: 0, since: null, told: "" };

export const viewOf = ({ steps }: RunView, step: string): StepView => steps.get(step) ?? NEW_STEP;

/** Counts an event in. */
export function see(view: RunView, event: RunEvent): void {
  const at = Date.parse(event.at);
  view.spending.see(event);
  const change = (step: string, changed: Partial<StepView>): void =>
    void view.steps.set(step, { ...viewOf(view, step), ...changed });
  switch (event.type) {
    case "hosted":
      view.began = at;
      return;
    case "attempt-started":
      return change(event.step, {
        state: "working",
        attempt: event.attempt,
        since: at,
        told: view.heard.of === nameOf(event) ? view.heard.line : event.agent,
      });
    case "worker-ended":
      return change(event.step, { state: "judging", since: at, told: "its contract runs" });
    case "attempt-passed":
      return change(event.step, { state: "passed", since: at, told: "its contract passes" });
    case "attempt-failed":
      return change(event.step, { state: "failed", since: null, told: firstLine(event.told) });
    case "attempt-held":
      return change(event.step, { state: "waiting", since: null, told: firstLine(event.told) });
    case "attempt-interrupted":
      return change(event.step, { state: "pending", since: null, told: interruption(event) });
    case "asked":
      if (event.step !== null) change(event.step, { state: "waiting", since: null, told: "waits for you" });
      return;
    case "answered":
      if (event.step !== null) change(event.step, { state: "pending", since: null, told: `you say ${event.value}` });
      return;
    case "step-accepted":
    case "step-skipped":
      return change(event.step, { state: "done", since: null, told: "" });
    case "step-retried":
      return change(event.step, { state: "pending", since: null, told: "" });
    case "revised":
      // With a commit of its own the plan is approved anew, and what is unfinished begins afresh.
      if (event.commit === null) return;
      for (const [id, { state }] of view.steps) if (state !== "done") view.steps.set(id, NEW_STEP);
      return;
    case "step-undone":
      for (const step of event.steps) change(step, NEW_STEP);
      return;
    default:
      return;
  }
}

/** Counts in what an agent says about itself, while it works. */
export function hear(view: RunView, of: Work, told: string): void {
  const line = plainLines(told)
    .findLast((each) => each.trim() !== "")
    ?.trim();
  if (line === undefined) return;
  view.heard = { of: nameOf(of), line };
  const now = viewOf(view, of.step);
  if (now.state === "working") view.steps.set(of.step, { ...now, told: line });
}

type Work = { step: string; attempt: number; leg: number };

const nameOf = ({ step, attempt, leg }: Work): string => `${step} ${attempt} ${leg}`;
