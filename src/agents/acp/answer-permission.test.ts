import { describe, expect, test } from "vitest";
import type { AgentEvent, Permission, ToolRequest } from "../../ports/agent.ts";
import { type Answered, answerPermission } from "./answer-permission.ts";
import { type SessionNews, sessionNews } from "./session-news.ts";

const OPTIONS = [
  { optionId: "1", name: "Always", kind: "allow_always" },
  { optionId: "2", name: "Once", kind: "allow_once" },
  { optionId: "3", name: "Never", kind: "reject_always" },
  { optionId: "4", name: "No", kind: "reject_once" },
];

const YES = { outcome: { outcome: "selected", optionId: "2" } };
const NO = { outcome: { outcome: "selected", optionId: "4" } };
const CANCELLED = { outcome: { outcome: "cancelled" } };

function answered(
  toolCall: object,
  { options = OPTIONS, permission = { allow: true }, news = sessionNews("m") }: Partial<Case> = {},
): Answered & { asked: ToolRequest[]; events: AgentEvent[] } {
  const asked: ToolRequest[] = [];
  const permit = (request: ToolRequest): Permission => {
    asked.push(request);
    return permission;
  };
  const [events, answer] = played(answerPermission({ toolCall, options }, { permit }, news));
  return { ...answer, asked, events };
}

type Case = { options: unknown[]; permission: Permission; news: SessionNews };

function played<Result>(steps: Generator<AgentEvent, Result>): [AgentEvent[], Result] {
  const events: AgentEvent[] = [];
  for (;;) {
    const step = steps.next();
    if (step.done) return [events, step.value];
    events.push(step.value);
  }
}

describe("what an agent asks leave for", () => {
  test.each([
    ["read", "read"],
    ["search", "read"],
    ["edit", "write"],
    ["delete", "write"],
    ["move", "write"],
    ["execute", "run"],
    ["think", "think"],
    ["fetch", "fetch"],
    ["other", "unknown"],
    ["invented_tomorrow", "unknown"],
    ["constructor", "unknown"],
    [undefined, "unknown"],
  ])("%s is %s", (kind, ours) => {
    expect(answered({ toolCallId: "a", kind, title: "Do it" }).asked).toEqual([
      { kind: ours, told: "Do it", paths: null },
    ]);
  });

  test("names every file that is mentioned anywhere", () => {
    const { asked } = answered({
      toolCallId: "a",
      kind: "edit",
      locations: [{ path: "/w/a" }, { line: 3 }],
      content: [{ type: "diff", path: "/w/b", newText: "" }, { type: "content" }],
      rawInput: { file_path: "/w/c", filepath: "/w/a", newPath: "/w/d", paths: ["/w/e", 5], content: "/w/f" },
    });
    expect(asked[0]?.paths).toEqual(["/w/a", "/w/b", "/w/c", "/w/d", "/w/e"]);
  });

  test("names no file when there are more than anybody would look through", () => {
    const locations = Array.from({ length: 200 }, (_, index) => ({ path: `/w/${index}` }));
    expect(answered({ toolCallId: "a", kind: "edit", locations }).asked[0]?.paths).toBeNull();
  });

  test("is what was said about it before, where the question does not repeat it", () => {
    const news = sessionNews("m");
    const call = { toolCallId: "a", kind: "edit", title: "Write b", locations: [{ path: "/w/b" }] };
    played(news.update({ update: { sessionUpdate: "tool_call", ...call } }));
    expect(answered({ toolCallId: "a" }, { news }).asked).toEqual([
      { kind: "write", told: "Write b", paths: ["/w/b"] },
    ]);
    const other = { toolCallId: "a", locations: [{ path: "/w/c" }] };
    expect(answered(other, { news }).asked[0]?.paths).toEqual(["/w/c"]);
  });
});

describe("the answer", () => {
  const edit = { toolCallId: "a", kind: "edit", title: "Write b" };
  const permission: Permission = { allow: false, why: "it is late" };

  test("is for this once, never for always", () => {
    expect(answered(edit)).toMatchObject({ response: YES, refused: null });
    expect(answered(edit, { permission })).toMatchObject({
      response: NO,
      refused: { told: "Write b", why: "it is late" },
    });
  });

  test.each([
    ["only always", [OPTIONS[0], OPTIONS[2]]],
    ["kinds that nobody knows", [{ optionId: "2", kind: "allow_sometimes" }, { optionId: "4" }]],
    ["nothing", []],
    ["an option without a name", [{ kind: "allow_once" }, { kind: "reject_once" }]],
  ])("is that all is cancelled where it offers %s", (_, options) => {
    expect(answered(edit, { options }).response).toEqual(CANCELLED);
    expect(answered(edit, { options, permission }).response).toEqual(CANCELLED);
  });

  test("is no where a yes would be for always", () => {
    const { response, refused } = answered(edit, { options: [OPTIONS[0], OPTIONS[3]] });
    expect(response).toEqual(NO);
    expect(refused?.why).toBe("it cannot be allowed just once");
  });

  test("is no to another mode, whatever is permitted", () => {
    const { response, asked } = answered({ toolCallId: "a", kind: "switch_mode", title: "Ready to code?" });
    expect(response).toEqual(NO);
    expect(asked).toEqual([]);
  });

  test("is no to what has no name", () => {
    expect(answered({ kind: "read" })).toMatchObject({ response: NO, asked: [] });
  });

  test("is told as an event, and a refusal in the transcript too", () => {
    const event = { type: "tool", id: "a", told: "Write b", paths: [], diff: null };
    expect(answered(edit).events).toEqual([{ ...event, state: "begun" }]);
    const { events } = answered(edit, { permission });
    expect(events[0]).toEqual({ ...event, state: "refused" });
    expect(events.slice(1).map((each) => (each.type === "output" ? String(each.bytes) : each.type))).toEqual([
      "▸ Write b: refused, it is late\n",
    ]);
  });

  test("may be another one when it asks again", () => {
    const news = sessionNews("m");
    answered(edit, { news, permission });
    expect(
      played(news.update({ update: { sessionUpdate: "tool_call_update", ...edit, status: "failed" } }))[0],
    ).toEqual([]);
    expect(answered(edit, { news }).events).toMatchObject([{ state: "begun" }]);
  });
});
