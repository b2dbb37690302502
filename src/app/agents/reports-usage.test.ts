import { expect, test } from "vitest";
import type { MachinePolicy } from "../../config/policy.ts";
import { reportsUsage } from "./reports-usage.ts";

const own = (driver: "acp" | "command") => ({ kind: "own", driver, line: "run-it", hosts: [], keys: [] }) as const;
const agents: MachinePolicy["agents"] = new Map([
  ["mine", own("command")],
  ["talker", own("acp")],
]);
const says = (driver: string, spec: string): boolean => reportsUsage({ driver, spec }, { agents });

test("agents over ACP and those that are known say what they use, however they are named", () => {
  expect([says("agent", "claude-code"), says("command", "codex"), says("command", "claude")]).toEqual([
    true,
    true,
    true,
  ]);
  expect([says("acp", "some-program"), says("agent", "talker")]).toEqual([true, true]);
});

test("a script and a program of one's own do not", () => {
  expect([says("scripted", "agents.yaml"), says("command", "./agent.sh"), says("agent", "mine")]).toEqual([
    false,
    false,
    false,
  ]);
});
