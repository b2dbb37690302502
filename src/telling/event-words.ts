import type { Run } from "../record/run.ts";
import type { RunEvent } from "../record/run-event.ts";
import { firstLine } from "../std/plain-lines.ts";
import { lasting } from "../std/time-words.ts";
import { visibleText } from "../std/visible-text.ts";
import { acceptedWords } from "./accepted-words.ts";
import { isProvenThroughout, outcomeCounts } from "./outcome-words.ts";
import type { Tone } from "./tone.ts";

/** What the words about a run need to know of it. */
export type ShownRun = Pick<Run, "id" | "branch"> & {
  plan: Pick<Run["plan"], "id" | "title" | "budget"> & { steps: readonly ShownStep[] };
  /** The debug branches that are there, where somebody has looked: no other is named. */
  debugBranches?: ReadonlySet<string>;
};
type ShownStep = Pick<Run["plan"]["steps"][number], "id" | "number" | "title">;

/** One event in one line. `isLasting` is false for what a live list shows anyway. */
export type EventWords = { sign: string; tone: Tone; text: string; isLasting: boolean };

/** Every text of an agent or a person is made safe here: nothing of it can move a cursor or hide a word. */
export function eventWords(event: RunEvent, run: ShownRun): EventWords {
  const [sign, tone, text, isLasting] = words(event, run);
  return { sign, tone, text: visibleText(text), isLasting };
}

type Words = [sign: string, tone: Tone, text: string, isLasting: boolean];

function words(event: RunEvent, run: ShownRun): Words {
  const of = "step" in event && typeof event.step === "string" ? `${stepName(run, event.step)}: ` : "";
  const passing = (text: string): Words => ["·", "dim", `${of}${text}`, false];
  const said = (text: string): Words => ["·", "bold", `${of}${text}`, true];
  const good = (text: string): Words => ["✓", "green", `${of}${text}`, true];
  const bad = (text: string): Words => ["✗", "red", `${of}${text}`, true];
  switch (event.type) {
    case "opened":
      return passing(
        `${event.rebuilt ? "rebuilt from its branch" : "approved"} by ${nameOf(event.by)}, ${event.mode}, ${event.agent}; ${branchName(run)} is at ${short(event.commit)}`,
      );
    case "hosted":
      return passing(`running in process ${event.process} on ${event.machine}`);
    case "released":
      return passing(HALTS[event.why]);
    case "prepared":
      return said(`${firstLine(event.told)} (${lasting(event.milliseconds)})`);
    case "attempt-started":
      return passing(`attempt ${event.attempt} ${event.leg > 1 ? "continues" : "starts"}, ${event.agent}`);
    case "host-refused":
      return said(
        `the agent may not connect to ${event.host}; add \`${event.host}\` to \`agent_hosts\` in policy.yaml of Planwright's home, if you trust it`,
      );
    case "worker-ended":
      return passing(`the agent ${ENDS[event.reason]} after ${lasting(event.milliseconds)}${spoken(event.text)}`);
    case "attempt-passed": {
      const commands = event.contracts.map(({ command }) => firstLine(command)).join("; ");
      const warned = event.warnings.map((warning) => `; ${firstLine(warning)}`).join("");
      return [...passing(`its contract passes (${commands})${warned}`).slice(0, 3), warned !== ""] as Words;
    }
    case "attempt-failed":
      return bad(`attempt ${event.attempt} failed: ${firstLine(event.told)}`);
    case "attempt-held":
      return ["!", "yellow", `${of}attempt ${event.attempt} stopped: ${firstLine(event.told)}`, true];
    case "attempt-interrupted":
      return said(`${interruption(event)}${isThere(run, event.kept) ? `; its work is kept on ${event.kept}` : ""}`);
    case "branch-followed":
      return passing(`the branch is at ${event.to.slice(0, 10)}`);
    case "planner-asked":
      return passing(`asking ${nameOf(event.by)}`);
    case "triaged":
      return said(event.by === "default" ? firstLine(event.told) : `${nameOf(event.by)}: ${firstLine(event.told)}`);
    case "reviewed":
      if (event.by === "default") return passing("no planner reviews it");
      return event.told === "" ? passing("reviewed") : said(`${nameOf(event.by)}: ${firstLine(event.told)}`);
    case "proposal-refused":
      if (event.isUnheard) return passing(`${nameOf(event.by)}: ${firstLine(event.told)}`);
      return [
        "!",
        "yellow",
        `${of}${nameOf(event.by)} ${event.oversteps ? "overstepped, and is refused" : "is refused"}: ${firstLine(event.told)}`,
        true,
      ];
    case "expanded":
      return said(`${nameOf(event.by)} has written the steps it stands for (${event.told.length})`);
    case "revised":
      return said(
        `the plan is revised${event.commit === null ? "" : `, ${short(event.commit)}`}: ${event.told.map((each) => firstLine(each).replace(/:$/, "")).join("; ")}`,
      );
    case "asked":
      return ["?", "yellow", `${event.question.id} asks: ${firstLine(event.question.headline)}`, false];
    case "answered":
      return said(`${nameOf(event.by)} answers ${event.value}${spoken(event.note)}`);
    case "step-accepted": {
      const outcome = event.outcome ?? (event.byEye === null ? "unproven" : "by-eye");
      const how = acceptedWords(outcome, event.byEye === null ? null : nameOf(event.byEye));
      const text = `${how}, attempt ${event.attempt}, ${short(event.accepted)}`;
      return isProvenThroughout([outcome]) ? good(text) : ["○", "yellow", `${of}${text}`, true];
    }
    case "skip-asked":
      return passing(`${nameOf(event.by)} skips it${spoken(event.note)}`);
    case "step-skipped":
      return ["○", "yellow", `${of}skipped by ${nameOf(event.by)}, ${short(event.commit)}${spoken(event.note)}`, true];
    case "step-undone":
      return said(
        `${nameOf(event.by)} undoes ${event.steps.map((step) => stepName(run, step)).join("; ")}; ${branchName(run)} is at ${short(event.to)}${isThere(run, event.kept) ? `, the earlier work is kept on ${event.kept}` : ""}`,
      );
    case "step-retried":
      return said(`${nameOf(event.by)} retries it${spoken(event.note)}`);
    case "paused":
      return said(`${nameOf(event.by)} pauses the run${event.now ? " at once" : " after the current attempt"}`);
    case "resumed":
      return said(`${nameOf(event.by)} resumes the run`);
    case "cancelled":
      return bad(`${nameOf(event.by)} cancels the run`);
    case "completed":
      return good(
        `done${event.outcomes.length === 0 ? "" : `: ${outcomeCounts(event.outcomes)}`}; ${branchName(run)} is at ${short(event.commit)}`,
      );
    case "failed":
      return bad(`the plan failed: ${firstLine(event.told)}`);
    case "noted":
      return said(firstLine(event.told));
  }
}

