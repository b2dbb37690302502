import { expect, onTestFinished, test, vi } from "vitest";
import type { AgentEvent } from "../ports/agent.ts";
import { toolsOf } from "./tools/all-tools.ts";
import type { Used } from "./tools/tool.ts";
import { useTool } from "./use-tools.ts";

test("a tool that takes its time and prints nothing gives a sign of life every minute, and none when it is over", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const events: AgentEvent[] = [];
  const { promise, resolve } = Promise.withResolvers<Used>();
  const host = { at: "/tree", permit: () => ({ allow: true }) as const, launch: () => Promise.reject(new Error("no")) };
  const user = { host, mode: "act", offered: toolsOf("act"), doer: () => promise } as const;
  const call = { id: "1", name: "run_command", input: '{"command":"make","seconds":1800}' };
  const using = useTool(call, user, (event) => events.push(event));
  const signs = () => events.filter(({ type }) => type === "doing").length;
  expect(signs()).toBe(1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(signs()).toBe(11);
  resolve({ state: "done", text: "", diff: null });
  await using;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(signs()).toBe(11);
});

test.each(["agentctl", "write_plan_file"])("%s is refused in Act mode, whoever asks for it, and told", async (name) => {
  const events: AgentEvent[] = [];
  const host = { at: "/tree", permit: () => ({ allow: true }) as const, launch: () => Promise.reject(new Error("no")) };
  const doer = () => Promise.reject(new Error("nobody does it"));
  const user = { host, mode: "act", offered: toolsOf("act"), doer } as const;
  const call = { id: "1", name, input: '{"args":["plan","commit"]}' };
  const { used } = await useTool(call, user, (event) => events.push(event));
  expect(used).toEqual({ state: "refused", text: `Refused: there is no ${name} in ACT mode.`, diff: null });
  expect(events).toMatchObject([{ type: "tool", told: name, state: "refused" }]);
});
