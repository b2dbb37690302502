import { afterEach, describe, expect, test } from "vitest";
import { COMPATIBLE_AT } from "../../test/agents/model/openai-compatible.ts";
import type { Script } from "../../test/agents/model/script.ts";
import { type ModelServer, startModelServer } from "../../test/agents/model-server.ts";
import type { Model, ModelNews, ModelRequest, ModelTurn } from "../ports/model.ts";
import type { Usage } from "../record/run-event.ts";
import { bundledCatalogue } from "./catalogue.ts";
import { openModel } from "./open-model.ts";

let server: ModelServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

/** The models take a temperature; how it is with the others stands at the end. */
const WIRES = [
  { ref: "anthropic/claude-sonnet-4-5", path: "", messages: "messages" },
  { ref: "openai/gpt-4.1", path: "/v1", messages: "input" },
  { ref: "openai-chat/gpt-4.1", path: "/v1", messages: "messages" },
  { ref: "google/gemini-2.5-pro", path: "", messages: "contents" },
  { ref: "ollama/qwen3-coder", path: COMPATIBLE_AT, messages: "messages" },
] as const;

const UNREADABLE = ["not JSON at all", '"a text"', "[1, 2]"];

describe.each(WIRES)("$ref", ({ ref, path, messages }) => {
  test("says a text, piece by piece, and is billed as its provider bills it", async () => {
    const model = await scripted(ref, path, [{ when: ["greet"], acts: [{ do: "say", text: LONG_TEXT }] }]);
    const { answer, news } = await ask(model, [user("greet")]);
    expect(answer).toMatchObject({ ok: true, text: LONG_TEXT, calls: [], finish: "stop" });
    expect(textOf(news)).toBe(LONG_TEXT);
    expect(news.filter(({ type }) => type === "text").length).toBeGreaterThan(ref.startsWith("google") ? 0 : 1);
    expect(spentIn(news)).toEqual([{ model: ref, ...billed(0), source: "wire", ...usd(ref) }]);
  });

  test("uses two tools side by side, hears of them, and goes on from exactly the same beginning", async () => {
    const uses = [
      { do: "use", tool: "read_file", input: { path: "a.txt" } },
      { do: "use", tool: "read_file", input: { path: "b.txt" } },
    ] as const;
    const model = await scripted(ref, path, [
      {
        when: ["look"],
        acts: [
          { do: "both", acts: uses },
          { do: "say", text: "Both are fine." },
        ],
      },
    ]);
    const turns = [user("look")];
    const first = await ask(model, turns);
    if (!first.answer.ok) throw new Error(first.answer.why);
    expect(first.answer.finish).toBe("calls");
    expect(first.answer.calls.map(({ name, input }) => ({ name, input: JSON.parse(input) }))).toEqual(
      uses.map(({ tool, input }) => ({ name: tool, input })),
    );
    const results = first.answer.calls.map(({ id, name }, index) => {
      return { id, name, text: `text ${index}`, isError: index === 1 };
    });
    const said: ModelTurn = { by: "model", said: throughJson(first.answer.said) };
    const second = await ask(model, [...turns, said, { by: "tools", results }]);
    expect(second.answer).toMatchObject({ ok: true, text: "Both are fine.", finish: "stop" });

    const [one, two] = (server?.asked ?? []).map(({ body }) => unmarked(body));
    const { [messages]: before, ...restBefore } = one ?? {};
    const { [messages]: after, ...restAfter } = two ?? {};
    expect(restAfter).toEqual(restBefore);
    expect((after as unknown[]).slice(0, (before as unknown[]).length)).toEqual(before);
    expect(JSON.stringify(after)).toContain("text 1");
    expect(spentIn(second.news)).toEqual([{ model: ref, ...billed(1), source: "wire", ...usd(ref) }]);
  });

  test("sends its temperature, and never top_p", async () => {
    const model = await scripted(ref, path, [{ when: ["greet"], acts: [] }]);
    const { news } = await ask(model, [user("greet")]);
    const wire = JSON.stringify(server?.asked[0]?.body);
    expect(wire).toMatch(/"temperature":0\.2\b/);
    expect(wire).not.toMatch(/top_?p/i);
    expect(news).toContainEqual(expect.objectContaining({ type: "spent", warnings: [] }));
  });

  test("only speaks when no calls are wanted, with the tools as before", async () => {
    const model = await scripted(ref, path, [{ when: ["greet"], acts: [] }]);
    await ask(model, [user("greet")]);
    await ask(model, [user("greet")], { calls: "none" });
    const [auto, none] = (server?.asked ?? []).map(({ body }) => body as Record<string, unknown>);
    expect(none?.tools).toEqual(auto?.tools);
    expect(JSON.stringify(none)).toMatch(/"none"|"NONE"/);
  });

  test("asks again when it was one too many, after the time that it was told", async () => {
    const model = await scripted(ref, path, [
      {
        when: ["greet"],
        acts: [
          { do: "refuse", status: 429, retryAfter: 1, once: true },
          { do: "say", text: "Hello." },
        ],
      },
    ]);
    const { answer, news } = await ask(model, [user("greet")]);
    expect(answer).toMatchObject({ ok: true, text: "Hello." });
    expect(news.map(({ type }) => type).slice(0, 1)).toEqual(["waiting"]);
    expect(spentIn(news)).toHaveLength(1);
    const [refused, taken] = (server?.asked ?? []).map(({ at }) => at);
    expect((taken ?? 0) - (refused ?? 0)).toBeGreaterThan(990);
  });

  test.each([
    [401, "wrong-key"],
    [404, "no-such-model"],
    [413, "too-long"],
  ])("takes %i for %s, at once and unbilled", async (status, failure) => {
    const model = await scripted(ref, path, [{ when: ["greet"], acts: [{ do: "refuse", status }] }]);
    const { answer, news } = await ask(model, [user("greet")]);
    expect(answer).toMatchObject({ ok: false, failure });
    expect(JSON.stringify([answer, news])).not.toContain(KEY);
    expect(news).toEqual([]);
    expect(server?.asked).toHaveLength(1);
  });

  test("names a conversation that is too long by the provider's own words", async () => {
    const model = await scripted(ref, path, [{ when: ["greet"], acts: [] }], { window: 100 });
    const { answer } = await ask(model, [user(`greet ${"x".repeat(2000)}`)]);
    expect(answer).toMatchObject({ ok: false, failure: "too-long" });
  });

  test("begins anew when an answer breaks off, and tells what that took", async () => {
    const model = await scripted(ref, path, [
      {
        when: ["greet"],
        acts: [
          { do: "break", at: "middle", text: LONG_TEXT, once: true },
          { do: "say", text: "Whole." },
        ],
      },
    ]);
    const { answer, news } = await ask(model, [user("greet")]);
    expect(answer).toMatchObject({ ok: true, text: "Whole." });
    const [broken, whole] = spentIn(news);
    expect(whole).toMatchObject({ ...billed(1), source: "wire" });
    expect(broken).toMatchObject({ input: billed(0).input + billed(0).cachedWrite + billed(0).cachedRead });
    expect(Math.abs((broken?.output ?? 0) - billed(0).output)).toBeLessThan(0.2 * billed(0).output);
    expect(news.some(({ type }) => type === "waiting")).toBe(true);
  });

  test("bills nothing for an answer that breaks off before it begins", async () => {
    const acts = [
      { do: "break", at: "beginning", text: "x", once: true },
      { do: "say", text: "Whole." },
    ] as const;
    const model = await scripted(ref, path, [{ when: ["greet"], acts }]);
    const { answer, news } = await ask(model, [user("greet")]);
    expect(answer).toMatchObject({ ok: true, text: "Whole." });
    expect(spentIn(news)).toEqual([expect.objectContaining(billed(1))]);
  });

  test("stops at once when it is told to, in an answer that never goes on", async () => {
    const model = await scripted(ref, path, [{ when: ["greet"], acts: [{ do: "hang" }] }]);
    const stop = new AbortController();
    const asking = ask(model, [user("greet")], {}, stop.signal);
    await until(() => (server?.asked.length ?? 0) > 0);
    const at = performance.now();
    stop.abort();
    const { answer, news } = await asking;
    expect(performance.now() - at).toBeLessThan(5_000);
    expect(answer).toMatchObject({ ok: false, failure: "aborted" });
    const { input, output } = billed(0);
    expect(spentIn(news)).toEqual([expect.objectContaining({ input, output, source: "unknown" })]);
  });
});

