import { expect, test } from "vitest";
import { parsePolicy } from "./policy.ts";

const read = (models: string) => parsePolicy(`models: ${models}\n`);

test("what a person knows about a model is read", () => {
  const reading = read(
    "{ ollama/qwen3-coder: { window: 32768, most_output: 4096, temperature: false, price: { input: 0.5, output: 2, cached_read: 0.1 } } }",
  );
  expect(reading.ok && [...reading.policy.models]).toEqual([
    [
      "ollama/qwen3-coder",
      {
        window: 32768,
        mostOutput: 4096,
        takesTemperature: false,
        price: { input: 0.5, output: 2, cachedRead: 0.1 },
      },
    ],
  ]);
});

test.each([
  ["[a]", /^`models` holds models by their names/],
  ["{ gpt: { window: 1 } }", /a model is `provider\/name`/],
  ["{ a/b: 5 }", /holds settings/],
  ["{ a/b: { windw: 1 } }", /write `window`/],
  ["{ a/b: { window: 0 } }", /number of tokens/],
  ["{ a/b: { window: 1.5 } }", /number of tokens/],
  ["{ a/b: { most_output: many } }", /number of tokens/],
  ["{ a/b: { temperature: 0.2 } }", /whether it takes one/],
  ["{ a/b: { price: 3 } }", /dollars for a million tokens/],
  ["{ a/b: { price: { inputs: 3 } } }", /write `input`/],
  ["{ a/b: { price: { input: -3 } } }", /`models\.a\/b\.price\.input` is a number of dollars/],
])("%s is refused", (models, reason) => {
  expect(read(models)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});
