import { setTimeout as sleep } from "node:timers/promises";
import type { Journal } from "../ports/store.ts";
import type { RunId } from "../record/run.ts";
import type { RunEvent } from "../record/run-event.ts";
import { StoreError } from "./store-error.ts";

/**
 * Like `Journal.follow`, for whoever must hear of what happens after an outage, too: while the database is away there is
 * nothing to hear, and it goes on with the event that comes next. Only the signal ends it.
 */
export async function* followOn(
  journal: Pick<Journal, "follow">,
  run: RunId,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  let last = after;
  while (!signal.aborted) {
    try {
      for await (const event of journal.follow(run, last, signal)) {
        last = event.seq;
        yield event;
      }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      await sleep(PAUSE, undefined, { signal }).catch(() => {});
    }
  }
}

/** The store itself has waited for a while before it gave up. */
const PAUSE = 500;
