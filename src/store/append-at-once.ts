import type { Lease, RunId } from "../record/run.ts";
import type { RunEvent, RunFact } from "../record/run-event.ts";
import { type Addition, CHANNEL, eventsOf, type Place } from "./append.ts";
import type { Queries } from "./database.ts";
import { isInNoList, withDone } from "./projections.ts";

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
  const done = facts.find((fact) => fact.type === "step-accepted");
  const isSimple = facts.every((fact) => fact === done || isInNoList(fact));
  if (!isSimple || facts.length === 0) return null;
  const texts = facts.map((fact) => JSON.stringify(fact));
  const places = await queries.query<Place>(APPENDED, [
    ...[run, entry, texts],
    ...[effect?.key ?? null, JSON.stringify(effect?.value ?? null)],
    ...[lease.host, last, stepOf(done), lease.epoch],
  ]);
  if (places.length === 0) return null;
  // As everybody else will read them.
  const kept = texts.map((text): RunFact => JSON.parse(text));
  return eventsOf(run, kept, places);
}

const stepOf = (done: RunFact | undefined): string | null => (done?.type === "step-accepted" ? done.step : null);

/**
 * Whoever else writes has the row locked. The update waits for them and then looks at the row again, so it goes by the
 * numbers they have left there; a key comes only together with an event. When nothing was appended since the statement
 * began, its clock is later than that of every event.
 */
const APPENDED = `
  with moment as materialized (select clock_timestamp() as at),
  counted as (
    update planwright.runs set seq = seq + cardinality($3::text[]), updated_at = moment.at,
      done = case when $8::text is null then done else ${withDone("$8::text")} end
    from moment
    where id = $1 and host = $6 and epoch = $9 and seq = $7
      and not exists (select from planwright.effects where run = $1 and key = $4)
    returning seq - cardinality($3::text[]) as before, moment.at
  ),
  kept as (
    insert into planwright.effects (run, key, value) select $1, $4, $5::json from counted where $4::text is not null
  ),
  appended as (
    insert into planwright.events (run, seq, at, entry, fact)
    select $1, counted.before + ordinality, counted.at, $2, fact::json
    from counted, unnest($3::text[]) with ordinality as given (fact, ordinality)
    returning seq, at
  )
  select seq, at, pg_notify('${CHANNEL}', $1) from appended
`;
