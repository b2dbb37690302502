import type { RunId } from "../record/run.ts";
import type { RunEvent, RunFact } from "../record/run-event.ts";
import { FACT_VERSION } from "../record/upcast.ts";
import type { Queries } from "./database.ts";
import { type EventRow, eventOf } from "./event-of.ts";
import { project } from "./projections.ts";

/** Where news of a run are announced; the text of a notice is the run's id. */
export const CHANNEL = "planwright_events";

/**
 * Events for the journal. `entry` marks those of one call, so that whoever lost the connection while they were kept can find
 * out whether they were. `effect` is kept with them, under its key.
 */
export type Addition = { facts: readonly RunFact[]; entry: string; effect: { key: string; value: unknown } | null };

/** Appends events to a run whose row the caller has locked, and writes every list that shows them. Without any, nothing. */
export async function append(queries: Queries, run: RunId, { facts, entry, effect }: Addition): Promise<void> {
  if (facts.length === 0) return;
  const rows = await queries.query<Place>(APPENDED, [
    ...[run, entry, facts.map((fact) => JSON.stringify(fact))],
    ...[effect?.key ?? null, JSON.stringify(effect?.value ?? null)],
  ]);
  await project(queries, run, eventsOf(run, facts, rows));
}

/** What was appended, by the places it was given. */
export function eventsOf(run: RunId, facts: readonly RunFact[], places: readonly Place[]): RunEvent[] {
  const inOrder = [...places].sort((a, b) => a.seq - b.seq);
  return inOrder.flatMap(({ seq, at }, index) => {
    const fact = facts[index];
    return fact ? [{ ...fact, run, seq, at: at.toISOString() }] : [];
  });
}

export type Place = { seq: number; at: Date };

/**
 * One statement, because there are several of these in each step: appends facts ($3) to a run ($1) as one entry ($2), and
 * keeps a value ($5) under a key ($4), unless that is null. `condition` may ask more of the run's row, and `also` set more in
 * it. The clock is read here, after the row was locked, so that a later event never has an earlier time. Equal notices of a
 * transaction are sent as one.
 */
export const appending = ({ condition = "true", also = "" } = {}): string => `
  with moment as materialized (select clock_timestamp() as at),
  counted as (
    update planwright.runs set seq = seq + cardinality($3::text[]), updated_at = moment.at${also}
    from moment where id = $1 and ${condition}
    returning seq - cardinality($3::text[]) as before, moment.at
  ),
  kept as (
    insert into planwright.effects (run, key, value) select $1, $4, $5::json from counted where $4::text is not null
  ),
  appended as (
    insert into planwright.events (run, seq, at, entry, version, fact)
    select $1, counted.before + ordinality, counted.at, $2, ${FACT_VERSION}, fact::json
    from counted, unnest($3::text[]) with ordinality as given (fact, ordinality)
    returning seq, at
  )
  select seq, at, pg_notify('${CHANNEL}', $1) from appended
`;

const APPENDED = appending();

/** Whether events of this entry are in the journal. */
export async function wasKept(queries: Queries, run: RunId, entry: string): Promise<boolean> {
  const found = await queries.query("select 1 from planwright.events where run = $1 and entry = $2 limit 1", [
    run,
    entry,
  ]);
  return found.length > 0;
}

export async function readEvents(queries: Queries, run: RunId, after: number): Promise<RunEvent[]> {
  const rows = await queries.query<EventRow>(
    "select seq, at, version, fact from planwright.events where run = $1 and seq > $2 order by seq",
    [run, after],
  );
  return rows.map((row) => eventOf(run, row));
}
