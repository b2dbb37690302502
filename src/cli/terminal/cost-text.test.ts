import { expect, test } from "vitest";
import type { Cost, LedgerGroup, LedgerSum } from "../../app/looking/cost.ts";
import { repositoryAt } from "../../record/repository-at.testkit.ts";
import { costText } from "./cost-text.ts";

const plain = (_tone: string, text: string): string => text;

const sum = (fields: Partial<LedgerSum> = {}): LedgerSum => ({
  ...{ requests: 12, sessions: 0, input: 20_334, cachedRead: 98_000, cachedWrite: 10_100, output: 4_021 },
  ...{ usd: 0.4249, unpriced: [], uncounted: [], ...fields },
});

const shown = (groups: LedgerGroup[], total = sum(), by: Cost["by"] = "step"): string | null =>
  costText({ by, groups, total, isElsewhere: false }, plain);

const step = (plan: string, id: string, top = "/home/words") => ({
  of: { repository: repositoryAt(top).id, plan, step: id },
});

test("numbers stand to the right, and all that went in is input", () => {
  const groups = [
    { ...step("words", "1"), ...sum() },
    { ...step("words", "write-it"), ...sum({ requests: 1, input: 5, cachedRead: 0, cachedWrite: 0, usd: 0.000_52 }) },
  ];
  expect(shown(groups, sum({ input: 1_234_567, usd: 1_234.5 }))).toMatchInlineSnapshot(`
    "step      requests      input  cache read  cache write  output       cost
    1               12    128,434      98,000       10,100   4,021      $0.42
    write-it         1          5           0            0   4,021    $0.0005
    total           12  1,342,667      98,000       10,100   4,021  $1,234.50
    "
  `);
});

test("what is not known is said, and is never nothing", () => {
  const groups = [
    { of: { model: "m" }, ...sum({ sessions: 2, unpriced: ["m"] }) },
    { of: { model: "n" }, ...sum({ requests: 0, sessions: 1, usd: null, unpriced: ["n"], uncounted: ["n"] }) },
  ];
  const total = sum({ sessions: 3, unpriced: ["m", "n"], uncounted: ["n"] });
  expect(shown(groups, total, "model")).toMatchInlineSnapshot(`
    "model     requests    input  cache read  cache write  output            cost
    m      at least 12  128,434      98,000       10,100   4,021  at least $0.42
    n                ?  128,434      98,000       10,100   4,021        unpriced
    total  at least 12  128,434      98,000       10,100   4,021  at least $0.42

    unpriced: m, n; no price is known, and the cost is without them
    not all is told of n: it was more than this
    3 sessions were told as a whole, without the number of requests
    "
  `);
});

test("plans and repositories are named where there are several, and cannot command a terminal", () => {
  const groups = [
    { ...step("a\u001b[2J", "1"), ...sum() },
    { ...step("b", "1", "/home/other.git"), ...sum() },
  ];
  expect(shown(groups)).toMatchInlineSnapshot(`
    "repository       plan   step  requests    input  cache read  cache write  output   cost
    /home/words      a␛[2J  1           12  128,434      98,000       10,100   4,021  $0.42
    /home/other.git  b      1           12  128,434      98,000       10,100   4,021  $0.42
    total                               12  128,434      98,000       10,100   4,021  $0.42
    "
  `);
});

test("nothing has no table", () => {
  expect(costText({ by: "plan", groups: [], total: null, isElsewhere: false }, plain)).toBeNull();
});
