import type { Ledger } from "../ports/store.ts";
import type { LedgerFilter, LedgerNames, LedgerRow, LedgerSum, LedgerView } from "../record/ledger-row.ts";
import type { Usage } from "../record/run-event.ts";
import type { Database } from "./database.ts";
import { withoutNul } from "./without-nul.ts";

export const ledgerOn = (database: Database): Ledger => ({
  async add(rows) {
    if (rows.length > 0) await database.once(ADDED, [JSON.stringify(rows.map(inColumns))]);
  },
  async read(of) {
    const { where, values } = among(of);
    const rows = await database.once<Columns>(
      `select * from planwright.ledger where ${where} order by at, key collate "C"`,
      values,
    );
    return rows.map(fromColumns);
  },
  async sums(of, by) {
    const { where, values } = among(of);
    const rows = await database.once<LedgerSum & { names: LedgerNames; isTotal: boolean }>(
      sumsBy(VIEWS[by], where),
      values,
    );
    const sums = rows.map(({ names, isTotal, ...sum }) => ({ names, isTotal, sum }));
    return {
      groups: sums.filter(({ isTotal }) => !isTotal).map(({ names, sum }) => ({ of: names, ...sum })),
      total: sums.find(({ isTotal, sum }) => isTotal && sum.requests + sum.sessions > 0)?.sum ?? null,
    };
  },
});

type Columns = Omit<LedgerRow, "usage" | "at"> &
  Pick<Usage, "model" | "input" | "output" | "source"> & {
    cached_read: number;
    cached_write: number;
    usd: number | null;
    at: Date;
  };

/** Names come from people and from agents, who may write anything; what Postgres cannot hold is replaced. */
function inColumns({ usage, warnings, ...row }: LedgerRow): Record<string, unknown> {
  const { model, input, cachedRead, cachedWrite, output, usd = null, source } = usage;
  const { run, key, repository, plan, step, role } = row;
  const texts = { run, key, repository, plan, step, role, model };
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, holdable(text)])),
    ...{ attempt: row.attempt, leg: row.leg, covers: row.covers, at: row.at, source, usd },
    ...{ input, cached_read: cachedRead, cached_write: cachedWrite, output },
    // A document of its own, which is kept as it is: of the one around it Postgres reads every character.
    warnings: JSON.stringify(warnings),
  };
}

const holdable = (text: string): string => withoutNul(text).toWellFormed();

function fromColumns({ cached_read, cached_write, usd, at, ...row }: Columns): LedgerRow {
  const { run, key, repository, plan, step, attempt, leg, role, covers, warnings, model, input, output, source } = row;
  const counts = { model, input, cachedRead: cached_read, cachedWrite: cached_write, output, source };
  return {
    ...{ run, key, repository, plan, step, attempt, leg, role, covers },
    ...{ usage: usd === null ? counts : { ...counts, usd }, warnings, at: at.toISOString() },
  };
}

const ADDED = `
  insert into planwright.ledger
    (run, key, repository, plan, step, attempt, leg, role, covers, model, input, cached_read, cached_write, output, usd,
     source, warnings, at)
  select run, key, repository, plan, step, attempt, leg, role, covers, model, input, cached_read, cached_write, output, usd,
    source, warnings::json, at
  from json_to_recordset($1::json) as given (
    run text, key text, repository text, plan text, step text, attempt integer, leg integer, role text, covers text,
    model text, input float8, cached_read float8, cached_write float8, output float8, usd float8, source text,
    warnings text, at timestamptz
  )
  on conflict (run, key) do nothing
`;

function among({ since, ...rest }: LedgerFilter): { where: string; values: unknown[] } {
  const columns = Object.entries(rest).filter(([, value]) => value !== undefined);
  const conditions = columns.map(([name], index) => `${name} = $${index + 1}`);
  const values: unknown[] = columns.map(([, value]) => (typeof value === "string" ? holdable(value) : value));
  if (since !== undefined) conditions.push(`at >= $${values.push(since)}`);
  return { where: ["true", ...conditions].join(" and "), values };
}

/** What the rows of a group have in common: each name, and what it is in a row. */
const VIEWS: Record<LedgerView, Partial<Record<keyof LedgerNames, string>>> = {
  plan: { repository: "repository", plan: "plan" },
  step: { repository: "repository", plan: "plan", step: "step" },
  role: { role: "role" },
  model: { model: "model" },
  day: { day: "to_char(at at time zone 'UTC', 'YYYY-MM-DD')" },
};

/**
 * The total is asked for together with its parts, so that both are about the same rows. Money is added in decimals: the
 * order in which fractions are added up must not show. By the bytes of a name, so that the order is the same in every
 * database.
 */
function sumsBy(view: (typeof VIEWS)[LedgerView], where: string): string {
  const named = Object.entries(view);
  const columns = named.map(([, column]) => column).join(", ");
  return `
    select json_build_object(${named.map(([name, column]) => `'${name}', ${column}`).join(", ")}) as names,
      grouping(${columns}) <> 0 as "isTotal",
      (count(*) filter (where covers = 'request'))::float8 as requests,
      (count(*) filter (where covers = 'session'))::float8 as sessions,
      coalesce(sum(input), 0) as input, coalesce(sum(cached_read), 0) as "cachedRead",
      coalesce(sum(cached_write), 0) as "cachedWrite", coalesce(sum(output), 0) as output,
      sum(usd::numeric)::float8 as usd,
      ${modelsWhere("usd is null")} as unpriced,
      ${modelsWhere("source = 'unknown'")} as uncounted
    from planwright.ledger where ${where}
    group by grouping sets ((${columns}), ())
    order by ${named.map(([, column]) => `${column} collate "C"`).join(", ")}
  `;
}

const modelsWhere = (condition: string): string =>
  `coalesce(array_agg(distinct model collate "C") filter (where ${condition}), '{}')`;
