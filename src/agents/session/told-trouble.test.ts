import { expect, test } from "vitest";
import { knownTrouble, toldTrouble, unreachedBy } from "./told-trouble.ts";

const codex = { title: "Codex", logIn: "`codex login`, or set OPENAI_API_KEY" };

/** As Claude Code, Codex, opencode and Gemini CLI word it. */
test.each([
  "401 authentication_failed",
  "401 Invalid API key · Fix external API key",
  "Not logged in · Please run /login",
  "unexpected status 401 Unauthorized: Missing bearer or basic authentication in header, url: https://api.openai.com",
  "401 Incorrect API key provided: sk-secret.",
  '[API Error: {"error":{"code":401,"message":"…","status":"UNAUTHENTICATED"}}]',
  "[API Error: API key not valid. Please pass a valid API key.]",
  "When using Gemini API, you must specify the GEMINI_API_KEY environment variable.\nUpdate your environment and try again!",
  "invalid x-api-key",
  "Invalid auth method selected.",
])("a key that is missing or refused: %s", (words) => {
  expect(toldTrouble(codex, words)).toEqual({
    reason: "not-let-in",
    text: "Codex is not logged in, or its key is refused; `codex login`, or set OPENAI_API_KEY",
    question: null,
  });
});

test.each(["TypeError: x is not a function\n    at run (index.js:401:17)", "model.ts not found", "at a.mjs:429:1"])(
  "a fault of its own is none of these: %s",
  (words) => {
    expect(knownTrouble(codex, words)).toBeNull();
    expect(unreachedBy("agent.sh", words)).toBeNull();
  },
);

/** As Claude Code, Codex, opencode, Gemini CLI, curl and Python word it. */
test.each([
  "API Error: Connection error.",
  "Unable to connect to API (ConnectionRefused)",
  "stream disconnected before completion: error sending request for url (https://api.openai.com/v1/responses)",
  "exception TypeError: fetch failed sending request",
  "getaddrinfo ENOTFOUND api.anthropic.com",
  "connect ECONNREFUSED 127.0.0.1:11434",
  "curl: (6) Could not resolve host: models.example.org",
  "curl: (7) Failed to connect to localhost port 1 after 0 ms: Couldn't connect to server",
  "socket.gaierror: [Errno -3] Temporary failure in name resolution",
])("a model that cannot be reached: %s", (words) => {
  const told = words.replace(/\.$/, "");
  expect(toldTrouble(codex, words)).toEqual({
    reason: "not-reached",
    text: `Codex cannot reach its model: ${told}`,
    question: null,
  });
  expect(unreachedBy("agent.sh", words)).toMatchObject({
    reason: "not-reached",
    text: `agent.sh reaches nobody: ${told}`,
  });
});

test.each([
  "404 There's an issue with the selected model (x). It may not exist or you may not have access to it.",
  "The model 'x' does not exist or you do not have access to it.",
  "[API Error: models/x is not found for API version v1beta, or is not supported for generateContent.]",
  "Model not found: anthropic/x",
])("a model that is not there: %s", (words) => {
  expect(toldTrouble(codex, words)).toMatchObject({
    reason: "not-let-in",
    text: `Codex cannot get its model: ${words.replace(/\.$/, "")}; name another one for it`,
  });
});

test.each([
  "429 API Error: Request rejected (429) · This request would exceed your organization's rate limit of 30,000 tokens",
  "exceeded retry limit, last status: 429 Too Many Requests",
  "[API Error: You exceeded your current quota, please check your plan and billing details]",
  "You've hit your usage limit",
])("too much asked for: %s", (words) => {
  expect(toldTrouble(codex, words)).toMatchObject({
    reason: "failed",
    text: `Codex was held back by its model's limits: ${words}; go on later, or use another key`,
  });
});

test.each([
  "400 Your credit balance is too low to access the Anthropic API",
  "unexpected status 429 Too Many Requests: insufficient_quota",
])("an account with nothing in it: %s", (words) => {
  expect(toldTrouble(codex, words)).toMatchObject({
    reason: "not-let-in",
    text: `Codex has no credit left: ${words}; pay for more, or use another key`,
  });
});

test("anything else is told in its own words, on one line", () => {
  expect(knownTrouble(codex, "stream disconnected")).toBeNull();
  expect(toldTrouble(codex, "stream\n  \u001b[31mdisconnected\u001b[0m.")).toMatchObject({
    reason: "failed",
    text: "Codex could not go on: stream disconnected",
  });
  expect(toldTrouble(codex, "x".repeat(1000)).text).toHaveLength(323);
  expect(toldTrouble(codex, "").text).toBe("Codex could not go on: it does not say why");
});
