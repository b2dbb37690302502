import { expect, test } from "vitest";
import { spentIn, withCost } from "./spent.ts";

const row = { model: "m", input: 0, cachedRead: 0, cachedWrite: 0, output: 0, source: "reported" };

test.each([
  [
    "model by model, where it is told",
    {
      usage: { inputTokens: 1, outputTokens: 1 },
      _meta: {
        quota: {
          token_count: { inputTokens: 1 },
          model_usage: [
            {
              model: "a",
              token_count: { inputTokens: 2, cachedInputTokens: 3, cachedWriteTokens: 4, outputTokens: 5 },
            },
            { model: "b", token_count: { input_tokens: 6, output_tokens: 7 } },
          ],
        },
      },
    },
    [
      { ...row, model: "a", input: 2, cachedRead: 3, cachedWrite: 4, output: 5 },
      { ...row, model: "b", input: 6, output: 7 },
    ],
  ],
  [
    "for the whole turn",
    { usage: { inputTokens: 2, cachedReadTokens: 3, cachedWriteTokens: 4, outputTokens: 5, totalTokens: 14 } },
    [{ ...row, input: 2, cachedRead: 3, cachedWrite: 4, output: 5 }],
  ],
  ["as a quota alone", { _meta: { quota: { token_count: { input_tokens: 2 } } } }, [{ ...row, input: 2 }]],
  ["as nothing", { usage: { inputTokens: 0 } }, []],
  ["not at all", {}, []],
  ["as nonsense", { usage: { inputTokens: -1, outputTokens: "9", cachedReadTokens: Number.NaN }, _meta: [] }, []],
])("is told %s", (_, response, usage) => {
  expect(spentIn(response, "m")).toEqual(usage);
});

test("knows what a session costs once, however many models there were", () => {
  const rows = spentIn({ usage: { inputTokens: 2 } }, "m");
  expect(withCost([...rows, ...rows], 0.5)).toMatchObject([{ usd: 0.5 }, { usd: 0 }]);
  expect(withCost(rows, null)[0]).not.toHaveProperty("usd");
  expect(withCost([], 1)).toEqual([]);
});
