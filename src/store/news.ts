import { Client } from "pg";
import { CHANNEL } from "./append.ts";

/** Hears from the database that something was appended to a run. */
export type News = { subscribe(run: string): Subscription; close(): Promise<void> };

export type Subscription = {
  /** Until there is news since the last time it was asked, or the time is up, or the signal is heard. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  end(): void;
};

/** One connection for all who follow a run, made when the first one does. While it is lost there simply is no news. */
export function openNews(url: string): News {
  const heard = new Map<string, Set<() => void>>();
  let client: Client | null = null;
  let isClosed = false;

  const listen = async (): Promise<void> => {
    if (client || isClosed) return;
    const own = new Client({ connectionString: url, application_name: "planwright news", keepAlive: true });
    client = own;
    const lose = (): void => {
      if (client === own) client = null;
      own.end().catch(() => {});
      // Whoever still waits may have missed something, and makes the next connection.
      for (const calls of heard.values()) for (const call of calls) call();
    };
    own.once("end", lose).on("error", lose);
    own.on("notification", ({ payload = "" }) => {
      for (const call of heard.get(payload) ?? []) call();
    });
    try {
      await own.connect();
      await own.query(`listen ${CHANNEL}`);
    } catch {
      if (client === own) client = null;
      own.end().catch(() => {});
      return;
    }
    // Notices sent before the database began to listen for us have gone past.
    for (const calls of heard.values()) for (const call of calls) call();
  };

  return {
    subscribe(run) {
      const bell = aBell();
      const calls = heard.get(run) ?? new Set();
      heard.set(run, calls.add(bell.ring));
      return {
        wait(milliseconds, signal) {
          void listen();
          return bell.wait(milliseconds, signal);
        },
        end() {
          calls.delete(bell.ring);
          if (calls.size === 0 && heard.get(run) === calls) heard.delete(run);
        },
      };
    },
    async close() {
      isClosed = true;
      await client?.end().catch(() => {});
    },
  };
}

/** Rings for whoever waits, or for the next one who does. */
function aBell(): { ring(): void; wait(milliseconds: number, signal: AbortSignal): Promise<void> } {
  let hasRung = false;
  let wake = (): void => {};
  return {
    ring() {
      hasRung = true;
      wake();
    },
    async wait(milliseconds, signal) {
      if (!hasRung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener("abort", wake, { once: true });
        });
        signal.removeEventListener("abort", wake);
        wake = () => {};
      }
      hasRung = false;
    },
  };
}
