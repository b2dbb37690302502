import { doneAfter, isInNoList } from "../record/listed.ts";
import type { Lease, RunId } from "../record/run.ts";
import type { RunEvent, RunFact } from "../record/run-event.ts";
import { type Addition, appending, eventsOf, type Place } from "./append.ts";
import type { Queries } from "./database.ts";

/**
 * Appends events of the host that carries a run out, in one statement instead of a transaction of several: if `last` is
 * still the last event, the lease still holds, and the key is still free. Else it changes nothing and gives null;
 * so it does when it is sent a second time.
 */
export async function appendAtOnce(
  queries: Queries,
  { run, lease, last }: { run: RunId; lease: Lease; last: number },
  { facts, entry, effect }: Addition,
): Promise<RunEvent[] | null> {
  // An acceptance adds to what is done, whatever that is by now; for all else it matters what the lists show already.
  const isSimple = facts.every((fact) => fact.type === "step-accepted" || isInNoList(fact));
  if (!isSimple || facts.length === 0) return null;
  const texts = facts.map((fact) => JSON.stringify(fact));
  const places = await queries.query<Place>(APPENDED, [
    ...[run, entry, texts],
    ...[effect?.key ?? null, JSON.stringify(effect?.value ?? null)],
    ...[lease.host, last, facts.reduce(doneAfter, NONE), lease.epoch],
  ]);
  if (places.length === 0) return null;
  // As everybody else will read them.
  const kept = texts.map((text): RunFact => JSON.parse(text));
  return eventsOf(run, kept, places);
}

const NONE: readonly string[] = [];

/**
 * Whoever else writes has the row locked. The update waits for them and then looks at the row again, so it goes by the
 * numbers they have left there; a key comes only together with an event. When nothing was appended since the statement
 * began, its clock is later than that of every event.
 */
const APPENDED = appending({
  condition: `host = $6 and epoch = $9 and seq = $7
      and not exists (select from planwright.effects where run = $1 and key = $4)`,
  also: `,
      done = case when $8::text[] = '{}' then done
        else array(select unnest(done) except select unnest($8::text[])) || $8::text[] end`,
});
