import { describe, expect, test } from "vitest";
import type { Usage } from "../../record/run-event.ts";
import { notToldBefore, summed } from "./usage-sums.ts";

const used = (fields: Partial<Usage> = {}): Usage => ({
  ...{ model: "m", input: 100, cachedRead: 20, cachedWrite: 3, output: 40, source: "wire", ...fields },
});

describe("summed", () => {
  test("adds up what is of one model, every kind of token by itself", () => {
    expect(summed([used({ usd: 0.5 }), used({ model: "n" }), used({ input: 1, usd: 0.25 })])).toEqual([
      used({ input: 101, cachedRead: 40, cachedWrite: 6, output: 80, usd: 0.75 }),
      used({ model: "n" }),
    ]);
  });

  test("keeps apart what has a price and what has none, and what was counted and what was only told", () => {
    const all = [used({ usd: 0.5 }), used(), used({ source: "reported" })];
    expect(summed(all)).toEqual(all);
  });
});

describe("not told before", () => {
  test("is all of it where no request was told, also a session of which nothing is known", () => {
    const unknown = used({ input: 0, cachedRead: 0, cachedWrite: 0, output: 0, source: "unknown" });
    expect(notToldBefore([used(), unknown], [])).toEqual([used(), unknown]);
  });

  test("is nothing where the requests add up to the sum, or to more", () => {
    expect(notToldBefore([used({ input: 200, cachedRead: 40, cachedWrite: 6, output: 80 })], [used(), used()])).toEqual(
      [],
    );
    expect(notToldBefore([used()], [used(), used()])).toEqual([]);
  });

  test("is the rest, tokens and money, of the same model only", () => {
    const sums = [used({ input: 150, usd: 0.75 }), used({ model: "n" })];
    expect(notToldBefore(sums, [used({ usd: 0.5 })])).toEqual([
      used({ input: 50, cachedRead: 0, cachedWrite: 0, output: 0, usd: 0.25 }),
      used({ model: "n" }),
    ]);
  });

  test("is counted once where a model has two sums", () => {
    const rest = { cachedRead: 0, cachedWrite: 0, output: 0 };
    const sums = [used({ input: 60, ...rest }), used({ input: 60, ...rest, source: "reported" })];
    expect(notToldBefore(sums, [used({ input: 100, ...rest })])).toEqual([
      used({ input: 20, ...rest, source: "reported" }),
    ]);
  });
});