const HALTS = {
  waiting: "the run waits for you",
  paused: "the run is paused",
  stopped: "the run was stopped",
  done: "the run is done",
  failed: "the run has failed",
  cancelled: "the run was cancelled",
} as const;

const ENDS = {
  finished: "finished",
  asked: "asks",
  "gave-up": "gave up",
  "not-let-in": "has no access to its model",
  "not-reached": "could not connect to its model",
  failed: "failed",
  aborted: "was stopped",
  budget: "used up its budget",
  silent: "was silent for too long and was stopped",
  timeout: "took too long and was stopped",
} as const;

/** What became of an attempt that nobody has judged. */
export const interruption = ({ attempt, why }: Pick<Interrupted, "attempt" | "why">): string =>
  `attempt ${attempt} ${why === "crashed" ? "crashed" : "was stopped"}`;

type Interrupted = Extract<RunEvent, { type: "attempt-interrupted" }>;

const isThere = ({ debugBranches }: ShownRun, kept: string | null): boolean =>
  kept !== null && (debugBranches?.has(kept) ?? true);

/** `2. Write two`; a step that the plan does not have any more is called by its id. */
function stepName({ plan }: ShownRun, id: string): string {
  const step = plan.steps.find((each) => each.id === id);
  return step ? `${step.number}. ${step.title}` : `step ${id}`;
}

export const branchName = ({ branch }: ShownRun): string => branch.replace("refs/heads/", "");

/** A person without the address that git knows. */
const nameOf = (person: string): string => person.replace(/ <[^<>]*>$/, "");

const short = (commit: string): string => commit.slice(0, 10);

/** The first line of somebody's words, where there are any. */
function spoken(text: string): string {
  const line = firstLine(text);
  return line === "" ? "" : `: ${line}`;
}
