import { expect, test } from "vitest";
import type { ListedRun, RunReport, StepReport } from "../../app/looking/status.ts";
import { UNKNOWN_SPENT } from "../../plan/spending.ts";
import { repositoryAt } from "../../record/repository-at.testkit.ts";
import { listText, reportText } from "./status-text.ts";

const now = new Date().toISOString();
const aRun = (planId: string, state: ListedRun["state"], more: Partial<ListedRun> = {}): ListedRun => ({
  ...{
    id: `${planId}-000000`,
    planId,
    title: `The ${planId}`,
    top: "/home/ann/x",
    commonDir: "/home/ann/x/.git",
    repository: repositoryAt("/home/ann/x").id,
  },
  ...{ branch: `refs/heads/plan/${planId}`, status: "in-progress", isPaused: false, steps: 2, done: 1, open: 0 },
  ...{ createdAt: now, updatedAt: now, carriedOutBy: null, questions: [], state },
  ...more,
});

const shown = (runs: readonly ListedRun[], most: number, isFar = false): string =>
  listText(runs, { isFar, most, paint: (_, text) => text });

test("what is not over comes first, with the command that goes on; what is over has a line", () => {
  const question = {
    id: "c-000000:3",
    step: "1",
    severity: "minor",
    headline: "step 1: really?",
    options: [],
  } as const;
  const runs = [
    aRun("a", "done", { done: 2 }),
    aRun("b", "paused"),
    aRun("c", "waiting", { questions: [{ ...question, options: [] }] }),
    aRun("d", "failed"),
    aRun("e", "carried-out", { carriedOutBy: "process 7" }),
    aRun("d", "failed", { id: "d-111111" }),
    aRun("f", "stopped"),
  ];
  expect(shown(runs, 10)).toMatchInlineSnapshot(`
    "b  The b
      paused
      planwright resume b   continues
      1 of 2 steps done, plan/b, just now, b-000000
    c  The c
      waiting for you: step 1: really?
      planwright inbox c-000000:3   shows what there is to know
      1 of 2 steps done, plan/c, just now, c-000000
    e  The e
      running in process 7
      planwright watch e   looks on
      1 of 2 steps done, plan/e, just now, e-000000
    f  The f
      stopped, not running
      planwright resume f   continues
      1 of 2 steps done, plan/f, just now, f-000000
    a  done  2 of 2 steps done, plan/a, just now, a-000000
    d  failed: planwright resume d  1 of 2 steps done, plan/d, just now, d-000000
    d  failed  1 of 2 steps done, plan/d, just now, d-111111
    "
  `);
});

test("of what is over only so many are shown, and how to see the rest", () => {
  const runs = [1, 2, 3, 4].map((number) => aRun(`p${number}`, "cancelled"));
  expect(shown(runs, 3)).toMatch(/^p1 .*\np2 .*\np3 .*\n… and 1 more that is over \(--all\)\n$/);
  expect(shown(runs, Number.POSITIVE_INFINITY)).not.toContain("more");
  expect(shown(runs, 1, true)).toMatch(/^p1 {2}cancelled .*, \/home\/ann\/x\n… and 3 more that are over /);
});

const aStep = (number: number, status: StepReport["status"], attempts: number): StepReport => ({
  ...{ id: `${number}`, number, title: `Step ${number}`, status, attempts, failures: 0, last: null },
  ...{ commit: null, receipt: null, isSkipped: false, outcome: null, question: null },
});

const reported = (state: ListedRun["state"], more: Partial<RunReport> = {}): string =>
  reportText(
    {
      ...aRun("a", state, { carriedOutBy: state === "carried-out" ? "process 7" : null }),
      ...{ mode: "autonomous", agent: "codex", hash: "", why: null },
      ...{ stepList: [], limits: {}, spent: UNKNOWN_SPENT },
      ...more,
    },
    (_, text) => text,
  );

test("a step at work is under way while somebody carries the run out, and cut off when nobody does", () => {
  const stepList = [aStep(1, "pending", 1), aStep(2, "active", 2), aStep(3, "pending", 0)];
  const steps = (state: ListedRun["state"]) => reported(state, { stepList }).match(/^. \d\. .*$/gm);
  expect(steps("stopped")).toEqual([
    "· 1. Step 1  to be retried, 1 attempt",
    "▸ 2. Step 2  interrupted, 2 attempts",
    "· 3. Step 3  not started",
  ]);
  expect(steps("carried-out")).toContain("▸ 2. Step 2  running, 2 attempts");
});

test("a plan that is over without being done can be changed, unless it was rejected", () => {
  const ways = (text: string) => text.match(/^ {2}planwright .*$/gm);
  const revise = "  planwright revise a   lets you change the plan";
  expect(ways(reported("failed"))).toEqual([
    "  planwright resume a   starts the unfinished steps again",
    `${revise} first`,
  ]);
  expect(ways(reported("cancelled"))).toEqual([
    `${revise}, then continues`,
    "  planwright resume --branch plan/a   continues with the approved plan",
  ]);
  expect(ways(reported("cancelled", { done: 0 }))).toEqual([`${revise}, then continues`]);
  expect(ways(reported("rejected", { done: 0 }))).toBeNull();
});

test("a merged plan is not to be merged again", () => {
  expect(shown([aRun("a", "merged", { done: 2 })], 10)).toMatch(/^a {2}merged {2}2 of 2 steps done/);
  const text = reported("merged");
  expect(text).toContain("\nmerged\n  planwright clean a --branches   removes what it has left\n");
  expect(text).not.toContain("planwright merge");
});

test("what was spent is told where there is a budget, or somebody has said what was used", () => {
  const report = (more: Partial<RunReport>): string => reported("paused", more);
  expect(report({})).not.toContain("spent");
  expect(report({ limits: { usd: 1.5, wallClock: 1200 }, spent: { ...UNKNOWN_SPENT, seconds: 180 } })).toContain(
    "\nspent an unknown part of $1.50, 3 of 20 minutes\n",
  );
  expect(report({ spent: { ...UNKNOWN_SPENT, tokens: { known: 41_000, isWhole: true } } })).toContain(
    "\nspent 41k tokens\n",
  );
});
