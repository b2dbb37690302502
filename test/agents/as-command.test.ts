import { expect, test } from "vitest";
import { carriedOut } from "./carried-out.ts";
import { ownHome } from "./own-home.ts";
import { AGENTS } from "./the-agents.ts";
import { wantingMore, wrongAtFirst } from "./three-steps.ts";

// The same agents as commands that end by themselves.

const home = ownHome();

test.each(AGENTS)("%s carries a plan to done, and changes nothing that is protected", async (agent) => {
  const told = await carriedOut(agent, `command:${agent}`, { home, script: wantingMore });
  expect(told).toEqual(["1: passed", "2: passed", "3: passed"]);
});

test("codex is told what was wrong, and mends it", async () => {
  const told = await carriedOut("codex", "command:codex", { home, script: wrongAtFirst });
  expect(told).toEqual(["1: passed", "2: failed, contract", "2: passed", "3: passed"]);
});
