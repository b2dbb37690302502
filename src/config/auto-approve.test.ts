import { expect, test } from "vitest";
import { parsePolicy } from "./policy.ts";

const RULE = 'repository: ~/shop, agents: [claude-code], max_budget: "max 200k tokens, 20 minutes"';

test("reads who may do what, where, and for how much; without it nothing is approved", () => {
  expect(parsePolicy(`auto_approve:\n  - { ${RULE} }\n`)).toMatchObject({
    ok: true,
    policy: {
      autoApprove: [{ repository: "~/shop", agents: ["claude-code"], budget: { tokens: 200_000, wallClock: 1200 } }],
    },
  });
  expect(parsePolicy("sandbox: on\n")).toMatchObject({ ok: true, policy: { autoApprove: [] } });
});

test.each([
  ["auto_approve: on", "`auto_approve` is a list"],
  [`auto_approve: { ${RULE} }`, "`auto_approve` is a list"],
  ["auto_approve: [yes]", "entry 1: it holds settings"],
  [`auto_approve: [{ ${RULE}, loosened: true }]`, "there is no setting `loosened`"],
  [`auto_approve: [{ ${RULE.replace("max_budget", "max_bugdet")} }]`, "did you mean `max_budget`?"],
  [`auto_approve: [{ ${RULE.replace("~/shop", ".")} }]`, "`repository` is a whole path"],
  [`auto_approve: [{ ${RULE.replace("~/shop", '"*"')} }]`, "`repository` is a whole path"],
  [`auto_approve: [{ ${RULE.replace("repository: ~/shop, ", "")} }]`, "`repository` is a whole path"],
  [`auto_approve: [{ ${RULE.replace("[claude-code]", "[]")} }]`, "`agents` is a list of agents"],
  [`auto_approve: [{ ${RULE.replace("claude-code", "'command:./agent.sh'")} }]`, "write its whole path"],
  [`auto_approve: [{ ${RULE.replace("claude-code", "'command:bash ../a.sh'")} }]`, "write its whole path"],
  [`auto_approve: [{ ${RULE.replace(/, max_budget.*/, "")} }]`, "`max_budget` is missing"],
  [`auto_approve: [{ ${RULE.replace("max 200k tokens, 20 minutes", "much")} }]`, "`much` is not a limit"],
])("%s is refused: a limit that was forgotten or misspelt would be none", (text, told) => {
  expect(parsePolicy(`${text}\n`)).toEqual({ ok: false, reason: expect.stringContaining(told) });
});
