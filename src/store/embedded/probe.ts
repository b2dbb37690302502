import { Client } from "pg";

/**
 * Whether a server answers at this address. `starting`: it is there, and not ready yet or not any more.
 * Throws what the server says when it answers and refuses us.
 */
export async function probe(url: string): Promise<"ready" | "no-database" | "starting" | "silent"> {
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
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
