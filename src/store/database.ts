import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool, type PoolClient, type PoolConfig } from "pg";
import { ConnectionLost, troubleOf } from "./driver-error.ts";
import { StoreError } from "./store-error.ts";

/** Something that answers questions in SQL. */
export type Queries = { query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> };

export type Database = {
  /** One statement. It is sent again when the connection is lost, so doing it twice must be as good as once. */
  once<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * All or nothing. After a lost connection the work is done again; nobody can know then whether the first try was kept,
   * so from the second on `isAgain` is true and the work has to look.
   */
  together<T>(work: (queries: Queries, isAgain: boolean) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export function openDatabase(url: string): Database {
  const pool = quiet(new Pool(poolOptions(url, 10)));
  let patience = FIRST_PATIENCE;
  const connect = async (): Promise<PoolClient> => {
    try {
      const client = await pool.connect();
      patience = PATIENCE;
      return client;
    } catch (error) {
      throw troubleOf(error);
    }
  };
  const connected = <T>(work: (queries: Queries, isAgain: boolean) => Promise<T>): Promise<T> =>
    persist(async (isAgain) => {
      const client = await connect();
      return ending(client, () => work(queriesOn(client), isAgain));
    });

  /** Only our own queries make a `ConnectionLost`, so whatever else the work throws passes through at once. */
  async function persist<T>(work: (isAgain: boolean) => Promise<T>): Promise<T> {
    const began = performance.now();
    for (let wait = 20, isAgain = false; ; wait = Math.min(wait * 2, 1000), isAgain = true) {
      try {
        return await work(isAgain);
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
        if (performance.now() - began > patience) {
          // Whoever asks next need not wait as long to hear the same.
          patience = FIRST_PATIENCE;
          throw unreachable(url, error);
        }
      }
      await sleep(wait);
    }
  }

  return {
    once: (text, values) => connected(({ query }) => query(text, values)),
    together: (work) =>
      connected(async (queries, isAgain) => {
        await queries.query("begin");
        const result = await work(queries, isAgain);
        await queries.query("commit");
        return result;
      }),
    close: () => pool.end(),
  };
}

/** A server that was there comes back when somebody restarts it. One that never was is a wrong address. */
const PATIENCE = 20_000;
const FIRST_PATIENCE = 2_000;

export const poolOptions = (url: string, max: number): PoolConfig => ({
  ...{ connectionString: url, application_name: "planwright", max },
  ...{ connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
  // A process that was frozen in the middle must not keep a run from all others.
  idle_in_transaction_session_timeout: 60_000,
});

/**
 * A server that goes away says so to every connection. Whoever uses one hears of it from the query; nobody else needs to,
 * and without this the whole process would end.
 */
export function quiet(pool: Pool): Pool {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

const queriesOn = (client: PoolClient): Queries => ({
  async query<Row>(text: string, values: readonly unknown[] = []) {
    try {
      return (await client.query({ ...nameOf(text, values), text, values: [...values] })).rows as Row[];
    } catch (error) {
      throw troubleOf(error);
    }
  },
});

/**
 * A statement with a name is read and planned once for each connection, which takes longer than most of ours do. One that
 * takes all columns as they come would fail after somebody has added another; what has no values is said only once.
 */
function nameOf(text: string, values: readonly unknown[]): { name?: string } {
  if (values.length === 0 || text.includes("select *")) return {};
  const name = names.get(text) ?? `planwright_${hash("sha1", text)}`;
  names.set(text, name);
  return { name };
}

const names = new Map<string, string>();

/** Gives the connection back: as it was, or not at all. */
async function ending<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    client.release();
    return result;
  } catch (error) {
    const isUsable = await client.query("rollback").then(
      () => true,
      () => false,
    );
    client.release(!isUsable);
    throw error;
  }
}

const unreachable = (url: string, cause: ConnectionLost): StoreError =>
  new StoreError(
    "unreachable",
    `the database at ${placeOf(url)} does not answer (${cause.message}); see that it runs and can be reached, then resume`,
    { cause },
  );

/** Host and name, never the password. */
function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? hostname}${port && `:${port}`}${pathname}`;
}
