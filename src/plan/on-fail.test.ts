import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { correctOnFail, DEFAULT_ON_FAIL, formatOnFail, parseOnFail } from "./on-fail.ts";

describe("parseOnFail", () => {
  test.each([
    ["retry(2), then escalate", { retries: 2, exhausted: "escalate" }],
    ["retry(1), then escalate", { retries: 1, exhausted: "escalate" }],
    ["retry(3), then abort", { retries: 3, exhausted: "abort" }],
    ["retry(2)", { retries: 2, exhausted: "escalate" }],
    ["retry(0)", { retries: 0, exhausted: "escalate" }],
    ["escalate", { retries: 0, exhausted: "escalate" }],
    ["abort", { retries: 0, exhausted: "abort" }],
    ["  Retry ( 2 ) ,  then\tAbort ", { retries: 2, exhausted: "abort" }],
  ])("reads %j", (text, policy) => {
    expect(parseOnFail(text)).toEqual(policy);
  });

  test.each([
    "",
    "retry",
    "retry()",
    "retry(-1)",
    "retry(1.5)",
    "retry(1000)",
    "retry(2) then escalate",
    "escalate, then abort",
    "give up",
  ])("does not read %j", (text) => {
    expect(parseOnFail(text)).toBeNull();
  });

  test("reads the default as authors write it", () => {
    expect(parseOnFail("retry(2), then escalate")).toEqual(DEFAULT_ON_FAIL);
  });
});

describe("correctOnFail", () => {
  test.each([
    ["retry(2) then escalate", "retry(2), then escalate"],
    ["retry 2 times", "retry(2)"],
    ["retry 3x, abort", "retry(3), then abort"],
    ["Retry: 2 -> Escalate", "retry(2), then escalate"],
    ["retry x 02 and then abort", "retry(2), then abort"],
    ["retry(2", "retry(2)"],
  ])("spells %j as %j", (slip, policy) => {
    expect(correctOnFail(slip)).toBe(policy);
  });

  test.each(["", "retry", "retry often", "ask someone", "retry(2), then wait"])("does not guess at %j", (text) => {
    expect(correctOnFail(text)).toBeNull();
  });

  test("always proposes what parseOnFail reads", () => {
    const near = fc.array(
      fc.constantFrom("retry", "escalate", "abort", "then", "and", "2", "(", ")", ",", " ", "x", "times", ";", "→"),
    );
    fc.assert(
      fc.property(near, (pieces) => {
        const proposal = correctOnFail(`retry${pieces.join("")}`);
        if (proposal !== null) expect(parseOnFail(proposal)).not.toBeNull();
      }),
      { numRuns: 2000 },
    );
  });

  test("neither reader throws or hesitates, whatever it is given", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseOnFail(text) === null || correctOnFail(text) !== undefined).toBe(true);
      }),
    );
    for (const gap of [" , ", " ; and ", " ".repeat(1000)]) {
      expect(correctOnFail(`retry 1${gap.repeat(2000)}!`)).toBeNull();
      expect(parseOnFail(`retry(1)${gap.repeat(2000)}!`)).toBeNull();
    }
  }, 2000);
});

test("what is formatted is read back as the same", () => {
  expect(formatOnFail({ retries: 2, exhausted: "abort" })).toBe("retry(2), then abort");
  expect(formatOnFail({ retries: 0, exhausted: "escalate" })).toBe("escalate");
  for (const exhausted of ["escalate", "abort"] as const) {
    for (const retries of [0, 1, 999])
      expect(parseOnFail(formatOnFail({ retries, exhausted }))).toEqual({ retries, exhausted });
  }
});
