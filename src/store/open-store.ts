import type { Store } from "../ports/store.ts";
import { openDatabase } from "./database.ts";
import { hostsOn } from "./hosts.ts";
import { inboxOn } from "./inbox.ts";
import { journalOn } from "./journal.ts";
import { ledgerOn } from "./ledger.ts";
import { libraryPool } from "./library-pool.ts";
import { migrate } from "./migrate.ts";
import { openNews } from "./news.ts";
import { runsOn } from "./runs.ts";
import { StoreError } from "./store-error.ts";
import { topicsOn } from "./topics.ts";

/** Opens the database at this address and brings its tables up to date. Throws `StoreError`. */
export async function openStore(url: string): Promise<Store> {
  checkAddress(url);
  const database = openDatabase(url);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const news = openNews(url);
  return {
    journal: journalOn(database, news),
    runs: runsOn(database),
    inbox: inboxOn(database),
    hosts: hostsOn(database),
    topics: topicsOn(database),
    ledger: ledgerOn(database),
    url,
    connections: (settings) => libraryPool(url, settings),
    async close() {
      await news.close();
      await database.close();
    },
  };
}

function checkAddress(url: string): void {
  const { protocol = "", pathname = "" } = URL.parse(url) ?? {};
  if (/^postgres(?:ql)?:$/.test(protocol) && pathname.length > 1) return;
  throw new StoreError(
    "bad-address",
    "the address of the database must look like postgresql://user:password@host:5432/database (PLANWRIGHT_DATABASE_URL)",
  );
}
