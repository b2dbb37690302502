import type { RunId } from "../record/run.ts";
import type { RunEvent, RunFact } from "../record/run-event.ts";
import type { Queries } from "./database.ts";
import { project } from "./projections.ts";

/** Where news of a run are announced; the text of a notice is the run's id. */
export const CHANNEL = "planwright_events";

/**
 * Appends events to a run whose row the caller has locked, and writes every list that shows them. `entry` marks the
 * events of one call, so that whoever lost the connection while it was kept can find out whether it was.
 */
export async function append(queries: Queries, run: RunId, facts: readonly RunFact[], entry: string): Promise<void> {
  if (facts.length === 0) return;
  const rows = await queries.query<{ seq: number; at: Date }>(NUMBERED, [
    run,
    entry,
    facts.map((fact) => JSON.stringify(fact)),
  ]);
  const places = rows.sort((a, b) => a.seq - b.seq);
  for (const [index, fact] of facts.entries()) {
    const place = places[index];
    if (place) await project(queries, { ...fact, run, seq: place.seq, at: place.at.toISOString() });
  }
  await queries.query(`select pg_notify('${CHANNEL}', $1)`, [run]);
}

/** The clock is read here, after the row was locked, so that a later event never has an earlier time. */
const NUMBERED = `
  with moment as materialized (select clock_timestamp() as at),
  counted as (
    update planwright.runs set seq = seq + cardinality($3::text[]), updated_at = moment.at
    from moment where id = $1
    returning seq - cardinality($3::text[]) as before, moment.at
  )
  insert into planwright.events (run, seq, at, entry, fact)
  select $1, counted.before + ordinality, counted.at, $2, fact::json
  from counted, unnest($3::text[]) with ordinality as given (fact, ordinality)
  returning seq, at
`;

/** Whether events of this entry are in the journal. */
export async function wasKept(queries: Queries, run: RunId, entry: string): Promise<boolean> {
  const found = await queries.query("select 1 from planwright.events where run = $1 and entry = $2 limit 1", [
    run,
    entry,
  ]);
  return found.length > 0;
}

export async function readEvents(queries: Queries, run: RunId, after: number): Promise<RunEvent[]> {
  const rows = await queries.query<{ seq: number; at: Date; fact: RunFact }>(
    "select seq, at, fact from planwright.events where run = $1 and seq > $2 order by seq",
    [run, after],
  );
  return rows.map(({ seq, at, fact }) => ({ run, seq, at: at.toISOString(), ...fact }));
}
