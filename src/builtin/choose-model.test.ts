import { describe, expect, test } from "vitest";
import { aPerson } from "../agents/known/a-person.testkit.ts";
import { asked, oddServer, refuse } from "../models/odd-server.testkit.ts";
import { type BuiltinSettings, chooseModel, keysOfModel } from "./choose-model.ts";

/** Somebody with a key for everything, whose policy names a model and where it is served. */
const KEYS = {
  ANTHROPIC_API_KEY: "anthropic-key",
  OPENAI_API_KEY: "openai-key",
  GEMINI_API_KEY: "google-key",
  OLLAMA_API_KEY: "ollama-key",
  ACME_API_KEY: "acme-key",
  STRIPE_API_KEY: "stripe-key",
};
const settings = (model: string | null, endpoint: string | null): BuiltinSettings => ({ model, endpoint, models: {} });

/** A server that keeps the keys it is shown. */
async function aServer(): Promise<{ address: string; shown: unknown[] }> {
  const shown: unknown[] = [];
  const { address } = await oddServer((response, request) => {
    const { authorization, "x-api-key": anthropic, "x-goog-api-key": google } = request.headers;
    shown.push(authorization?.replace("Bearer ", "") ?? anthropic ?? google);
    refuse(401)(response, request);
  });
  return { address: `${address}/v1`, shown };
}

async function ask(spec: string, builtin: BuiltinSettings, variables: Record<string, string>): Promise<void> {
  const chosen = chooseModel(spec, { person: aPerson({ ...KEYS, ...variables }), builtin }, "developer");
  if (!chosen.ok) throw new Error(chosen.cause);
  await asked(chosen.model);
}

describe("the address of a person's policy", () => {
  test.each([
    ["acme/coder", "acme/other", "acme-key"],
    ["acme/coder", "", "acme-key"],
    ["anthropic/x", "anthropic", "anthropic-key"],
    // One company, whichever format it is asked in.
    ["openai-chat/x", "openai/y", "openai-key"],
  ])("with %s is shown the key of its provider, for `builtin:%s`", async (model, spec, key) => {
    const theirs = await aServer();
    await ask(spec, settings(model, theirs.address), {});
    expect(theirs.shown).toEqual([key]);
  });

  test.each([
    ["anthropic/x", "ANTHROPIC_BASE_URL", "anthropic-key"],
    ["openai/x", "OPENAI_BASE_URL", "openai-key"],
    ["openai-chat/x", "OPENAI_BASE_URL", "openai-key"],
    ["google/x", "GOOGLE_GEMINI_BASE_URL", "google-key"],
    ["ollama/x", "OLLAMA_BASE_URL", "ollama-key"],
    ["stripe/x", "STRIPE_BASE_URL", "stripe-key"],
  ])("is shown no other provider's: that of %s goes where %s says", async (spec, variable, key) => {
    const [theirs, its] = [await aServer(), await aServer()];
    await ask(spec, settings("acme/coder", theirs.address), { [variable]: its.address });
    expect(theirs.shown).toEqual([]);
    expect(its.shown).toEqual([key]);
  });

  test("is nobody's without a model", async () => {
    const [theirs, its] = [await aServer(), await aServer()];
    await ask("", settings(null, theirs.address), { ANTHROPIC_BASE_URL: its.address });
    expect([theirs.shown, its.shown]).toEqual([[], ["anthropic-key"]]);
  });
});

describe("a provider that nobody has set up", () => {
  const ENDPOINT = "http://127.0.0.1:1/v1";

  test.each([
    ["by a policy without a word about it", settings(null, null)],
    ["by a policy with another provider's address", settings("acme/coder", ENDPOINT)],
    ["by a policy that does not say where it is", settings("stripe/x", null)],
  ])("%s has no address, and nobody looks for its key", (_, builtin) => {
    const read: string[] = [];
    const variable = (name: string): string | null => {
      read.push(name);
      return aPerson(KEYS).variable(name);
    };
    const place = { person: { ...aPerson(), variable }, builtin };
    expect(chooseModel("stripe/anything", place, "developer")).toEqual({
      ok: false,
      cause: "`stripe` is not a known provider, and has no address",
      remedy: expect.stringContaining(
        "`agents: { builtin: { model: stripe/anything, endpoint: ADDRESS } }` in policy.yaml of Planwright's home, or in STRIPE_BASE_URL",
      ),
    });
    expect(keysOfModel("stripe/anything", place)).toEqual([]);
    expect(new Set(read)).toEqual(new Set(["STRIPE_BASE_URL"]));
  });

  test("has a key as soon as the person says where it is", () => {
    const keys = (builtin: BuiltinSettings, variables = {}) =>
      keysOfModel("stripe/anything", { person: aPerson(variables), builtin });
    expect(keys(settings("stripe/x", ENDPOINT))).toEqual(["STRIPE_API_KEY"]);
    expect(keys(settings(null, null), { STRIPE_BASE_URL: ENDPOINT })).toEqual(["STRIPE_API_KEY"]);
  });
});
