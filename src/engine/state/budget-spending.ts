import { addGrants, type Grant, parseGrant } from "../../plan/grant.ts";
import { added, NOTHING_SPENT, type Spent, UNKNOWN_SPENT } from "../../plan/spending.ts";
import { defaultJudge } from "../../planner/default-judge.ts";
import type { Missing } from "../../record/question.ts";
import type { Kept, RunEvent, RunFact, Usage } from "../../record/run-event.ts";

/** What a run has spent, and what people have granted it. */
export type Spending = {
  /** By step. What was undone or skipped has been spent all the same; and on steps that the plan no longer has, under null. */
  spent: Map<string | null, Spent>;
  /** What was granted besides: to the plan under null, to a step under its id. */
  granted: Map<string | null, Grant>;
  /** Somebody has raised a budget, and nothing was begun since: whatever is left is enough for them. */
  isRaised: boolean;
  /** The attempt under way, the time from which it is still to be counted, and whether it has said what it used. */
  running: { step: string; since: number; isTold: boolean } | null;
  /** Whom the run has asked, and what that took is not told yet. */
  asked: Asked | null;
  /** What the questions that wait are about, by their ids. */
  missing: Map<string, readonly Missing[]>;
};

type Asked = Omit<RunFact & { type: "planner-asked" }, "type">;

export const newSpending = (): Spending => ({
  spent: new Map(),
  granted: new Map(),
  isRaised: false,
  running: null,
  asked: null,
  missing: new Map(),
});

/**
 * Counts an event in. The clock runs while an attempt or a planner does, and not while a person is waited for. Nor from the
 * death of a host until another one takes over: the time since its last event is lost with it.
 */
export function countIn(spending: Spending, event: RunEvent): void {
  const at = Date.parse(event.at);
  switch (event.type) {
    case "hosted":
      if (spending.running) spending.running.since = at;
      return;
    case "released":
      return tick(spending, at);
    case "attempt-started":
      spending.running = { step: event.step, since: at, isTold: false };
      spending.isRaised = false;
      return;
    case "worker-ended":
      tick(spending, at);
      if (spending.running) spending.running.isTold = true;
      return spend(spending, event.step, usedBy(event.usage));
    case "attempt-interrupted":
    case "attempt-held":
      // It was started and nobody saw its end, so it may have used more than is known.
      if (spending.running?.isTold === false) spend(spending, event.step, atLeast(event.usage ?? []));
      return end(spending, at);
    case "attempt-passed":
    case "attempt-failed":
      return end(spending, at);
    case "planner-asked":
      spending.asked = event;
      return;
    case "triaged":
    case "reviewed":
    case "expanded":
    case "proposal-refused":
      return judge(spending, event);
    case "revised":
      if (event.kept) follow(spending, event.kept);
      return approveAnew(spending, event.budgets ?? []);
    case "asked":
      if (event.question.missing) spending.missing.set(event.question.id, event.question.missing);
      return;
    case "answered":
      if (event.value === "raise") raise(spending, event);
      spending.missing.delete(event.question);
      return;
  }
}

function tick(spending: Spending, at: number): void {
  const { running } = spending;
  if (running === null) return;
  // A clock that was set back has not given any time back.
  spend(spending, running.step, { ...NOTHING_SPENT, seconds: Math.max(0, at - running.since) / 1000 });
  running.since = at;
}

function end(spending: Spending, at: number): void {
  tick(spending, at);
  spending.running = null;
}

function spend({ spent }: Pick<Spending, "spent">, step: string | null, more: Spent): void {
  spent.set(step, added(spent.get(step) ?? NOTHING_SPENT, more));
}

type Judgement = Extract<RunEvent, { type: "triaged" | "reviewed" | "expanded" | "proposal-refused" }>;

/** Where nobody was asked nothing is used, and what one refusal does not tell is told by the fact that follows it. */
function judge(spending: Spending, { step, by, usage, milliseconds = 0 }: Judgement): void {
  if (by === defaultJudge.name || usage === undefined) return;
  spending.asked = null;
  spend(spending, step, added(usedBy(usage), { ...NOTHING_SPENT, seconds: milliseconds / 1000 }));
}

/** Whoever says nothing has used nobody knows how much. */
export function usedBy(usage: readonly Usage[]): Spent {
  if (usage.length === 0) return UNKNOWN_SPENT;
  return usage.map(usedOf).reduce(added);
}

const atLeast = (usage: readonly Usage[]): Spent => added(usedBy(usage), UNKNOWN_SPENT);

const usedOf = ({ input, cachedRead, cachedWrite, output, usd, source }: Usage): Spent => ({
  tokens: { known: input + cachedRead + cachedWrite + output, isWhole: source !== "unknown" },
  usd: { known: usd ?? 0, isWhole: usd !== undefined && source !== "unknown" },
  seconds: 0,
});

/** What a step has spent, and what it was granted, is its own under whatever id. */
function follow(spending: Spending, kept: readonly Kept[]): void {
  const { spent, granted } = spending;
  const to = new Map<string | null, string>(kept.map((each) => [each.from, each.to]));
  if (spending.asked) spending.asked = { ...spending.asked, step: to.get(spending.asked.step) ?? spending.asked.step };
  spending.spent = new Map();
  for (const [step, amount] of spent) spend(spending, to.get(step) ?? null, amount);
  spending.granted = new Map();
  for (const [of, grant] of granted) {
    const id = of === null ? null : to.get(of);
    if (id !== undefined) spending.granted.set(id, grant);
  }
}

/** Whoever writes another budget means that one, and not as much more as was once granted. */
function approveAnew(spending: Spending, budgets: readonly (string | null)[]): void {
  for (const of of budgets) spending.granted.delete(of);
  if (budgets.length > 0) spending.isRaised = false;
}

/** By what the person says; without a word, by what was missing. */
function raise(spending: Spending, { question, note }: RunEvent & { type: "answered" }): void {
  const { granted, missing } = spending;
  spending.isRaised = true;
  const said = note.trim() === "" ? null : parseGrant(note);
  for (const { of, amount } of missing.get(question) ?? []) {
    granted.set(of, addGrants(granted.get(of), said?.ok ? said.grant : amount));
  }
}
