import { describe, expect, test } from "vitest";
import type { ModelNews } from "../ports/model.ts";
import {
  asked,
  begun,
  ended,
  KEY,
  modelAt,
  oddServer,
  REQUEST,
  refuse,
  said,
  stream,
  whole,
} from "./odd-server.testkit.ts";

const usages = (news: readonly ModelNews[]) => news.flatMap((each) => (each.type === "spent" ? [each.usage] : []));

describe("asks again", () => {
  test.each([500, 502, 503, 504, 529])("after %i, and tells that it waits", async (status) => {
    const { address, bodies } = await oddServer(refuse(status, {}, { "retry-after-ms": "5" }), whole("Here."));
    const { answer, news } = await asked(modelAt(address));
    expect(answer).toMatchObject({ ok: true, text: "Here." });
    expect(news[0]).toMatchObject({ type: "waiting", told: expect.stringContaining("Anthropic") });
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toEqual(bodies[0]);
  });

  test("five times and no more", async () => {
    const { address, bodies } = await oddServer(refuse(529, {}, { "retry-after-ms": "1" }));
    const { answer, news } = await asked(modelAt(address));
    expect(answer).toMatchObject({ ok: false, failure: "overloaded", why: expect.stringContaining("5 times") });
    expect(bodies).toHaveLength(5);
    expect(usages(news)).toEqual([]);
  });

  test("not at all when it would have to wait for too long", async () => {
    const { address, bodies } = await oddServer(refuse(429, {}, { "retry-after": "3600" }));
    const { answer } = await asked(modelAt(address));
    expect(answer).toMatchObject({ ok: false, failure: "rate-limited", why: expect.stringContaining("3600 s") });
    expect(bodies).toHaveLength(1);
  });

  test("after an overload that is told in the stream, and bills nothing for it", async () => {
    const overloaded = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const { address } = await oddServer(stream(overloaded), whole("Here."));
    const { answer, news } = await asked(modelAt(address));
    expect(answer).toMatchObject({ ok: true, text: "Here." });
    expect(usages(news)).toHaveLength(1);
  });

  test("without a temperature when that is what it was refused for, and from then on", async () => {
    const error = { type: "invalid_request_error", message: "`temperature` is deprecated for this model." };
    const { address, bodies } = await oddServer(refuse(400, { type: "error", error }), whole("Here."));
    const model = modelAt(address);
    const { answer, news } = await asked(model);
    expect(answer).toMatchObject({ ok: true, text: "Here." });
    expect(news).toContainEqual(
      expect.objectContaining({ type: "spent", warnings: [`temperature is left out: ${model.ref} takes none`] }),
    );
    await asked(model);
    expect(bodies.map(({ temperature }) => temperature)).toEqual([0.2, undefined, undefined]);
  });

  test("until it is stopped, which ends a wait at once", async () => {
    const { address } = await oddServer(refuse(429, {}, { "retry-after": "60" }));
    const stop = new AbortController();
    const asking = asked(modelAt(address), {}, stop.signal);
    setTimeout(() => stop.abort(), 200);
    const at = performance.now();
    const { answer, news } = await asking;
    expect(answer).toMatchObject({ ok: false, failure: "aborted" });
    expect(performance.now() - at).toBeLessThan(2000);
    expect(usages(news)).toEqual([]);
  });
});

describe("a request that is stopped", () => {
  test("before anything is answered may have been read: what it took is a guess, and not nothing", async () => {
    const stop = new AbortController();
    const { address } = await oddServer(() => stop.abort());
    const { answer, news } = await asked(modelAt(address), {}, stop.signal);
    expect(answer).toMatchObject({ ok: false, failure: "aborted" });
    expect(usages(news)).toEqual([expect.objectContaining({ input: expect.any(Number), source: "unknown" })]);
    expect(usages(news)[0]?.input).toBeGreaterThan(0);
  });

  test("after it was taken, and before its first word, as well", async () => {
    const stop = new AbortController();
    const { address } = await oddServer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(MORE_THAN_FITS, () => stop.abort());
    });
    const { news } = await asked(modelAt(address), {}, stop.signal);
    expect(usages(news)).toEqual([expect.objectContaining({ source: "unknown" })]);
  });

  test("while it is refused has cost nothing", async () => {
    const stop = new AbortController();
    const { address } = await oddServer((response) => {
      response.writeHead(429, { "content-type": "application/json" });
      response.write(MORE_THAN_FITS, () => stop.abort());
    });
    const { answer, news } = await asked(modelAt(address), {}, stop.signal);
    expect(answer).toMatchObject({ ok: false, failure: "aborted" });
    expect(usages(news)).toEqual([]);
  });

  test("when its answer has come whole is answered", async () => {
    const { address } = await oddServer(whole("Here."));
    const stop = new AbortController();
    const see = ({ type }: ModelNews) => void (type === "spent" && stop.abort());
    expect(await modelAt(address).ask(REQUEST, see, stop.signal)).toMatchObject({ ok: true, text: "Here." });
  });
});

test("a count below nothing is not believed: it would give back what was spent", async () => {
  const { address } = await oddServer(
    stream(begun({ input_tokens: -500, output_tokens: 1 }), ...said("Here."), ...ended()),
  );
  const { answer, news } = await asked(modelAt(address));
  expect(answer).toMatchObject({ ok: true });
  for (const { input, cachedRead, cachedWrite, output } of usages(news)) {
    for (const count of [input, cachedRead, cachedWrite, output]) expect(count).toBeGreaterThanOrEqual(0);
  }
  expect(usages(news)).toMatchObject([{ source: "unknown" }]);
});

