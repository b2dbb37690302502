import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Actor, allowedMoves, move, reject } from "./lifecycle.ts";
import { PLAN_STATUSES, type PlanStatus } from "./words.ts";

const ACTORS: readonly Actor[] = ["person", "planner", "engine", "policy"];

/** Every move there is, written out by hand; whatever is not here must be refused. */
const TABLE: readonly [PlanStatus, PlanStatus, Actor, string][] = [
  ["draft", "verified", "engine", "verify"],
  ["verified", "approved", "person", "approve"],
  ["verified", "approved", "policy", "approve"],
  ["approved", "in-progress", "engine", "start"],
  ["in-progress", "done", "engine", "complete"],
  ["in-progress", "failed", "engine", "fail"],
  ["failed", "in-progress", "engine", "resume"],
  ["verified", "draft", "engine", "unverify"],
  ...PLAN_STATUSES.flatMap((from): [PlanStatus, PlanStatus, Actor, string][] => [
    [from, "draft", "person", "revise"],
    [from, "draft", "planner", "revise"],
  ]),
];

describe("move", () => {
  test("permits exactly the moves of the table, for exactly those who may make them", () => {
    for (const from of PLAN_STATUSES) {
      for (const to of PLAN_STATUSES) {
        for (const by of ACTORS) {
          const row = TABLE.find(([a, b, actor]) => a === from && b === to && actor === by);
          const moved = move(from, to, by);
          if (row) expect(moved).toEqual({ ok: true, name: row[3], to });
          else expect(moved).toMatchObject({ ok: false });
        }
      }
    }
  });

  test("names what the same actor can do instead", () => {
    expect(move("verified", "done", "person")).toMatchInlineSnapshot(`
      {
        "message": "the person cannot move a plan that is verified to done; from there the person can approve it (→ approved) or revise it (→ draft)",
        "ok": false,
      }
    `);
  });

  test("names who can move it when this actor cannot at all", () => {
    expect(move("draft", "approved", "policy")).toMatchInlineSnapshot(`
      {
        "message": "the policy cannot move a plan that is draft to approved, nor anywhere else; the person can revise it (→ draft), the planner can revise it (→ draft), the engine can verify it (→ verified)",
        "ok": false,
      }
    `);
  });

  test("lets only the engine bring a plan to done, and only while it is in progress", () => {
    const walk = fc.array(fc.tuple(fc.constantFrom(...PLAN_STATUSES), fc.constantFrom(...ACTORS)), { maxLength: 30 });
    fc.assert(
      fc.property(walk, (wishes) => {
        let status: PlanStatus = "draft";
        let approvals = 0;
        for (const [to, by] of wishes) {
          if (!move(status, to, by).ok) continue;
          if (to === "draft") approvals = 0;
          if (to === "approved") approvals++;
          if (to === "in-progress") expect(approvals).toBe(1);
          if (to === "done") expect([status, by]).toEqual(["in-progress", "engine"]);
          if (by === "planner") expect(to).toBe("draft");
          status = to;
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe("allowedMoves", () => {
  test("lists moves in the order a plan meets them", () => {
    expect(allowedMoves("in-progress", "engine")).toEqual([
      { name: "complete", to: "done" },
      { name: "fail", to: "failed" },
    ]);
    expect(allowedMoves("done", "engine")).toEqual([]);
  });
});

describe("reject", () => {
  test("sends a verified plan back to draft", () => {
    expect(reject("verified", "person", "step 2 deletes the backups")).toEqual({
      ok: true,
      name: "reject",
      to: "draft",
    });
  });

  test("wants a reason", () => {
    expect(reject("verified", "person", " \n")).toEqual({
      ok: false,
      message: "say why the plan is rejected: the planner works from it",
    });
  });

  test.each([
    ["draft", "person"],
    ["approved", "person"],
    ["verified", "planner"],
    ["verified", "policy"],
  ] as const)("is refused for a plan that is %s, by the %s", (from, by) => {
    expect(reject(from, by, "because")).toMatchObject({ ok: false });
  });

  test("says what can be done instead", () => {
    expect(reject("approved", "person", "too late")).toEqual({
      ok: false,
      message:
        "the person cannot move a plan that is approved back with a reason; from there the person can revise it (→ draft)",
    });
  });
});
