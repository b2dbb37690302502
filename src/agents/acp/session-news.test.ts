import { expect, test } from "vitest";
import type { AgentEvent } from "../../ports/agent.ts";
import { type SessionNews, sessionNews } from "./session-news.ts";

const hear = (news: SessionNews, ...updates: object[]): AgentEvent[] =>
  updates.flatMap((update) => [...news.update({ sessionId: "s", update })]);

const says = (text: string): object => ({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });

const transcript = (events: readonly AgentEvent[]): string =>
  events.map((event) => (event.type === "output" ? String(event.bytes) : "")).join("");

test("writes down what is said and done, and leaves thoughts out", () => {
  const news = sessionNews("m");
  const events = hear(
    news,
    says("First I look"),
    says(" around."),
    { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "hm" } },
    { sessionUpdate: "tool_call", toolCallId: "1", title: "Preparing…" },
    { sessionUpdate: "tool_call_update", toolCallId: "1", title: "Read a.ts", status: "in_progress" },
    { sessionUpdate: "tool_call_update", toolCallId: "1", status: "completed" },
    { sessionUpdate: "tool_call", toolCallId: "2", title: "npm test\n\u001b[31m", status: "failed" },
    says("Done."),
  );
  expect(transcript(events)).toBe("First I look around.\n▸ Read a.ts\n▸ npm test ␛[31m: failed\nDone.");
  expect(news.said().trim()).toBe("First I look around.\n\nDone.");
  expect(events.flatMap((event) => (event.type === "tool" ? [`${event.told}: ${event.state}`] : []))).toEqual([
    "Preparing…: begun",
    "Read a.ts: begun",
    "Read a.ts: done",
    "npm test ␛[31m: failed",
  ]);
  expect(events.filter(({ type }) => type === "doing")).toEqual([{ type: "doing", told: "thinking" }]);
});

test("tells a use of a tool again only when something has changed", () => {
  const news = sessionNews("m");
  const call = { sessionUpdate: "tool_call", toolCallId: "1", title: "Write", locations: [{ path: "/a" }] };
  const update = { sessionUpdate: "tool_call_update", toolCallId: "1" };
  const diff = { type: "diff", path: "/a", oldText: "x\n", newText: "y\n" };
  const events = hear(news, call, call, update, { ...update, status: "pending" }, { ...update, content: [diff] });
  expect(events).toMatchObject([
    { state: "begun", paths: ["/a"], diff: null },
    { state: "begun", paths: ["/a"], diff: "--- /a\n+++ /a\n@@ -1 +1 @@\n-x\n+y\n" },
  ]);
  expect(transcript([...news.unfinished()])).toBe("▸ Write: not finished\n");
});

test("says which item of its own plan an agent is at", () => {
  const entries = [
    { content: "look", status: "completed" },
    { content: "fix\nit", status: "in_progress" },
  ];
  const news = sessionNews("m");
  expect(hear(news, { sessionUpdate: "plan", entries })).toEqual([{ type: "doing", told: "fix it (2 of 2)" }]);
  expect(hear(news, { sessionUpdate: "plan", entries: entries.slice(0, 1) })).toEqual([]);
});

test("knows the model by what the agent names, and how much it was asked at least", () => {
  const news = sessionNews("m");
  expect(news.spentAtLeast()).toMatchObject({ model: "m", input: 0, source: "unknown" });
  news.opened({ configOptions: [{ id: "m", category: "model", currentValue: "small" }] });
  expect(news.model()).toBe("small");
  hear(news, { sessionUpdate: "usage_update", used: 500, size: 1000, _meta: { "_claude/model": "large" } });
  expect(news.cost()).toBeNull();
  hear(news, { sessionUpdate: "usage_update", used: 20, size: 1000, cost: { amount: 0.5, currency: "USD" } });
  hear(news, { sessionUpdate: "usage_update", used: 20, size: 1000, cost: { amount: 7, currency: "EUR" } });
  expect(news.cost()).toBe(0.5);
  expect(news.model()).toBe("large");
  expect(news.spentAtLeast()).toMatchObject({ model: "large", input: 500, source: "unknown" });
});

test.each([
  undefined,
  null,
  7,
  [],
  {},
  { update: 1 },
  { update: { sessionUpdate: "invented_tomorrow" } },
  { update: { sessionUpdate: "agent_message_chunk" } },
  { update: { sessionUpdate: "agent_message_chunk", content: { type: "image", data: "" } } },
  { update: { sessionUpdate: "tool_call", title: "of nothing" } },
  { update: { sessionUpdate: "plan", entries: "none" } },
  { update: { sessionUpdate: "usage_update", used: -5 } },
])("passes over %j", (params) => {
  const news = sessionNews("m");
  expect([...news.update(params)]).toEqual([]);
  expect(news.spentAtLeast().input).toBe(0);
});

test("forgets the oldest of very many uses of tools", () => {
  const news = sessionNews("m");
  for (let index = 0; index < 1000; index++) {
    hear(news, { sessionUpdate: "tool_call", toolCallId: `${index}`, title: "x" });
  }
  expect([...news.unfinished()]).toHaveLength(200);
});
