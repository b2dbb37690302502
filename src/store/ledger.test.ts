import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Ledger } from "../ports/store.ts";
import { LEDGER_VIEWS, type LedgerRow, type LedgerSum } from "../record/ledger-row.ts";
import { repositoryAt } from "../record/repository-at.testkit.ts";
import type { Usage } from "../record/run-event.ts";
import { aRun, opened } from "./a-run.testkit.ts";
import { aStore } from "./a-store.testkit.ts";
import { openStore } from "./open-store.ts";

const used = (fields: Partial<Usage> = {}): Usage => ({
  ...{ model: "m", input: 1_000, cachedRead: 200, cachedWrite: 30, output: 4, source: "wire", usd: 0.5, ...fields },
});

const aRow = (key: string, fields: Partial<LedgerRow> = {}): LedgerRow => ({
  ...{ run: "one", key, repository: repositoryAt("/repository").id, plan: "words", step: "a", attempt: 1, leg: 1 },
  ...{ role: "developer", covers: "request", usage: used(), warnings: [], at: "2026-11-16T10:00:00.000Z" },
  ...fields,
});

const unpriced = ({ usd: _, ...rest }: Usage): Usage => rest;

async function aLedger(...rows: LedgerRow[]): Promise<Ledger> {
  const { store } = await aStore();
  await store.ledger.add(rows);
  return store.ledger;
}

test("gives rows back as they were, the oldest first", async () => {
  const rows = [
    aRow("b", { warnings: ["nul \0, half a pair \ud83d", "it takes no temperature"] }),
    aRow("a", {
      at: "2026-11-16T10:00:00.001Z",
      attempt: null,
      leg: null,
      usage: unpriced(used({ source: "unknown" })),
    }),
  ];
  const ledger = await aLedger(...rows.toReversed());
  expect(await ledger.read({})).toEqual(rows);
});

test("counts a row once, however often it is written and by however many at once", async () => {
  const { store, url } = await aStore();
  const second = await openStore(url);
  try {
    const rows = [aRow("a"), aRow("b"), aRow("a", { run: "two" })];
    await Promise.all([store, second, store].map(({ ledger }) => ledger.add(rows)));
    await store.ledger.add([aRow("a", { usage: used({ input: 9 }) }), aRow("c")]);
    expect((await store.ledger.read({})).map(({ run, key }) => `${run}/${key}`).sort()).toEqual([
      "one/a",
      "one/b",
      "one/c",
      "two/a",
    ]);
    expect((await store.ledger.sums({}, "model")).total).toMatchObject({ requests: 4, input: 4_000 });
  } finally {
    await second.close();
  }
});

test("holds a name with characters that no text in Postgres can have, and finds it again", async () => {
  const odd = "a\0b\ud83d";
  const ledger = await aLedger(aRow("a", { step: odd, usage: used({ model: odd }) }));
  expect(await ledger.read({ step: odd })).toMatchObject([{ step: "a\uFFFDb\uFFFD" }]);
});

test("finds the rows of a leg, of a plan, of a repository, and those since a moment", async () => {
  const ledger = await aLedger(
    aRow("a"),
    aRow("b", { leg: 2 }),
    aRow("c", { attempt: null, leg: null, role: "planner" }),
    aRow("d", { step: "b", at: "2026-11-17T00:00:00.000Z" }),
    aRow("e", { run: "two", plan: "other", repository: repositoryAt("/elsewhere").id }),
  );
  const keys = async (of: Parameters<Ledger["read"]>[0]) => (await ledger.read(of)).map(({ key }) => key).join("");
  expect(await keys({ run: "one", step: "a", attempt: 1, leg: 1 })).toBe("a");
  expect(await keys({ plan: "words" })).toBe("abcd");
  expect(await keys({ repository: repositoryAt("/elsewhere").id })).toBe("e");
  expect(await keys({ since: "2026-11-17T00:00:00.000Z" })).toBe("d");
  expect(await keys({ run: "three" })).toBe("");
});

test("keeps its rows when the run is forgotten: what was spent stays spent", async () => {
  const { store } = await aStore();
  await store.runs.create(aRun("one"), [opened, { type: "cancelled", by: "ada" }]);
  await store.ledger.add([aRow("a")]);
  await store.runs.forget("one");
  expect(await store.ledger.read({ run: "one" })).toHaveLength(1);
});

