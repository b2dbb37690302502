import type { RunId } from "../record/run.ts";
import type { RunEvent } from "../record/run-event.ts";

/** The last events that this process has appended to each run: what it need not ask the database for. */
export type OwnEvents = {
  note(run: RunId, events: readonly RunEvent[]): void;
  /**
   * Those after `after`, as far as they are known here; null where one is missing before the first of them. Whoever knows
   * some already is believed to know all that came before ours; every run has a first event, so nobody knows that of 0.
   */
  after(run: RunId, after: number): RunEvent[] | null;
};

export function ownEvents(): OwnEvents {
  const known = new Map<RunId, readonly RunEvent[]>();
  return {
    note(run, events) {
      const [first] = events;
      if (!first) return;
      const before = known.get(run) ?? [];
      // What somebody else has written in between is not known here.
      const isNext = before.at(-1)?.seq === first.seq - 1;
      known.delete(run);
      known.set(run, [...(isNext ? before : []), ...events].slice(-MOST_EVENTS));
      const [oldest] = known.keys();
      if (known.size > MOST_RUNS && oldest !== undefined) known.delete(oldest);
    },
    after(run, after) {
      const events = known.get(run) ?? [];
      const isWhole = events[0] === undefined ? after > 0 : events[0].seq <= after + 1;
      return isWhole ? events.filter(({ seq }) => seq > after) : null;
    },
  };
}

/** More than a step writes. */
const MOST_EVENTS = 16;
const MOST_RUNS = 100;
