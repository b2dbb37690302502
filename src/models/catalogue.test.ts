import { describe, expect, test } from "vitest";
import { bundledCatalogue, factsOf, modelOfTier, withOverrides } from "./catalogue.ts";
import { knownProviders } from "./providers.ts";

describe("the bundled catalogue", () => {
  test("is dated, and says where it comes from", () => {
    expect(bundledCatalogue.date).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(bundledCatalogue.source).not.toBe("");
  });

  test("knows windows that are larger than nothing, and prices that are null or more than nothing", () => {
    const facts = Object.values(bundledCatalogue.models);
    expect(facts.length).toBeGreaterThan(50);
    for (const { window, mostOutput, price } of facts) {
      expect(window).toBeGreaterThanOrEqual(mostOutput);
      for (const each of price === null ? [] : Object.values(price)) expect(each).toBeGreaterThan(0);
    }
  });

  test("has every tier of the large providers, each a model that it knows", () => {
    for (const [provider, tiers] of Object.entries(bundledCatalogue.tiers)) {
      expect(knownProviders).toContain(provider);
      for (const name of Object.values(tiers))
        expect(Object.keys(bundledCatalogue.models)).toContain(`${provider}/${name}`);
    }
  });
});

describe("what is known about a model", () => {
  test("is the same on both of OpenAI's wires", () => {
    expect(factsOf(bundledCatalogue, "openai-chat/gpt-4.1")).toEqual(bundledCatalogue.models["openai/gpt-4.1"]);
    expect(modelOfTier(bundledCatalogue, "openai-chat", "fast")).toBe(modelOfTier(bundledCatalogue, "openai", "fast"));
  });

  test.each(["ollama/x", "constructor", "anthropic/claude-99"])("is an ordinary window and no price for %s", (ref) => {
    expect(factsOf(bundledCatalogue, ref)).toMatchObject({ window: 128_000, price: null });
  });
});

describe("the person's own word", () => {
  test("counts for what it says, and nothing else", () => {
    const catalogue = withOverrides(bundledCatalogue, { "openai/gpt-4.1": { window: 50_000, price: { output: 1 } } });
    const before = factsOf(bundledCatalogue, "openai/gpt-4.1");
    expect(factsOf(catalogue, "openai/gpt-4.1")).toEqual({
      ...before,
      window: 50_000,
      price: { ...before.price, output: 1 },
    });
  });

  test("prices a model that nobody knows, and takes a price away", () => {
    const catalogue = withOverrides(bundledCatalogue, {
      "mine/a": { price: { input: 2, output: 8 } },
      "mine/b": { price: { input: 2 } },
      "openai/gpt-4.1": { price: null },
    });
    expect(factsOf(catalogue, "mine/a").price).toEqual({ input: 2, cachedRead: 2, cachedWrite: 2, output: 8 });
    expect(factsOf(catalogue, "mine/b").price).toBeNull();
    expect(factsOf(catalogue, "openai/gpt-4.1").price).toBeNull();
  });
});
