import type { Ledger } from "../../ports/store.ts";
import type { LedgerRow } from "../../record/ledger-row.ts";
import type { Usage } from "../../record/run-event.ts";
import { boundary } from "../state/boundaries.ts";
import { notToldBefore, summed } from "./usage-sums.ts";

/** What the rows of one session have in common; `key` is how their own keys begin. */
export type AccountOf = Omit<LedgerRow, "covers" | "usage" | "warnings" | "at">;

/** Keeps the ledger while an agent works. */
export type Account = {
  /** Writes one request down. Nobody waits for that here, least of all the agent. */
  request(usage: Usage, warnings: readonly string[]): void;
  /** Writes down what the sums at the session's end tell besides. */
  session(sums: readonly Usage[]): void;
  /** Resolves when every row is kept; throws `StoreError` when one cannot be. */
  settled(): Promise<void>;
  /** All of it, added up; empty where nobody has told anything. */
  used(): Usage[];
  /** What the models did not do as they were asked to, each said once. */
  warnings(): string[];
};

export function openAccount(ledger: Ledger, of: AccountOf, usdOf: (usage: Usage) => number | null): Account {
  const rows: LedgerRow[] = [];
  const nothing: Usage[] = [];
  let kept = 0;
  let writing: Promise<void> = Promise.resolve();

  const priced = (usage: Usage): Usage => {
    const usd = usage.usd ?? usdOf(usage);
    return usd === null ? usage : { ...usage, usd };
  };
  const add = (covers: LedgerRow["covers"], usage: Usage, warnings: readonly string[]): void => {
    const at = new Date().toISOString();
    rows.push({ ...of, key: `${of.key}/${rows.length + 1}`, covers, usage: priced(usage), warnings, at });
  };
  /** Those that came while others were written go together. */
  const write = async (): Promise<void> => {
    const fresh = rows.slice(kept);
    if (fresh.length === 0) return;
    await ledger.add(fresh);
    kept += fresh.length;
    boundary("requests are in the ledger");
  };
  const used = (): Usage[] => rows.map(({ usage }) => usage);

  return {
    request(usage, warnings) {
      add("request", usage, warnings);
      // What cannot be written now is written with the next, and at the end.
      writing = writing.then(write).catch(() => {});
    },
    session(sums) {
      for (const usage of notToldBefore(sums, used())) {
        if (isNothing(usage)) nothing.push(usage);
        else add("session", usage, []);
      }
    },
    async settled() {
      await writing;
      await write();
    },
    used: () => summed([...used(), ...nothing]),
    warnings: () => [
      ...new Set(rows.flatMap(({ usage, warnings }) => warnings.map((told) => `${usage.model}: ${told}`))),
    ],
  };
}

/** Whoever counts on the wire, and has asked no model, is known to have used nothing. The ledger has no row of that. */
const isNothing = ({ input, cachedRead, cachedWrite, output, source }: Usage): boolean =>
  source === "wire" && input + cachedRead + cachedWrite + output === 0;
