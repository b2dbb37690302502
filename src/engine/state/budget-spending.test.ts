import { describe, expect, test } from "vitest";
import { aPlan } from "../../plan/a-plan.testkit.ts";
import { UNKNOWN_SPENT } from "../../plan/spending.ts";
import type { Missing } from "../../record/question.ts";
import type { RunEvent, RunFact, Usage } from "../../record/run-event.ts";
import { failed, held, interrupted, passed, RUN, started, triaged } from "./a-journal.testkit.ts";
import { countIn, newSpending, type Spending } from "./budget-spending.ts";

const FIRST = { attempt: 1, leg: 1 };

/** What was spent after these facts, each with the second at which it happened. */
function spendingAfter(...facts: [number, RunFact][]): Spending {
  const spending = newSpending();
  for (const [index, [second, fact]] of facts.entries()) {
    const event: RunEvent = { run: RUN, seq: index + 1, at: new Date(second * 1000).toISOString(), ...fact };
    countIn(spending, event);
  }
  return spending;
}

const ended = (step: string, ...usage: Usage[]): RunFact => ({
  ...{ type: "worker-ended", step, attempt: 1, leg: 1, reason: "finished", text: "", milliseconds: 1, tree: "" },
  usage,
});
const hosted: RunFact = { type: "hosted", host: "h", process: 1, machine: "m" };
const released: RunFact = { type: "released", host: "h", why: "stopped" };
const row = (fields: Partial<Usage> = {}): Usage => ({
  ...{ model: "m", input: 1, cachedRead: 10, cachedWrite: 100, output: 1000, usd: 0.5, source: "reported" },
  ...fields,
});

describe("the clock", () => {
  test("runs from the beginning of an attempt to its end, and not while a person is waited for", () => {
    const { spent } = spendingAfter(
      [0, started("a", FIRST)],
      [10, ended("a")],
      [15, held("a", FIRST, "question")],
      [1000, started("a", { attempt: 1, leg: 2 })],
      [1005, passed("a", { attempt: 1, leg: 2 })],
    );
    expect(spent.get("a")?.seconds).toBe(20);
  });

  test("stands still while nobody carries the run out", () => {
    const stopped = spendingAfter(
      [0, started("a", FIRST)],
      [10, ended("a")],
      [12, released],
      [5000, hosted],
      [5001, passed("a", FIRST)],
    );
    expect(stopped.spent.get("a")?.seconds).toBe(13);
    const died = spendingAfter([0, started("a", FIRST)], [5000, hosted], [5001, interrupted("a", FIRST)]);
    expect(died.spent.get("a")).toEqual({ ...UNKNOWN_SPENT, seconds: 1 });
  });

  test("gives nothing back when it was set back", () => {
    expect(spendingAfter([10, started("a", FIRST)], [0, failed("a", FIRST)]).spent.get("a")?.seconds).toBe(0);
  });
});

describe("what was used", () => {
  test("is what the agent reports, all models and all kinds of tokens together", () => {
    expect(spendingAfter([0, started("a", FIRST)], [0, ended("a", row(), row({ model: "n" }))]).spent.get("a")).toEqual(
      {
        tokens: { known: 2222, isWhole: true },
        usd: { known: 1, isWhole: true },
        seconds: 0,
      },
    );
  });

  test("is not known where it is not told, and never nothing", () => {
    expect(spendingAfter([0, ended("a")]).spent.get("a")).toEqual(UNKNOWN_SPENT);
    const { usd: _, ...unpriced } = row();
    expect(spendingAfter([0, ended("a", unpriced)]).spent.get("a")).toMatchObject({
      tokens: { known: 1111, isWhole: true },
      usd: { known: 0, isWhole: false },
    });
    expect(spendingAfter([0, ended("a", row({ source: "unknown" }))]).spent.get("a")).toMatchObject({
      tokens: { known: 1111, isWhole: false },
    });
  });

  test("of an attempt whose end nobody saw is at least what is known of it", () => {
    const known = interrupted("a", FIRST);
    for (const cut of [known, held("a", FIRST, "unverified")]) {
      const { spent } = spendingAfter([0, started("a", FIRST)], [0, { ...cut, usage: [row(), row()] } as RunFact]);
      expect(spent.get("a")).toEqual({
        tokens: { known: 2222, isWhole: false },
        usd: { known: 1, isWhole: false },
        seconds: 0,
      });
      expect(spendingAfter([0, started("a", FIRST)], [0, cut]).spent.get("a")).toEqual(UNKNOWN_SPENT);
    }
    const told = spendingAfter(
      [0, started("a", FIRST)],
      [0, ended("a", row())],
      [0, { ...known, usage: [row()] } as RunFact],
    );
    expect(told.spent.get("a")?.tokens).toEqual({ known: 1111, isWhole: true });
  });

  test("includes what a planner has used, if one was asked", () => {
    const by = (name: string, ...usage: Usage[]): RunFact => ({ ...triaged("a", 1), by: name, usage }) as RunFact;
    expect(spendingAfter([0, triaged("a", 1)]).spent.size).toBe(0);
    expect(spendingAfter([0, by("codex", row())]).spent.get("a")?.usd).toEqual({ known: 0.5, isWhole: true });
    expect(spendingAfter([0, by("codex")]).spent.get("a")).toEqual(UNKNOWN_SPENT);
  });
});