/** More than lies between two processes: when it is gone, the headers before it were read. Events do not begin like this. */
const MORE_THAN_FITS = ": x\n".repeat(2 ** 23);

describe("a stream that breaks off", () => {
  test("without an end is no answer, and costs what was counted at its beginning", async () => {
    const usage = { input_tokens: 50, cache_read_input_tokens: 7, cache_creation_input_tokens: 3, output_tokens: 1 };
    const { address } = await oddServer(stream(begun(usage), ...said("x".repeat(400))), whole("Here."));
    const { answer, news } = await asked(modelAt(address));
    expect(answer).toMatchObject({ ok: true, text: "Here." });
    expect(usages(news)[0]).toMatchObject({ input: 50, cachedRead: 7, cachedWrite: 3, output: 100, source: "unknown" });
  });

  test.each([
    "anthropic/claude-sonnet-4-5",
    "openai/gpt-4.1",
    "openai-chat/gpt-4.1",
    "google/gemini-2.5-pro",
    "vllm/x",
  ])("before its first event was not begun by %s", async (ref) => {
    const { address } = await oddServer(stream());
    const stop = new AbortController();
    const news: ModelNews[] = [];
    const see = (each: ModelNews) => {
      news.push(each);
      if (each.type === "waiting") stop.abort();
    };
    await modelAt(address, ref).ask(REQUEST, see, stop.signal);
    expect(news.map(({ type }) => type)).toEqual(["waiting"]);
  });

  test("in the middle of a call costs what was said of it", async () => {
    const call = { index: 0, id: "call_1", type: "function", function: { name: "look", arguments: "x".repeat(400) } };
    const choices = [{ index: 0, delta: { role: "assistant", tool_calls: [call] }, finish_reason: null }];
    const { address } = await oddServer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify({ id: "1", choices })}\n\n`);
      setTimeout(() => response.destroy(), 50);
    });
    const stop = new AbortController();
    const news: ModelNews[] = [];
    const see = (each: ModelNews) => {
      news.push(each);
      if (each.type === "waiting") stop.abort();
    };
    await modelAt(address, "vllm/x").ask(REQUEST, see, stop.signal);
    expect(usages(news)).toEqual([expect.objectContaining({ output: 100, source: "unknown" })]);
  });

  test("in an event that is no JSON is malformed, and not asked for ever", async () => {
    const { address, bodies } = await oddServer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`data: ${JSON.stringify(begun())}\n\ndata: {"type":"content_block\n\n`);
    });
    const { answer } = await asked(modelAt(address));
    expect(answer).toMatchObject({ ok: false, failure: "malformed" });
    expect(bodies).toHaveLength(2);
  });
});

describe("an answer that is too much", () => {
  test("of one character, 100 kB of them, is an answer", async () => {
    const { address } = await oddServer(whole("a".repeat(100_000)));
    const at = performance.now();
    const { answer } = await asked(modelAt(address));
    expect(answer).toMatchObject({ ok: true, text: "a".repeat(100_000) });
    expect(performance.now() - at).toBeLessThan(3000);
  });

  test("of more than 8 MB is cut off, and billed by what is known", async () => {
    const { address, bodies } = await oddServer(stream(begun(), ...said("b".repeat(9 * 2 ** 20)), ...ended()));
    const { answer, news } = await asked(modelAt(address));
    expect(answer).toMatchObject({ ok: false, failure: "malformed", why: expect.stringContaining("without an end") });
    expect(bodies).toHaveLength(1);
    expect(usages(news)).toHaveLength(1);
  });

  test("of a line that never ends is cut off as well", async () => {
    const { address, bodies } = await oddServer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const more = () => {
        while (!response.destroyed && response.write("c".repeat(2 ** 20)));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    const { answer } = await asked(modelAt(address));
    expect(answer).toMatchObject({ ok: false, failure: "malformed" });
    expect(bodies).toHaveLength(1);
  });
});

test("repeats a signed thought to the byte", async () => {
  const thought = [
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Let me  see\n" } },
    { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "c2lnbmVk" } },
    { type: "content_block_stop", index: 0 },
  ];
  const text = said("So.").map((event) => ({ ...event, index: 1 }));
  const { address, bodies } = await oddServer(stream(begun(), ...thought, ...text, ...ended()), whole("Here."));
  const model = modelAt(address);
  const first = await asked(model);
  if (!first.answer.ok) throw new Error(first.answer.why);
  expect(first.news).toContainEqual({ type: "thought", delta: "Let me  see\n" });
  const next = { by: "user" as const, parts: [{ text: "And?", mark: false }] };
  await asked(model, { turns: [next, { by: "model", said: first.answer.said }, next] });
  expect(bodies[1]?.messages).toMatchObject([
    { role: "user" },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Let me  see\n", signature: "c2lnbmVk" },
        { type: "text", text: "So." },
      ],
    },
    { role: "user" },
  ]);
});

test("follows no redirect, which would take the key along", async () => {
  const { address, bodies } = await oddServer(refuse(307, "", { location: "http://127.0.0.1:9/elsewhere" }));
  const { answer } = await asked(modelAt(address));
  expect(answer).toMatchObject({ ok: false, failure: "unreachable", why: expect.stringContaining("another address") });
  expect(bodies).toHaveLength(1);
});

test("names nobody's key, whatever the provider repeats", async () => {
  const { address } = await oddServer(refuse(401, { error: { message: `Incorrect key ${KEY}, or sk-abc***xyz` } }));
  const { answer } = await asked(modelAt(address, "openai/gpt-4.1"));
  expect(answer).toMatchObject({ ok: false, failure: "wrong-key" });
  expect(JSON.stringify(answer)).not.toMatch(/key-that|sk-abc/);
});