describe("sums", () => {
  test("put together what a view names, in the order of its names", async () => {
    const ledger = await aLedger(
      aRow("a", { at: "2026-11-16T23:59:59.999Z" }),
      aRow("b", { at: "2026-11-17T00:00:00.000Z", step: "b", role: "tester" }),
      aRow("c", { plan: "other", step: "b", usage: used({ model: "n" }) }),
    );
    const namesBy = async (by: (typeof LEDGER_VIEWS)[number]) => (await ledger.sums({}, by)).groups.map(({ of }) => of);
    const { id: repository } = repositoryAt("/repository");
    expect(await namesBy("plan")).toEqual([
      { repository, plan: "other" },
      { repository, plan: "words" },
    ]);
    expect(await namesBy("step")).toEqual([
      { repository, plan: "other", step: "b" },
      { repository, plan: "words", step: "a" },
      { repository, plan: "words", step: "b" },
    ]);
    expect(await namesBy("role")).toEqual([{ role: "developer" }, { role: "tester" }]);
    expect(await namesBy("model")).toEqual([{ model: "m" }, { model: "n" }]);
    expect(await namesBy("day")).toEqual([{ day: "2026-11-16" }, { day: "2026-11-17" }]);
  });

  test("name the models without a price and those that tell too little, and never take them for nothing", async () => {
    const free = unpriced(used({ model: "free" }));
    const ledger = await aLedger(
      aRow("a", { usage: used({ usd: 0.1 }) }),
      aRow("b", { usage: used({ usd: 0.2 }) }),
      aRow("c", { usage: free, step: "b" }),
      aRow("d", { usage: { ...free, source: "unknown" }, covers: "session", step: "b" }),
    );
    const { groups, total } = await ledger.sums({}, "step");
    expect(groups).toMatchObject([
      { requests: 2, sessions: 0, usd: 0.3, unpriced: [], uncounted: [] },
      { requests: 1, sessions: 1, usd: null, unpriced: ["free"], uncounted: ["free"] },
    ]);
    expect(total).toEqual({
      ...{ requests: 3, sessions: 1, input: 4_000, cachedRead: 800, cachedWrite: 120, output: 16 },
      ...{ usd: 0.3, unpriced: ["free"], uncounted: ["free"] },
    });
  });

  test("of no rows are none", async () => {
    const ledger = await aLedger();
    for (const by of LEDGER_VIEWS) expect(await ledger.sums({}, by)).toEqual({ groups: [], total: null });
  });

  test("agree with each other, whichever view is taken", async () => {
    const { store } = await aStore();
    let tries = 0;
    const few = fc.constantFrom("a", "b", "c");
    const count = fc.nat({ max: 2_000_000 });
    const usd = fc.option(
      fc.integer({ min: 0, max: 1e9 }).map((micros) => micros / 1e6),
      { nil: undefined },
    );
    const usage = fc.record({ input: count, cachedRead: count, cachedWrite: count, output: count });
    const rows = fc.array(
      fc.record({ plan: few, step: few, role: few, model: few, usage, usd, day: fc.integer({ min: 0, max: 80 }) }),
      { minLength: 1, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const run = `try-${tries++}`;
        await store.ledger.add(
          given.map(({ plan, step, role, model, usage: counts, usd: money, day }, index) =>
            aRow(`${index}`, {
              ...{ run, plan, step, role, at: new Date(Date.UTC(2026, 0, 1, day)).toISOString() },
              usage: { ...counts, model, source: "wire", ...(money !== undefined && { usd: money }) },
            }),
          ),
        );
        for (const by of LEDGER_VIEWS) {
          const { groups, total } = await store.ledger.sums({ run }, by);
          expect(total).toEqual((await store.ledger.sums({ run }, "model")).total);
          expect(addedUp(groups)).toEqual(inMicros(total as LedgerSum));
        }
        expect(
          addedUp(given.map((row) => ({ ...NONE, ...row.usage, requests: 1, usd: row.usd ?? null }))),
        ).toMatchObject(inMicros((await store.ledger.sums({ run }, "day")).total as LedgerSum));
      }),
      { numRuns: 25 },
    );
  });
});

const NONE = { requests: 0, sessions: 0, input: 0, cachedRead: 0, cachedWrite: 0, output: 0, usd: null };
type Counts = Omit<LedgerSum, "unpriced" | "uncounted">;

/** Money in whole millionths, so that equal sums are equal. */
const inMicros = ({ requests, sessions, input, cachedRead, cachedWrite, output, usd }: Counts): Counts => ({
  ...{ requests, sessions, input, cachedRead, cachedWrite, output },
  usd: usd === null ? null : Math.round(usd * 1e6),
});

const addedUp = (sums: readonly Counts[]): Counts =>
  sums.map(inMicros).reduce(
    (a, b) => ({
      ...{ requests: a.requests + b.requests, sessions: a.sessions + b.sessions },
      ...{ input: a.input + b.input, output: a.output + b.output },
      ...{ cachedRead: a.cachedRead + b.cachedRead, cachedWrite: a.cachedWrite + b.cachedWrite },
      usd: a.usd === null ? b.usd : a.usd + (b.usd ?? 0),
    }),
    NONE,
  );
