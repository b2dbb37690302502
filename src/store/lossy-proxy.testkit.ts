import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";

/**
 * Stands between a store and its server, and can cut the line at the worst moment: when the server has been told to keep a
 * transaction and its answer is on the way.
 */
export async function aLossyProxy(url: string): Promise<{ url: string; loseAnswersToCommit(times: number): void }> {
  let losses = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(join(new URL(url).searchParams.get("host") ?? "", ".s.PGSQL.5432"));
    let isDoomed = false;
    client.on("data", (bytes) => {
      if (losses > 0 && KEEPING.some((words) => bytes.includes(words))) {
        isDoomed = true;
        losses--;
      }
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => (isDoomed ? client.destroy() : client.write(bytes)));
    for (const [end, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(end);
      end.on("error", () => {}).on("close", () => open.delete(end) && other.destroy());
    }
  });
  const folder = tempFolder();
  await new Promise<void>((resolve) => server.listen(join(folder, ".s.PGSQL.5432"), resolve));
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const through = new URL(url);
  through.searchParams.set("host", folder);
  return {
    url: through.href,
    loseAnswersToCommit(times) {
      losses = times;
    },
  };
}

/** The end of a transaction, and the one statement that is a whole one. */
const KEEPING = ["commit\0", "and seq = $7"];