// Google reads every call itself, and has a word of its own for what it cannot read.
describe.each(WIRES.filter(({ ref }) => !ref.startsWith("google/")))("$ref", ({ ref, path }) => {
  test.each(UNREADABLE)("repeats a call with the input %s in a way that is taken", async (input) => {
    const model = await scripted(ref, path, [
      {
        when: ["look"],
        acts: [
          { do: "use", tool: "no such tool!", input },
          { do: "say", text: "I see." },
        ],
      },
    ]);
    const turns = [user("look")];
    const first = await ask(model, turns);
    if (!first.answer.ok) throw new Error(first.answer.why);
    const [call] = first.answer.calls;
    if (call === undefined) throw new Error("no call");
    const results = [{ id: call.id, name: call.name, text: "there is no such tool", isError: true }];
    const more: ModelTurn[] = [...turns, { by: "model", said: first.answer.said }, { by: "tools", results }];
    expect((await ask(model, more)).answer).toMatchObject({ ok: true, text: "I see." });
    await ask(model, more);
    const [, second, third] = server?.asked ?? [];
    expect(JSON.stringify(third?.body)).toBe(JSON.stringify(second?.body));
  });
});

test("keeps at Anthropic what is marked, and finds it again", async () => {
  const model = await scripted("anthropic/claude-sonnet-4-5", "", [
    { when: ["greet"], acts: [{ do: "say", text: "Hello." }] },
  ]);
  const first = await ask(model, [user("greet")], { system: [{ text: "x".repeat(8000), mark: true }] });
  const second = await ask(model, [user("greet")], { system: [{ text: "x".repeat(8000), mark: true }] });
  expect(spentIn(first.news)[0]?.cachedWrite).toBeGreaterThan(2000);
  expect(spentIn(second.news)[0]?.cachedRead).toBe(spentIn(first.news)[0]?.cachedWrite);
});

