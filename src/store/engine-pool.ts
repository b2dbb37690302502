import { Pool, type PoolClient } from "pg";
import { poolOptions, quiet } from "./database.ts";
import { ConnectionLost, troubleOf } from "./driver-error.ts";

/**
 * Connections for the durable engine. It tries again by itself when one is lost, but knows fewer signs of that than we do:
 * a server on a socket that is started anew shows itself by others. They are told to it as one that it knows.
 */
export function enginePool(url: string): Pool {
  const pool = quiet(new EnginePool({ ...poolOptions(url, 5), options: UNHURRIED }));
  pool.on("connect", (client) => {
    const { query } = client as unknown as Asking;
    (client as unknown as Asking).query = (...asked) => told(query.apply(client, asked.map(hearing)));
  });
  return pool;
}

/**
 * What the engine keeps only says how far it has come: of what a crash takes away it finds in the journal that it is done.
 * The journal itself waits for the disk, and whatever was written before goes there with it.
 */
const UNHURRIED = "-c synchronous_commit=off";

class EnginePool extends Pool {
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
