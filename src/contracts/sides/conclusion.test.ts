import { expect, test } from "vitest";
import type { Conclusion } from "../../record/conclusion.ts";
import type { Verdict } from "../../record/verdict.ts";
import { type Circumstances, conclude, type Side } from "./conclusion.ts";
import type { RunSide } from "./side.ts";

const run = (verdict: Verdict): RunSide => ({
  tree: "t",
  exit: { kind: "exited", code: 0 },
  milliseconds: 1,
  log: { head: "", tail: "", dropped: 0 },
  seen: null,
  report: null,
  verdict,
  explanation: { headline: "", details: [] },
});
const green = run({ status: "passed" });
const red = run({ status: "failed", reason: "exit-code", told: "" });
const lacking = (reason: "missing-target" | "missing-tool" | "not-executable" | "syntax" | "no-tests"): RunSide =>
  run({ status: "unverified", reason, told: "" });
const notRun: Side = { notRun: "why" };
const USUAL: Circumstances = { purpose: "undeclared", isUnchanged: false, announcesMissing: false };

test.each<[Conclusion, { base?: Side; after: RunSide; reverted?: Side }]>([
  ["proven", { base: red, after: green }],
  ["proven", { base: lacking("missing-target"), after: green, reverted: red }],
  ["proven", { base: green, after: green, reverted: red }],
  ["vacuous", { base: green, after: green }],
  ["vacuous", { base: green, after: green, reverted: lacking("missing-tool") }],
  ["vacuous", { base: green, after: green, reverted: green }],
  ["hollow", { base: lacking("no-tests"), after: green, reverted: green }],
  ["unchanged", { after: green }],
  ["failing", { after: red }],
  ["broken", { after: lacking("syntax") }],
  ["broken", { after: lacking("no-tests") }],
  ["broken", { after: lacking("missing-target") }],
  ["unrunnable", { after: lacking("missing-tool") }],
  ["unrunnable", { after: lacking("not-executable") }],
])("is %s: %#", (conclusion, { base = notRun, after, reverted = notRun }) => {
  expect(conclude({ base, after, reverted }, USUAL)).toBe(conclusion);
});

test("what is missing because the step has yet to add it is not done, and not broken", () => {
  expect(
    conclude(
      { base: notRun, after: lacking("missing-target"), reverted: notRun },
      { ...USUAL, announcesMissing: true },
    ),
  ).toBe("not-done");
  expect(
    conclude({ base: notRun, after: lacking("syntax"), reverted: notRun }, { ...USUAL, announcesMissing: true }),
  ).toBe("broken");
});

test("a contract that guards may have passed before", () => {
  const guards = { ...USUAL, purpose: "guards" } as const;
  expect(conclude({ base: green, after: green, reverted: notRun }, guards)).toBe("guarding");
  expect(conclude({ base: red, after: green, reverted: notRun }, guards)).toBe("proven");
});

test("a tree that is as it was shows nothing, unless what was published meanwhile is what the contract asks for", () => {
  const unchanged = { ...USUAL, isUnchanged: true };
  expect(conclude({ base: green, after: green, reverted: notRun }, unchanged)).toBe("unchanged");
  expect(conclude({ base: notRun, after: green, reverted: notRun }, unchanged)).toBe("unchanged");
  expect(conclude({ base: red, after: green, reverted: notRun }, unchanged)).toBe("proven");
});
