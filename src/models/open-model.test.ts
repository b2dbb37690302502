import { describe, expect, test } from "vitest";
import { bundledCatalogue } from "./catalogue.ts";
import { oddServer, refuse } from "./odd-server.testkit.ts";
import { openModel } from "./open-model.ts";

const open = (ref: string, variables: Record<string, string> = {}, endpoint?: string) =>
  openModel(ref, { variables, catalogue: bundledCatalogue, ...(endpoint !== undefined && { endpoint }) });

describe("refuses, and says what to do", () => {
  test.each([
    ["anthropic/claude-sonnet-5", {}, "there is no key for Anthropic", "set ANTHROPIC_API_KEY"],
    [
      "google/x",
      { GEMINI_API_KEY: " " },
      "there is no key for Google",
      "set GEMINI_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY or GOOGLE_API_KEY",
    ],
    ["openai/x", { OPENAI_API_KEY: "two words" }, "OPENAI_API_KEY holds more than a key", "set OPENAI_API_KEY again"],
    ["opnai/x", {}, "`opnai` is not a known provider, and has no address", "did you mean `openai/x`"],
    [
      "openai/x",
      { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "localhost" },
      "OPENAI_BASE_URL is no address",
      "correct OPENAI_BASE_URL",
    ],
    ["ollama/strong", {}, "no model of Ollama is known as `strong`", "name the model itself"],
  ])("%s with %j", (ref, variables, cause, remedy) => {
    expect(open(ref, variables)).toMatchObject({
      ok: false,
      cause: expect.stringContaining(cause),
      remedy: expect.stringContaining(remedy),
    });
  });

  test("without the key in its words", () => {
    expect(JSON.stringify(open("openai/x", { OPENAI_API_KEY: "se cret" }))).not.toContain("cret");
  });
});

describe("opens", () => {
  test("a tier as the model that it stands for", () => {
    const opened = open("anthropic/strong", { ANTHROPIC_API_KEY: "k" });
    expect(opened.ok && opened.model.ref).toBe(`anthropic/${bundledCatalogue.tiers.anthropic?.strong}`);
  });

  test("a local model without any key", () => {
    expect(open("ollama/qwen3-coder")).toMatchObject({ ok: true, model: { facts: { window: 128_000, price: null } } });
  });

  test("a provider of the person's own, by its address or a variable", () => {
    expect(open("mine/x", {}, "http://127.0.0.1:1/v1")).toMatchObject({ ok: true, model: { ref: "mine/x" } });
    expect(open("my-own/x", { MY_OWN_BASE_URL: "http://127.0.0.1:1/v1" })).toMatchObject({ ok: true });
  });
});

/** Where a request arrives, and with which key. */
test.each([
  ["anthropic/x", "", { ANTHROPIC_API_KEY: "k1" }, "/v1/messages", "x-api-key", "k1"],
  ["anthropic/x", "/v1/", { ANTHROPIC_API_KEY: "k1" }, "/v1/messages", "x-api-key", "k1"],
  ["openai/x", "/v1", { OPENAI_API_KEY: "k2" }, "/v1/responses", "authorization", "Bearer k2"],
  ["openai-chat/x", "/proxy", { OPENAI_API_KEY: "k2" }, "/proxy/chat/completions", "authorization", "Bearer k2"],
  ["google/x", "", { GOOGLE_API_KEY: "k3" }, "/v1beta/models/x:streamGenerateContent", "x-goog-api-key", "k3"],
  [
    "google/x",
    "/v1beta",
    { GEMINI_API_KEY: "k3", GOOGLE_API_KEY: "no" },
    "/v1beta/models/x:streamGenerateContent",
    "x-goog-api-key",
    "k3",
  ],
  ["mine/a/b", "/v1", { MINE_API_KEY: "k4" }, "/v1/chat/completions", "authorization", "Bearer k4"],
  ["vllm/x", "/v1", {}, "/v1/chat/completions", "authorization", undefined],
])("%s at %j is asked where it is", async (ref, path, variables, arrives, header, value) => {
  const seen: unknown[] = [];
  const { address } = await oddServer((response, request) => {
    seen.push(new URL(request.url ?? "", "http://x").pathname, request.headers[header]);
    refuse(401)(response, request);
  });
  const opened = open(ref, variables, `${address}${path}`);
  if (!opened.ok) throw new Error(opened.cause);
  const request = { system: [], tools: [], calls: "auto", temperature: 0, mostOutput: 10 } as const;
  const turns = [{ by: "user", parts: [{ text: "Hi.", mark: false }] }] as const;
  await opened.model.ask({ ...request, turns }, () => {}, new AbortController().signal);
  expect(seen).toEqual([arrives, value]);
});
