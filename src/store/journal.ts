import { randomUUID } from "node:crypto";
import type { Entry, Journal, Sofar, Written } from "../ports/store.ts";
import type { RunId } from "../record/run.ts";
import type { RunEvent } from "../record/run-event.ts";
import { append, readEvents, wasKept } from "./append.ts";
import { appendAtOnce } from "./append-at-once.ts";
import type { Database, Queries } from "./database.ts";
import type { News } from "./news.ts";
import { ownEffects } from "./own-effects.ts";
import { ownEvents } from "./own-events.ts";
import { StoreError } from "./store-error.ts";

export function journalOn(database: Database, news: News): Journal {
  const reading: Queries = { query: database.once };
  const own = ownEvents();
  const kept = ownEffects();

  /** What a host decides by what this process knows already, which most often is all there is. Null when it is not. */
  async function atOnce<T>({ run, key, lease }: Entry, id: string, decide: Decide<T>): Promise<AtOnce<T> | null> {
    if (lease === null) return null;
    let last: number | null = null;
    const read: Sofar["read"] = async (after) => {
      const events = own.after(run, after) ?? (await readEvents(reading, run, after));
      last = events.at(-1)?.seq ?? after;
      return events;
    };
    const written = await (async () => decide({ read }))().catch(() => null);
    if (written === null || last === null) return null;
    const effect = key === null ? null : { key, value: written.value };
    const appended = await appendAtOnce(reading, { run, lease, last }, { facts: written.facts, entry: id, effect });
    own.note(run, appended ?? []);
    if (appended !== null && effect !== null) kept.note(run, effect.key, effect.value);
    return { written, isKept: appended !== null };
  }

  return {
    async commit<T>(entry: Entry, decide: Decide<T>) {
      const id = randomUUID();
      const first = await atOnce(entry, id, decide);
      if (first?.isKept) return first.written.value;
      let tried = first?.written ?? null;
      return database.together(async (queries, isAgain) => {
        const seq = await lock(queries, entry);
        const earlier = entry.key === null ? undefined : await effectOf<T>(queries, entry.run, entry.key);
        if (earlier) return earlier.value;
        // The answer may have been lost, and not what it was about.
        if ((isAgain || first) && tried && (await wasKept(queries, entry.run, id))) return tried.value;
        // Whoever knows the last event already need not ask for those after it.
        tried = await decide({ read: async (after) => (after === seq ? [] : readEvents(queries, entry.run, after)) });
        const effect = entry.key === null ? null : { key: entry.key, value: tried.value };
        await append(queries, entry.run, { facts: tried.facts, entry: id, effect });
        return tried.value;
      });
    },
    find: async <T>(run: RunId, key: string) =>
      (kept.find<T>(run, key) ?? (await effectOf<T>(reading, run, key)))?.value,
    read: (run, after) => readEvents(reading, run, after),
    follow: (run, after, signal) => follow(reading, news, run, after, signal),
  };
}

type Decide<T> = (sofar: Sofar) => Promise<Written<T>> | Written<T>;
type AtOnce<T> = { written: Written<T>; isKept: boolean };

/** From here to the end of the transaction nobody else appends to the run, and nobody takes it over. Its last event. */
async function lock(queries: Queries, { run, lease }: Entry): Promise<number> {
  const [row] = await queries.query<{ host: string | null; epoch: number; seq: number }>(
    "select host, epoch, seq from planwright.runs where id = $1 for update",
    [run],
  );
  if (!row) throw new StoreError("no-run", `there is no run ${run}`);
  if (lease !== null && !(row.host === lease.host && row.epoch === lease.epoch)) {
    const by = row.host === lease.host ? "it has a later lease" : `it runs in ${row.host ?? "no process"}`;
    throw new StoreError("lease-lost", `${run} no longer runs in ${lease.host}: ${by}`);
  }
  return row.seq;
}

async function effectOf<T>(queries: Queries, run: RunId, key: string): Promise<{ value: T } | undefined> {
  const rows = await queries.query<{ value: T }>("select value from planwright.effects where run = $1 and key = $2", [
    run,
    key,
  ]);
  return rows[0];
}

/** A notice only makes it quicker: it may be lost with its connection, so the journal is read every second anyway. */
async function* follow(
  queries: Queries,
  news: News,
  run: RunId,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const subscription = news.subscribe(run);
  let last = after;
  try {
    while (!signal.aborted) {
      for (const event of await readEvents(queries, run, last)) {
        if (signal.aborted) return;
        last = event.seq;
        yield event;
      }
      // What came since then has made itself heard, and is not waited for.
      await subscription.wait(1000, signal);
    }
  } finally {
    subscription.end();
  }
}
