import { Pool, type PoolClient } from "pg";
import { poolOptions, quiet } from "./database.ts";
import { ConnectionLost, troubleOf } from "./driver-error.ts";

/**
 * Connections for a library that asks the database in its own words. It tries again by itself when one is lost, but knows
 * fewer signs of that than we do: a server on a socket that is started anew shows itself by others. They are told to it as
 * one that it knows.
 */
export function libraryPool(url: string, { most, options }: { most: number; options: string }): Pool {
  const pool = quiet(new LibraryPool({ ...poolOptions(url, most), options }));
  pool.on("connect", (client) => {
    const { query } = client as unknown as Asking;
    (client as unknown as Asking).query = (...asked) => told(query.apply(client, asked.map(hearing)));
  });
  return pool;
}

class LibraryPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback) super.connect(hearing(callback) as Connected);
    return callback ? undefined : super.connect().catch(known);
  }
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;
type Asking = { query(...asked: unknown[]): unknown };

/** Who is answered by a call hears of what went wrong there, and who waits for a promise hears of it from that. */
const hearing = (part: unknown): unknown =>
  typeof part === "function" ? (error: unknown, ...rest: unknown[]) => part(error && asKnown(error), ...rest) : part;

const told = (answer: unknown): unknown => (answer instanceof Promise ? answer.catch(known) : answer);

const known = (error: unknown): never => {
  throw asKnown(error);
};

const asKnown = (error: unknown): unknown =>
  troubleOf(error) instanceof ConnectionLost ? Object.assign(error as Error, { code: "ECONNRESET" }) : error;
