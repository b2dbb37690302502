import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import type { ModelRequest, ModelTurn } from "../ports/model.ts";
import { callOptions } from "./call-options.ts";
import type { Wire } from "./providers.ts";

const facts = { window: 1000, mostOutput: 500, takesTemperature: true, price: null };
const tools = ["a", "b"].map((name) => ({ name, description: name, schema: { type: "object" } }));
const user = (...parts: [string, boolean][]): ModelTurn => ({
  by: "user",
  parts: parts.map(([text, mark]) => ({ text, mark })),
});
const options = (more: Partial<ModelRequest>, wire: Wire) =>
  callOptions(
    { system: [], turns: [], tools: [], calls: "auto", temperature: 0.2, mostOutput: 900, ...more },
    facts,
    wire,
  );

/** What carries a mark, in order, by its text. */
function marked(more: Partial<ModelRequest>, wire: Wire = "anthropic"): string[] {
  const { prompt, tools: offered = [] } = options(more, wire);
  const parts = prompt.flatMap((message): object[] => (message.role === "system" ? [message] : message.content));
  return [...offered, ...parts].flatMap((place: { providerOptions?: SharedV4ProviderOptions }) => {
    if (place.providerOptions?.anthropic?.cacheControl === undefined) return [];
    const { name, text, content, output } = place as Record<string, unknown>;
    return [String(name ?? text ?? content ?? (output as { value: unknown }).value)];
  });
}

describe("cache marks", () => {
  test("stand on the last tool, on what is marked, and on the end", () => {
    const system = [
      { text: "L0", mark: true },
      { text: "L1", mark: false },
    ];
    expect(marked({ system, tools, turns: [user(["L3", true], ["L5", false])] })).toEqual(["b", "L0", "L3", "L5"]);
  });

  test("are four at most, and the earliest go", () => {
    const system = [
      { text: "L0", mark: true },
      { text: "L2", mark: true },
    ];
    expect(marked({ system, tools, turns: [user(["L3", true], ["L5", false])] })).toEqual(["L0", "L2", "L3", "L5"]);
  });

  test("are not set twice on the end, and follow the results of tools", () => {
    expect(marked({ turns: [user(["L5", true])] })).toEqual(["L5"]);
    const results = ["one", "two"].map((text) => ({ id: text, name: "a", text, isError: false }));
    expect(marked({ turns: [user(["L5", false]), { by: "tools", results }] })).toEqual(["two"]);
  });

  test("keep the end of the request before, however many results came since", () => {
    const said = { parts: [{ type: "text", text: "Yes." }] };
    const results = ["one", "two"].map((text) => ({ id: text, name: "a", text, isError: false }));
    const turns: ModelTurn[] = [
      user(["L3", true], ["L5", false]),
      { by: "model", said },
      { by: "tools", results: results.slice(0, 1) },
      { by: "model", said },
      { by: "tools", results },
    ];
    expect(marked({ turns: turns.slice(0, 3) })).toEqual(["L3", "L5", "one"]);
    expect(marked({ turns })).toEqual(["L3", "one", "two"]);
    const system = ["L0", "L1"].map((text) => ({ text, mark: true }));
    expect(marked({ system, tools, turns })).toEqual(["L1", "L3", "one", "two"]);
  });

  test("skip texts that are not sent", () => {
    expect(
      marked({
        system: [
          { text: " ", mark: true },
          { text: "L1", mark: true },
        ],
        turns: [user(["", true], ["x", false])],
      }),
    ).toEqual(["L1", "x"]);
  });

  test("leave what was said as it was", () => {
    const said = { parts: [{ type: "text", text: "Yes." }] };
    expect(marked({ turns: [user(["L5", false]), { by: "model", said }] })).toEqual(["L5", "Yes."]);
    expect(said).toEqual({ parts: [{ type: "text", text: "Yes." }] });
  });

  test.each(["openai-responses", "openai-chat", "google", "openai-compatible"] as const)(
    "mean nothing on %s",
    (wire) => {
      expect(marked({ system: [{ text: "L0", mark: true }], tools, turns: [user(["L5", true])] }, wire)).toEqual([]);
    },
  );
});

describe("a prompt", () => {
  test("is one text for each voice where there are no marks", () => {
    const system = [
      { text: "L0", mark: true },
      { text: "L1", mark: false },
    ];
    expect(options({ system, turns: [user(["L3", true], ["L5", false])] }, "openai-compatible").prompt).toEqual([
      { role: "system", content: "L0\n\nL1" },
      { role: "user", content: [{ type: "text", text: "L3\n\nL5" }] },
    ]);
  });

  test("has nothing without content, and no half characters", () => {
    const said = { parts: [{ type: "text", text: "\n\n" }] };
    expect(
      options({ turns: [user(["a\ud800b", false]), { by: "model", said }, user(["", false])] }, "google").prompt,
    ).toEqual([{ role: "user", content: [{ type: "text", text: "a\ufffdb" }] }]);
  });

  test.each([
    ["openai-chat", ' {"b":1,  "a":2}', ' {"b":1,  "a":2}'],
    ["anthropic", ' {"b":1,  "a":2}', { b: 1, a: 2 }],
    ["openai-chat", "{oops", { unreadable: "{oops" }],
    ["google", "[1]", { unreadable: "[1]" }],
  ] as const)("repeats a call on %s: %s", (wire, input, sent) => {
    const said = { parts: [{ type: "tool-call", toolCallId: "1", toolName: "no such tool!", input }] };
    const [message] = options({ turns: [{ by: "model", said }] }, wire).prompt;
    expect(message?.content[0]).toMatchObject({ toolName: "no_such_tool_", input: sent });
  });

  test("asks for no more than the model gives", () => {
    expect(options({}, "google").maxOutputTokens).toBe(500);
    expect(options({ mostOutput: 100 }, "google").maxOutputTokens).toBe(100);
  });
});