test.each([
  ["anthropic/claude-opus-4-8", ""],
  ["openai/gpt-5.4", "/v1"],
  ["openai-chat/o3", "/v1"],
])("leaves the temperature out for %s, which takes none, and says so once", async (ref, path) => {
  const model = await scripted(ref, path, [{ when: ["greet"], acts: [] }]);
  const { news } = await ask(model, [user("greet")]);
  expect(JSON.stringify(server?.asked[0]?.body)).not.toMatch(/"temperature"/);
  expect(news.flatMap((each) => (each.type === "spent" ? each.warnings : []))).toEqual([
    `temperature is left out: ${ref} takes none`,
  ]);
});

test("says so when Google cannot read a call of its own model's, and bills both tries", async () => {
  const model = await scripted("google/gemini-2.5-pro", "", [
    { when: ["look"], acts: [{ do: "use", tool: "read_file", input: "not JSON at all" }] },
  ]);
  const { answer, news } = await ask(model, [user("look")]);
  expect(answer).toMatchObject({ ok: false, failure: "malformed" });
  expect(spentIn(news).map(({ input, output }) => ({ input, output }))).toEqual(
    [billed(0), billed(1)].map(({ input, output }) => ({ input, output })),
  );
});

const KEY = "secret-of-mine";
const LONG_TEXT = "Words that come one after the other, in pieces of a few letters each. ".repeat(8).trim();
const TOOLS = [
  {
    name: "read_file",
    description: "Reads a file.",
    schema: {
      type: "object",
      properties: { path: { type: "string" } },
      required: ["path"],
      additionalProperties: false,
    },
  },
];

async function scripted(ref: string, path: string, script: Script, limits: { window?: number } = {}): Promise<Model> {
  server = await startModelServer(script, limits);
  const variables = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY };
  const endpoint = `http://127.0.0.1:${server.port}${path}`;
  const opened = openModel(ref, { variables, endpoint, catalogue: bundledCatalogue });
  if (!opened.ok) throw new Error(opened.cause);
  return opened.model;
}

async function ask(
  model: Model,
  turns: ModelTurn[],
  more: Partial<ModelRequest> = {},
  signal = new AbortController().signal,
) {
  const news: ModelNews[] = [];
  const system = [{ text: "You are a worker.", mark: true }];
  const request = { system, turns, tools: TOOLS, calls: "auto", temperature: 0.2, mostOutput: 4000, ...more } as const;
  const answer = await model.ask(request, (each) => news.push(each), signal);
  return { answer, news };
}

const user = (text: string): ModelTurn => ({ by: "user", parts: [{ text, mark: false }] });

const textOf = (news: readonly ModelNews[]): string =>
  news.map((each) => (each.type === "text" ? each.delta : "")).join("");

const spentIn = (news: readonly ModelNews[]): Usage[] =>
  news.flatMap((each) => (each.type === "spent" ? [each.usage] : []));

function billed(index: number) {
  const account = server?.asked[index]?.account;
  if (account === undefined) throw new Error(`request ${index} was never asked`);
  return account;
}

/** Whether it is right is `price.test.ts`'s business. */
const usd = (ref: string): { usd?: unknown } => (ref.startsWith("ollama/") ? {} : { usd: expect.any(Number) });

/** A conversation may be kept, and taken up again elsewhere. */
const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** Marks move along; they are no part of what the model reads. */
const unmarked = (body: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(body, (key, value) => (key === "cache_control" ? undefined : value)));

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
