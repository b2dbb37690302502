import type { AgentDriver } from "../ports/agent.ts";
import { notLetIn, openSession } from "./session/session.ts";

/** In place of an agent that cannot be had: it says why, to whoever asks and to whoever opens it all the same. */
export const noDriver = (name: string, { cause, remedy }: { cause: string; remedy: string }): AgentDriver => ({
  name,
  mounts: [],
  network: "none",
  reaches: [],
  probe: async () => ({ ok: false, cause, remedy }),
  open: async ({ session }, host, signal) =>
    openSession(
      async function* () {
        yield* [];
        return notLetIn(`${cause}; ${remedy}`);
      },
      host,
      signal,
      { session },
    ),
});
