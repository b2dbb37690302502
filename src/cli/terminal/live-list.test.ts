import { expect, test } from "vitest";
import type { RunEvent } from "../../app/hosting/go-on.ts";
import { displayWidth } from "../../std/display-width.ts";
import { liveList } from "./live-list.ts";
import { hear, newView, type RunView, see } from "./run-view.ts";

const START = Date.parse("2026-01-02T03:00:00.000Z");
const aRun = (count: number, title = (number: number) => `Step ${number}`) => ({
  id: "words-000000",
  branch: "refs/heads/plan/words",
  plan: {
    id: "words",
    title: "Words",
    steps: Array.from({ length: count }, (_, index) => ({
      id: `${index + 1}`,
      number: index + 1,
      title: title(index + 1),
    })),
  },
});

/** The view after these events, a second apart. */
function viewAfter(...facts: readonly object[]): RunView {
  const view = newView();
  for (const [index, fact] of facts.entries()) {
    see(view, {
      run: "words-000000",
      seq: index + 1,
      at: new Date(START + index * 1000).toISOString(),
      ...fact,
    } as RunEvent);
  }
  return view;
}

const HOSTED = { type: "hosted", host: "h", process: 1, machine: "m" };
const work = (step: string, attempt = 1) => ({ step, attempt, leg: 1 });
const started = (step: string, attempt = 1) => ({
  type: "attempt-started",
  ...work(step, attempt),
  agent: "agent.sh",
  base: "",
});
const accepted = (step: string) => ({ type: "step-accepted", step });

const drawn = (run: Parameters<typeof liveList>[0], view: RunView, size = { width: 60, height: 10 }): string[] =>
  liveList(run, view, { size, now: START + 65_000, paint: (_, text) => text, hint: ", Ctrl-C stops" });

test("finished steps leave the list, and what the agent does now is seen", () => {
  const view = viewAfter(HOSTED, started("1"), accepted("1"), started("2", 3));
  hear(view, work("2", 3), "reading\nwriting \u001b[1mb.ts\u001b[0m\n\n");
  expect(drawn(aRun(3), view)).toEqual([
    "▸ 2. Step 2  attempt 3, writing b.ts 1 min 2 s",
    "· 3. Step 3",
    "1 of 3 steps done, 1 min 5 s, Ctrl-C stops",
  ]);
});

test("what an agent prints before the journal has told that it works is seen, of this attempt and of no other", () => {
  const view = newView();
  hear(view, work("1", 2), "reading");
  for (const [attempt, told] of [
    [1, "agent.sh"],
    [2, "attempt 2, reading"],
    [3, "attempt 3, agent.sh"],
  ] as const) {
    see(view, {
      run: "words-000000",
      seq: attempt,
      at: new Date(START).toISOString(),
      ...started("1", attempt),
    } as RunEvent);
    expect(drawn(aRun(1), view)[0]).toBe(`▸ 1. Step 1  ${told} 1 min 5 s`);
  }
});

test("what an agent printed is not taken for what its contract says", () => {
  const ended = {
    type: "worker-ended",
    step: "1",
    attempt: 1,
    leg: 1,
    reason: "finished",
    text: "",
    milliseconds: 1,
    tree: "",
    usage: [],
  };
  const view = viewAfter(HOSTED, started("1"), ended);
  hear(view, work("1"), "its contract passes\n");
  expect(drawn(aRun(1), view)[0]).toBe("▸ 1. Step 1  its contract runs 1 min 3 s");
});

test("what was spent is told against the budget, until now", () => {
  const usage = [
    { model: "m", input: 40_000, cachedRead: 1000, cachedWrite: 0, output: 0, usd: 0.3, source: "reported" },
  ];
  const run = aRun(2);
  const view = viewAfter(HOSTED, started("1"), { type: "worker-ended", step: "1", usage });
  const budget = { tokens: 200_000, usd: 1.5, wallClock: 1200 };
  const limited = { ...run, plan: { ...run.plan, budget } };
  expect(drawn(limited, view, { width: 100, height: 10 }).at(-2)).toBe(
    "spent 41k of 200k tokens, $0.30 of $1.50, 64 seconds of 20 minutes",
  );
  expect(drawn(run, view).at(-2)).toBe("spent 41k tokens, $0.30");
  expect(drawn(run, view, { width: 60, height: 4 }).join()).not.toContain("spent");
  expect(drawn(aRun(9), view, { width: 60, height: 5 })).toHaveLength(5);
});

test("a step that was undone is in the list again", () => {
  const undone = { type: "step-undone", steps: ["1"], by: "Ann", to: "", kept: "" };
  expect(drawn(aRun(1), viewAfter(HOSTED, started("1"), accepted("1"), undone))[0]).toBe("· 1. Step 1");
});

test("a long list shows what happens now, and says how many it leaves out", () => {
  const view = viewAfter(HOSTED, started("40"));
  const lines = drawn(aRun(50), view, { width: 60, height: 6 });
  expect(lines).toHaveLength(6);
  expect(lines[0]).toMatch(/^▸ 40\. /);
  expect(lines[4]).toBe("  … and 46 more");
});

test.each([20, 33, 80])("no line fills %i columns, whatever stands in it", (width) => {
  const run = aRun(3, (number) => `\u001b[31m漢字漢字漢字漢字漢字 ${"word ".repeat(40)}${number}`);
  const view = viewAfter(HOSTED, started("1", 12));
  hear(view, work("1"), "漢字".repeat(100));
  for (const line of drawn(run, view, { width, height: 5 })) {
    expect(displayWidth(line)).toBeLessThanOrEqual(width);
    expect(line).not.toContain("\u001b");
  }
});
