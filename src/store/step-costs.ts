import type { StepCost } from "../plan/forecast.ts";
import type { RepositoryId } from "../record/repository-id.ts";
import type { RunFact } from "../record/run-event.ts";
import type { Database } from "./database.ts";

/** What the steps that were accepted here have cost, newest first, as far as a forecast looks back. */
export async function stepCosts(database: Database, repository: RepositoryId): Promise<StepCost[]> {
  const told = ["step-accepted", ...SPENDING].map((type) => `%"type":"${type}"%`);
  const rows = await database.once<Record<keyof StepCost, number | null>>(COSTS, [repository, MOST, told, SPENDING]);
  return rows.map(({ seconds, tokens, usd }) => ({
    seconds: seconds ?? 0,
    ...(tokens !== null && { tokens }),
    ...(usd !== null && { usd }),
  }));
}

/** Older steps say little about the next one; and the answer takes as long in ten years as now. */
const MOST = 200;

/** What tells how much somebody used for a step: its workers, and a planner who was asked about it. */
const SPENDING: readonly RunFact["type"][] = ["worker-ended", "triaged", "reviewed", "expanded", "proposal-refused"];

/**
 * Tokens and money are those of every attempt and of every judgement; one of which nobody knows them makes the step's
 * unknown. Where nobody was asked nothing is used, and some refusals leave it to the fact that follows to tell. A program
 * may have printed a NUL or half a character, on which Postgres gives up wherever in a document it stands: `readable` is
 * the document with neither.
 */
const COSTS = `
  with latest as (
    select id from planwright.runs
    where repository = $1 and cardinality(done) > 0
    order by updated_at desc limit $2
  ), readable as materialized (
    select run, at, regexp_replace(fact::text, '\\\\u(0000|d[89a-f]..)', '\\\\ufffd', 'gi')::json as fact
    from planwright.events
    where run in (select id from latest)
      and fact::text like any($3)
  ), accepted as (
    select run, fact->>'step' as step, max(at) as at
    from readable
    where fact->>'type' = 'step-accepted'
    group by 1, 2
    order by 3 desc limit $2
  )
  select sum((spent.fact->>'milliseconds')::float8) / 1000 as seconds,
    case when bool_and(used.is_known) then sum(used.tokens) end as tokens,
    case when bool_and(used.is_priced) then sum(used.usd) end as usd
  from accepted
  join readable as spent
    on spent.run = accepted.run and spent.fact->>'type' = any($4) and spent.fact->>'step' = accepted.step
      and spent.fact->'usage' is not null and coalesce(spent.fact->>'by', '') <> 'default'
  cross join lateral (
    select count(*) > 0 and bool_and(one->>'source' <> 'unknown') as is_known,
      count(*) > 0 and bool_and(one->>'usd' is not null) as is_priced,
      sum((one->>'usd')::float8) as usd,
      sum((one->>'input')::float8 + (one->>'cachedRead')::float8 + (one->>'cachedWrite')::float8
        + (one->>'output')::float8) as tokens
    from json_array_elements(spent.fact->'usage') as one
  ) as used
  group by accepted.run, accepted.step, accepted.at
  having bool_or(spent.fact->>'type' = 'worker-ended')
  order by accepted.at desc, accepted.run, accepted.step
`;
