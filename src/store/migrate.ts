import type { Database, Queries } from "./database.ts";
import { MIGRATIONS } from "./migrations.ts";
import { StoreError } from "./store-error.ts";

/** Brings the tables to where this program knows them. Of several processes one does it, and the others wait. */
export async function migrate(database: Database): Promise<void> {
  if ((await versionOf({ query: database.once })) === MIGRATIONS.length) return;
  await database.together(async (queries) => {
    await queries.query("select pg_advisory_xact_lock($1)", [LOCK]);
    const version = await versionOf(queries);
    if (version > MIGRATIONS.length) throw newer(version);
    if (version === 0) await queries.query(FIRST);
    for (const [index, statements] of [...MIGRATIONS.entries()].slice(version)) {
      await queries.query(statements);
      await queries.query("insert into planwright.migrations (version) values ($1)", [index + 1]);
    }
  });
}

/** Any number that nobody else is likely to lock. */
const LOCK = 7_526_911;

/** The schema may have been made for us, by somebody who lets us make tables but no schemas. */
const FIRST = `
  do $$ begin
    if not exists (select from pg_namespace where nspname = 'planwright') then create schema planwright; end if;
  end $$;
  create table if not exists planwright.migrations (
    version integer primary key,
    at timestamptz not null default clock_timestamp()
  );
`;

/** Looked up in the catalogue itself: `to_regclass` remembers within a transaction that there was nothing. */
async function versionOf(queries: Queries): Promise<number> {
  const tables = await queries.query(
    "select 1 from pg_tables where schemaname = 'planwright' and tablename = 'migrations'",
  );
  if (tables.length === 0) return 0;
  const [row] = await queries.query<{ version: number }>(
    "select coalesce(max(version), 0) as version from planwright.migrations",
  );
  return row?.version ?? 0;
}

const newer = (version: number): StoreError =>
  new StoreError(
    "newer-schema",
    `the database has tables of version ${version}, and this planwright knows them up to ${MIGRATIONS.length}; ` +
      "install the newer planwright that made them",
  );
