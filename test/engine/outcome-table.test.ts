import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Judged } from "../../src/engine/proof/judge-work.ts";
import { verdictOn } from "../../src/engine/proof/verdict-on.ts";
import type { Matter } from "../../src/plan/progress.ts";
import { STEP_OUTCOMES } from "../../src/record/step-outcome.ts";
import { acceptedWords } from "../../src/telling/accepted-words.ts";
import { OUTCOME_MEANING, OUTCOME_WORD } from "../../src/telling/outcome-words.ts";
import { SHAPES } from "../../src/telling/question-shapes.ts";
import { aRun, planOf } from "../attack/a-run.ts";

/** The tables of the page that says what a step ends as, cell by cell. */
const [OUTCOMES = [], ROWS = [], QUESTIONS = []] = tablesIn(
  /^## What a step ends as\n(.*?)^## /ms.exec(readFileSync("docs/trust.md", "utf8"))?.[1] ?? "",
);

function tablesIn(text: string): string[][][] {
  return text
    .split("\n\n")
    .filter((block) => block.startsWith("|"))
    .map((block) =>
      block
        .trim()
        .split("\n")
        .slice(2)
        .map((line) => line.split(" | ").map((cell) => cell.replaceAll(/^\| | \|$/g, ""))),
    );
}

const BROKEN = "export const sum = (a, b) => a - b;\n";
const RIGHT = "export const sum = (a, b) => a + b;\n";
const tested = (title: string, check: string): string =>
  `import assert from "node:assert/strict";\nimport test from "node:test";\nimport * as all from "../src/sum.js";\n\ntest("${title}", () => ${check});\n`;

const writes = (path: string, text: string): string => `cat > ${path} <<'END'\n${text}END\n`;
const CODE = writes("src/sum.js", `${RIGHT}export const twice = (a) => 2 * a;\n`);
const WORK: Readonly<Record<string, string>> = {
  nothing: "true\n",
  code: CODE,
  "code, and a test that fails without it": `${CODE}${writes("test/more.test.js", tested("doubles", "assert.equal(all.twice(2), 4)"))}`,
  "code, and a test that passes without it": `${CODE}${writes("test/more.test.js", tested("is there", "assert.ok(all)"))}`,
  "a test alone": writes("test/more.test.js", tested("is there", "assert.ok(all)")),
};
const KINDS: Readonly<Record<string, readonly ("proves" | "guards" | null)[]>> = {
  any: ["proves", "guards", null],
  "not declared": [null],
  "`proves`": ["proves"],
  "`guards`": ["guards"],
};
const CASES = ROWS.flatMap(([contract = "", before = "", changes = "", ...cells]) =>
  (KINDS[contract] ?? []).map((kind) => ({ kind, before, changes, cells })),
);

async function judgedWork({ kind, before, changes }: (typeof CASES)[number]): Promise<Judged> {
  const plan = planOf({
    contract: "node --test",
    extra: "\n**files:**\n- change: `src/sum.js`\n- add: `test/more.test.js`\n",
  });
  const run = await aRun({
    files: {
      "package.json": '{ "name": "sums", "private": true, "type": "module" }\n',
      "src/sum.js": before === "passes" ? RIGHT : BROKEN,
      "test/sum.test.js": tested("adds", "assert.equal(all.sum(1, 2), 3)"),
    },
    plan: kind === null ? plan : plan.replace("**contract:**", `**contract:** ${kind}`),
  });
  const { outcome } = await run.attempt(WORK[changes] ?? "exit 1");
  if (outcome.status === "tampered") throw new Error("it touched what it must not");
  return outcome.judged;
}

const inWords = (judged: Judged, mode: "autonomous" | "interactive", isStrict: boolean): string => {
  const verdict = verdictOn(judged, { mode, isStrict });
  if (verdict.is === "passed") return OUTCOME_WORD[verdict.outcome];
  return verdict.is === "held" ? `asks: ${verdict.over}` : "fails";
};

describe("what a step ends as", () => {
  test("every kind of contract meets every kind of work", () => {
    const combinations = new Set(CASES.map(({ kind, before, changes }) => `${kind} ${before} ${changes}`));
    expect(combinations.size).toBe(3 * 2 * Object.keys(WORK).length);
    expect(CASES).toHaveLength(combinations.size);
  });

  test.each(CASES)("kind $kind, $before before, the worker changes $changes", async (row) => {
    const judged = await judgedWork(row);
    expect([
      inWords(judged, "autonomous", false),
      inWords(judged, "autonomous", true),
      inWords(judged, "interactive", false),
    ]).toEqual(row.cells);
  });

  test("the words are those that a person reads", () => {
    expect(OUTCOMES).toEqual(
      STEP_OUTCOMES.map((each) => [OUTCOME_WORD[each], OUTCOME_MEANING[each], acceptedWords(each, "Ann")]),
    );
    expect(QUESTIONS).toEqual(QUESTIONS.map(([over = ""]) => [over, SHAPES[over as Matter].headline]));
    const asked = CASES.flatMap(({ cells }) => cells.flatMap((cell) => /^asks: (.*)/.exec(cell)?.[1] ?? []));
    expect(QUESTIONS.map(([over]) => over)).toEqual(expect.arrayContaining([...new Set(asked)]));
  });
});
