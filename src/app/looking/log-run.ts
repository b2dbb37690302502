import { existsSync, readFileSync } from "node:fs";
import { transcriptFile } from "../../engine/sessions/transcript.ts";
import { runFolder } from "../../engine/state/run-folder.ts";
import type { Step } from "../../plan/model.ts";
import type { Run } from "../../record/run.ts";
import type { ContractResult, RunEvent } from "../../record/run-event.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { listBranches } from "../../workspace/history/refs.ts";
import type { Scene } from "../opening/scene.ts";
import { latestRunAndStep } from "../runs/latest-run.ts";
import type { OpenedRuns } from "../runs/open-runs.ts";
import { openRememberedRuns } from "../runs/remembered-runs.ts";

/** Everything that has happened to a run; where a step is named, `attempts` has every attempt at it, first one first. */
export type RunLog = {
  run: Run;
  events: RunEvent[];
  attempts: AttemptLog[] | null;
  /** The branches that keep what was not accepted. They go when a step is accepted after all, or somebody tidies up. */
  debugBranches: ReadonlySet<string>;
};

/** One leg of an attempt. `text` is what the agent printed; null when nothing is kept of it any more. */
export type AttemptLog = {
  step: string;
  number: number;
  attempt: number;
  leg: number;
  agent: string;
  text: string | null;
  contracts: ContractResult[];
  end: AttemptEnd;
};

/** What became of an attempt. `told` says why it was refused; `kept` is the branch that keeps what it left, if it is still there. */
export type AttemptEnd = {
  is: "under-way" | "passed" | "failed" | "held" | "interrupted";
  told: string;
  kept: string | null;
};

/** `names` are a run and a step, or one of the two, or none; `attempt` picks one attempt at the step. */
export async function runLog(scene: Scene, names: readonly string[], attempt: number | null): Promise<RunLog> {
  const runs = await openRememberedRuns(scene);
  const { run, step } = await latestRunAndStep(runs, names, { do: "log", with: {} });
  if (step === null && attempt !== null) {
    throw new Refused("incomplete", "an attempt is one at a step; name the step", {
      remedies: [remedy("log", { run: run.plan.id, step: "", attempt: `${attempt}` }, "shows it")],
    });
  }
  const events = await runs.store.journal.read(run.id, 0);
  const branches = await listBranches(runs.opened.git, "refs/heads/debug/");
  const debugBranches = new Set(branches.map(({ ref }) => ref.replace("refs/heads/", "")));
  const attempts = step && attemptsAt(step, events, attempt, (key) => transcriptPath(runs, run, key));
  return { run, events, attempts: attempts?.map((each) => withoutGone(each, debugBranches)) ?? null, debugBranches };
}

const withoutGone = (log: AttemptLog, branches: ReadonlySet<string>): AttemptLog =>
  log.end.kept === null || branches.has(log.end.kept) ? log : { ...log, end: { ...log.end, kept: null } };

type Key = { step: string; attempt: number; leg: number };

function attemptsAt(
  { id, number }: Step,
  events: readonly RunEvent[],
  only: number | null,
  fileOf: (key: Key) => string,
): AttemptLog[] {
  const begun = events
    .filter((event) => event.type === "attempt-started")
    .filter(({ step, attempt }) => step === id && (only === null || attempt === only));
  if (begun.length === 0) throw notTried(number, only);
  return begun.map(({ step, attempt, leg, agent }) => {
    const key = { step, attempt, leg };
    return { ...key, number, agent, text: textIn(fileOf(key)), ...endOf(key, events) };
  });
}

type Ended = Extract<RunEvent, { type: "attempt-passed" | "attempt-failed" | "attempt-held" | "attempt-interrupted" }>;

function endOf(key: Key, events: readonly RunEvent[]): Pick<AttemptLog, "contracts" | "end"> {
  const last = events.filter(isEnd).findLast((event) => isAbout(event, key));
  switch (last?.type) {
    case undefined:
      return { contracts: [], end: { is: "under-way", told: "", kept: null } };
    case "attempt-passed":
      return { contracts: last.contracts, end: { is: "passed", told: last.warnings.join("\n"), kept: null } };
    case "attempt-failed":
      return { contracts: last.contracts, end: { is: "failed", told: last.told, kept: last.kept } };
    case "attempt-held":
      return { contracts: last.contracts, end: { is: "held", told: last.told, kept: last.kept } };
    case "attempt-interrupted":
      return { contracts: [], end: { is: "interrupted", told: INTERRUPTED[last.why], kept: last.kept } };
  }
}

const ENDS: ReadonlySet<string> = new Set<Ended["type"]>([
  "attempt-passed",
  "attempt-failed",
  "attempt-held",
  "attempt-interrupted",
]);

const isEnd = (event: RunEvent): event is Ended => ENDS.has(event.type);

const isAbout = (event: Key, { step, attempt, leg }: Key): boolean =>
  event.step === step && event.attempt === attempt && event.leg === leg;

const INTERRUPTED = { crashed: "its host process died", stopped: "the run was stopped" } as const;

/** The file that keeps what an agent printed in one leg of an attempt. */
export const transcriptPath = ({ opened }: OpenedRuns, run: Run, key: Key): string =>
  transcriptFile(runFolder(opened.folder, run), { run: run.id, ...key });

const textIn = (path: string): string | null => (existsSync(path) ? readFileSync(path, "utf8") : null);

const notTried = (number: number, attempt: number | null): Refused =>
  attempt === null
    ? new Refused("no-attempt", `no worker has started step ${number} yet`)
    : new Refused("no-attempt", `step ${number} has no attempt ${attempt}`, {
        remedies: [remedy("status", {}, "shows how many there were")],
      });