describe("a planner", () => {
  const refused = (fields: Partial<RunFact & { type: "proposal-refused" }> = {}): RunFact => ({
    ...{ type: "proposal-refused", step: "a", about: "template", by: "codex", told: "no", ...fields },
  });

  test("takes its time, which counts", () => {
    const slow = { ...triaged("a", 1), by: "codex", usage: [row()], milliseconds: 2_500 } as RunFact;
    expect(spendingAfter([0, slow]).spent.get("a")?.seconds).toBe(2.5);
  });

  test("that is refused has used something all the same, which is told once", () => {
    expect(spendingAfter([0, refused({ usage: [row()], milliseconds: 500 })]).spent.get("a")).toMatchObject({
      ...{ tokens: { known: 1111, isWhole: true }, seconds: 0.5 },
    });
    expect(spendingAfter([0, refused({ usage: [] })]).spent.get("a")).toEqual(UNKNOWN_SPENT);
    expect(spendingAfter([0, refused()]).spent.size).toBe(0);
  });

  test("is known to be asked until what it took is told, whatever number its step has by then", () => {
    const asked: RunFact = { type: "planner-asked", step: "a", about: "triage", by: "codex", key: "ask/1" };
    const revised: RunFact = {
      ...{ type: "revised", step: null, by: "Ann", told: [], edits: [], commit: "c", budgets: [] },
      ...{ revision: { plan: aPlan(["b"]), files: [], hash: "" }, kept: [{ from: "a", to: "b" }] },
    };
    expect(spendingAfter([0, asked], [0, refused()]).asked).toMatchObject({ key: "ask/1", step: "a" });
    expect(spendingAfter([0, asked], [0, revised]).asked).toMatchObject({ key: "ask/1", step: "b" });
    expect(spendingAfter([0, asked], [0, refused({ usage: [row()] })]).asked).toBeNull();
  });
});

describe("a budget that is raised", () => {
  const asked = (...missing: Missing[]): RunFact => ({
    type: "asked",
    step: null,
    question: {
      ...{ id: "q", run: RUN, step: null, over: "budget", kind: "budget", severity: "major", headline: "" },
      ...{ context: [], options: [], suggestion: null, missing },
    },
  });
  const raised = (note: string): RunFact => ({
    ...{ type: "answered", step: null, question: "q", value: "raise", note, by: "Ann" },
  });

  test("has what was missing besides, of each that was short", () => {
    const ask = asked({ of: null, amount: { usd: 2 } }, { of: "a", amount: { usd: 1 } });
    const { granted } = spendingAfter([0, ask], [0, raised("")], [0, ask], [0, raised("")]);
    expect([...granted]).toEqual([
      [null, { usd: 4 }],
      ["a", { usd: 2 }],
    ]);
  });

  test("is what a person approves anew, once they do; what they leave as it was stays raised", () => {
    const ask = asked({ of: null, amount: { usd: 2 } }, { of: "a", amount: { usd: 1 } });
    const plan = aPlan(["a"]);
    const revised = (...budgets: (string | null)[]): RunFact => ({
      ...{ type: "revised", step: null, by: "Ann", told: [], edits: [], commit: "c", budgets },
      ...{ revision: { plan, files: [], hash: "" }, kept: [{ from: "a", to: "a" }] },
    });
    const raisedThen = (fact: RunFact) => spendingAfter([0, ask], [0, raised("")], [0, fact]);
    expect(raisedThen(revised())).toMatchObject({
      granted: new Map([
        [null, { usd: 2 }],
        ["a", { usd: 1 }],
      ]),
      isRaised: true,
    });
    expect(raisedThen(revised(null))).toMatchObject({ granted: new Map([["a", { usd: 1 }]]), isRaised: false });
    expect(raisedThen(revised(null, "a")).granted.size).toBe(0);
  });

  test("follows a step to its new number, as what it has spent does; what was spent on steps that are gone stays spent", () => {
    const ask = asked(
      { of: null, amount: { usd: 2 } },
      { of: "1", amount: { usd: 1 } },
      { of: "2", amount: { usd: 3 } },
    );
    const works = (step: string, at: number): [number, RunFact][] => [
      [at, started(step, FIRST)],
      [at + 1, failed(step, FIRST)],
    ];
    const revised: RunFact = {
      ...{ type: "revised", step: null, by: "Ann", told: [], edits: [], commit: "c", budgets: [] },
      ...{ revision: { plan: aPlan(["1", "2"]), files: [], hash: "" }, kept: [{ from: "1", to: "2" }] },
    };
    const { spent, granted } = spendingAfter(
      ...works("1", 0),
      ...works("2", 5),
      [9, ask],
      [9, raised("")],
      [9, revised],
    );
    expect([...spent].map(([step, { seconds }]) => [step, seconds])).toEqual([
      ["2", 1],
      [null, 1],
    ]);
    expect([...granted]).toEqual([
      [null, { usd: 2 }],
      ["2", { usd: 1 }],
    ]);
  });

  test("has what the person says instead, until the next attempt begins", () => {
    const facts: [number, RunFact][] = [
      [0, asked({ of: null, amount: { usd: 2 } })],
      [0, raised("$5")],
    ];
    expect(spendingAfter(...facts)).toMatchObject({ granted: new Map([[null, { usd: 5 }]]), isRaised: true });
    expect(spendingAfter(...facts, [0, started("a", FIRST)]).isRaised).toBe(false);
  });
});
