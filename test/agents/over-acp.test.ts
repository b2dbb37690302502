import { expect, test } from "vitest";
import { carriedOut } from "./carried-out.ts";
import { ownHome } from "./own-home.ts";
import { AGENTS } from "./the-agents.ts";
import { wantingMore, wrongAtFirst } from "./three-steps.ts";

// Agents as their makers publish them, over the Agent Client Protocol.

const home = ownHome();

test.each(AGENTS)("%s carries a plan to done, and changes nothing that is protected", async (agent) => {
  expect(await carriedOut(agent, agent, { home, script: wantingMore })).toEqual([
    "1: passed",
    "2: passed",
    "3: passed",
  ]);
});

test("claude-code is told what was wrong, and mends it", async () => {
  const told = await carriedOut("claude-code", "acp:claude-code", { home, script: wrongAtFirst });
  expect(told).toEqual(["1: passed", "2: failed, contract", "2: passed", "3: passed"]);
});
