import { currentState } from "../engine/journal-state.ts";
import type { Store } from "../ports/store.ts";
import type { Question } from "../record/question.ts";
import type { AttemptKey, Run } from "../record/run.ts";
import type { Halt, RunEvent } from "../record/run-event.ts";
import { hostRun } from "./host-run.ts";

/** Whoever looks on: a terminal, a file of JSON lines. */
export type Onlooker = {
  event(event: RunEvent): void;
  /** What an agent does now, and what it prints. */
  doing(key: AttemptKey, told: string): void;
  output(key: AttemptKey, bytes: Uint8Array): void;
  /** What is prepared before the first step. */
  line(told: string): void;
};

/** Where a run stands after somebody has carried it out for a while. */
export type Standing = { halt: Halt; open: Question[] };

/** Carries a run out until it needs a person or is over, and shows every event as it comes, each once. */
export async function goOn(
  run: Run,
  store: Store,
  { version, signal, onlooker, after }: { version: string; signal: AbortSignal; onlooker: Onlooker; after: number },
): Promise<Standing & { seq: number }> {
  const end = new AbortController();
  let seq = after;
  const show = async (): Promise<void> => {
    for await (const event of store.journal.follow(run.id, seq, end.signal)) {
      seq = event.seq;
      onlooker.event(event);
    }
  };
  const shown = show();
  try {
    const watch = { doing: onlooker.doing, output: onlooker.output };
    const halt = await hostRun(run, { store, version, signal, watch, onLine: onlooker.line });
    return { halt, ...(await finish()) };
  } catch (error) {
    await finish();
    throw error;
  }

  async function finish(): Promise<{ open: Question[]; seq: number }> {
    end.abort();
    await shown.catch(() => {});
    // What came while we stopped looking.
    for (const event of await store.journal.read(run.id, seq).catch(() => [])) {
      seq = event.seq;
      onlooker.event(event);
    }
    const state = await currentState(store.journal, run.id);
    return { open: [...state.open.values()], seq };
  }
}
