import { expect, test } from "vitest";
import { addGrants, limitsWith, parseGrant } from "./grant.ts";

test.each([
  ["$2, 50k tokens", { usd: 2, tokens: 50_000 }],
  [" + 10 minutes ", { wallClock: 600 }],
  ["none", "no-limit"],
  ["No limit", "no-limit"],
])("reads %j", (text, grant) => {
  expect(parseGrant(text)).toEqual({ ok: true, grant });
});

test.each([
  ["a lot", "`a lot` is not a limit"],
  ["$0", "a limit for money must be more than nothing"],
])("refuses %j with the reason", (text, message) => {
  expect(parseGrant(text)).toEqual({ ok: false, message });
});

test("grants add up, and no limit stays none", () => {
  expect(addGrants(undefined, { usd: 1 })).toEqual({ usd: 1 });
  expect(addGrants({ usd: 1 }, { usd: 2, tokens: 5 })).toEqual({ usd: 3, tokens: 5 });
  expect(addGrants("no-limit", { usd: 2 })).toBe("no-limit");
  expect(addGrants({ usd: 2 }, "no-limit")).toBe("no-limit");
});

test("a grant raises what is limited, and limits nothing else", () => {
  expect(limitsWith({ usd: 1 }, { usd: 2, tokens: 5 })).toEqual({ usd: 3 });
  expect(limitsWith({ usd: 1 }, undefined)).toEqual({ usd: 1 });
  expect(limitsWith({ usd: 1 }, "no-limit")).toEqual({});
  expect(limitsWith(undefined, { usd: 1 })).toEqual({});
});
