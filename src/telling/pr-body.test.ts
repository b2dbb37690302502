import { expect, test } from "vitest";
import { aPlan } from "../plan/a-plan.testkit.ts";
import type { RunEvent, RunFact } from "../record/run-event.ts";
import { pullRequestBody } from "./pr-body.ts";

const accepted = (step: string, result: string, byEye: string | null): RunFact => ({
  ...{ type: "step-accepted", step, attempt: 1, dev: "2".repeat(40), accepted: "3".repeat(40), result, byEye },
  ...{ receipt: "c0ffee".repeat(10), outcome: null },
});

const rowsOf = (facts: readonly RunFact[]): string[] => {
  const events = facts.map((fact, index): RunEvent => ({ run: "r", seq: index + 1, at: "", ...fact }));
  const body = pullRequestBody(aPlan(["a", "b", "c"]), { remote: "origin", branch: "plan/sample" }, events);
  return body.split("\n").filter((line) => /^\| \d/.test(line));
};

test("says of every step how it ended, and who answers for it", () => {
  const by = "Ann <ann@example.org>";
  const rows = rowsOf([
    accepted("a", "done", null),
    accepted("b", "looks right", by),
    { type: "step-skipped", step: "c", by, note: "not now", commit: "4".repeat(40) },
  ]);
  expect(rows.map((row) => row.split(" | ").at(1))).toEqual([
    "done",
    "accepted by eye, by Ann: looks right",
    "skipped by Ann: not now",
  ]);
  expect(rows[0]).toMatch(/ \| `c0ffeec0ffee` \|$/);
});

test("shows a step that was taken back as open", () => {
  const undone: RunFact = { type: "step-undone", steps: ["a"], by: "Ann", to: "1".repeat(40), kept: "debug/x" };
  expect(rowsOf([accepted("a", "done", null), undone])[0]).toContain(" | open | ");
});

test("keeps a worker's words from becoming markup, or another row", () => {
  const [row] = rowsOf([accepted("a", "a | b\n| <img src=x> `c` [d](e)", null)]);
  expect(row).toContain(" | a \\| b \\| \\<img src=x\\> \\`c\\` \\[d\\](e) | ");
});

test("says how to check it, at the remote it was pushed to, and whose word an audit takes", () => {
  const body = pullRequestBody(aPlan(["a"]), { remote: "upstream", branch: "plan/sample" }, []);
  expect(body).toContain("git fetch upstream plan/sample\nplanwright audit upstream/plan/sample ");
  expect(body).not.toContain("origin");
  expect(body).toMatch(/allowed_signers.* ends with 0 .* ends with 4/);
});
