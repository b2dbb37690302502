import { Client } from "pg";
import { StoreError } from "../store-error.ts";
import type { Place } from "./place.ts";

/**
 * Whether the server of a place answers at this address. `starting`: it is there, and not ready yet or not any more.
 * Throws `StoreError` "refused" when it answers and does not want us.
 */
export async function probe(place: Place, url: string): Promise<"ready" | "no-database" | "starting" | "silent"> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return "ready";
  } catch (error) {
    const { code = "", message } = error as { code?: string; message: string };
    if (code === "3D000") return "no-database";
    if (/^57P0[123]$/.test(code) || /^Connection terminated|^timeout/.test(message)) return "starting";
    if (/^E[A-Z]+$/.test(code) && code !== "EACCES") return "silent";
    throw new StoreError(
      "refused",
      `the database in ${place.folder} refuses us (${message}); is ${place.own}/password the one it was made with?`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => {});
  }
}
