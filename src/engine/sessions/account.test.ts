import { expect, test } from "vitest";
import type { Ledger } from "../../ports/store.ts";
import type { LedgerRow } from "../../record/ledger-row.ts";
import { repositoryAt } from "../../record/repository-at.testkit.ts";
import type { Usage } from "../../record/run-event.ts";
import { openAccount } from "./account.ts";

const OF = {
  ...{
    run: "one",
    key: "work/a/1/1",
    repository: repositoryAt("/repository").id,
    plan: "words",
    step: "a",
    attempt: 1,
    leg: 1,
  },
  role: "developer",
};

const used = (fields: Partial<Usage> = {}): Usage => ({
  ...{ model: "m", input: 100, cachedRead: 0, cachedWrite: 0, output: 10, source: "wire", ...fields },
});

/** A ledger in memory that is away for the first so many calls. */
function aLedger(away = 0) {
  const rows = new Map<string, LedgerRow>();
  const calls: number[] = [];
  const ledger: Pick<Ledger, "add"> = {
    async add(more) {
      calls.push(more.length);
      if (calls.length <= away) throw new Error("the database is away");
      for (const row of more) if (!rows.has(row.key)) rows.set(row.key, row);
    },
  };
  return { ledger: ledger as Ledger, calls, rows: () => [...rows.values()] };
}

test("what cannot be written at once is written later, and nothing is missing in the end", async () => {
  const { ledger, rows } = aLedger(2);
  const account = openAccount(ledger, OF, () => null);
  for (const input of [1, 2, 3]) {
    account.request(used({ input }), []);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await account.settled();
  expect(rows().map(({ key, usage }) => [key, usage.input])).toEqual([
    ["work/a/1/1/1", 1],
    ["work/a/1/1/2", 2],
    ["work/a/1/1/3", 3],
  ]);
});

test("rows that can never be written are no secret", async () => {
  const account = openAccount(aLedger(Number.POSITIVE_INFINITY).ledger, OF, () => null);
  account.request(used(), []);
  await expect(account.settled()).rejects.toThrow("the database is away");
});

test("requests that come while others are written go together, each once", async () => {
  const { ledger, calls, rows } = aLedger();
  const account = openAccount(ledger, OF, () => null);
  for (let count = 0; count < 50; count++) account.request(used(), []);
  await account.settled();
  expect(rows()).toHaveLength(50);
  expect(calls.reduce((a, b) => a + b)).toBe(50);
  expect(calls.length).toBeLessThan(5);
});

test("nothing that was counted on the wire is known to be nothing, and no row; what nobody tells is not known", async () => {
  const { ledger, rows } = aLedger();
  const none = { input: 0, output: 0, usd: 0 };
  const account = openAccount(ledger, OF, () => null);
  expect(account.used()).toEqual([]);
  account.session([used(none)]);
  await account.settled();
  expect(rows()).toEqual([]);
  expect(account.used()).toEqual([used(none)]);
  const reported = used({ ...none, source: "reported" });
  account.session([reported]);
  await account.settled();
  expect(rows().map(({ usage }) => usage)).toEqual([reported]);
});

test("an agent's own word about money comes first, then the price, and no price is not nothing", async () => {
  const { ledger, rows } = aLedger();
  const account = openAccount(ledger, OF, ({ model, output }) => (model === "m" ? output / 100 : null));
  account.request(used({ usd: 0 }), []);
  account.request(used(), []);
  account.request(used({ model: "n" }), []);
  account.session([used({ model: "m", input: 500, output: 60 })]);
  await account.settled();
  expect(rows().map(({ usage }) => usage.usd)).toEqual([0, 0.1, undefined, 0.4]);
  expect(account.used()).toEqual([used({ input: 500, output: 60, usd: 0.5 }), used({ model: "n" })]);
});
