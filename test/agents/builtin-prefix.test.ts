import { describe, expect, test } from "vitest";
import { aPersonUsing, type PersonWithAgent } from "./a-person-with-agents.ts";
import { expectHonest } from "./builtin-at-work.ts";
import { noteStep, notesPlan, notesScript } from "./builtin-notes.ts";
import { BUILTIN_WIRES, type BuiltinWire, wireNamed } from "./builtin-wires.ts";
import { allInput } from "./model/account.ts";
import type { Heard } from "./model/heard.ts";
import type { Act, Scene } from "./model/script.ts";
import type { Asked } from "./model-server.ts";
import { runPlan } from "./one-note.ts";
import { ownHome } from "./own-home.ts";

// What a model has read before costs a tenth, if it is the same to the byte.

const home = ownHome();

describe.each(BUILTIN_WIRES)("$spec", (wire) => {
  test("begins each request with the one before, and each step with the same words", async () => {
    const { person } = await carriedOut(wire, 3);
    const steps = byStep(person.model.asked);
    expect(steps.map(({ length }) => length)).toEqual([4, 4, 4]);
    for (const asked of steps) for (const [one, next] of pairs(asked)) expect(isBeginningOf(one, next)).toBe(true);

    const [first = expect.fail(), ...others] = steps.flatMap(([asked]) => (asked ? [beforeTheStep(asked.heard)] : []));
    for (const other of others) expect(sharedBytes(first, other) / bytesOf(other)).toBeGreaterThanOrEqual(0.99);
    expect(bytesOf(first) / 4).toBeLessThanOrEqual(3_000);
  });
});

test("what was read is read again from the cache, and only what is new is written to it", async () => {
  const { person } = await carriedOut(wireNamed("anthropic"), 3);
  const [, ...later] = person.model.asked;
  for (const { account } of later) expect(account.cachedRead).toBeGreaterThan(0.6 * allInput(account));
  for (const { heard } of person.model.asked) {
    const marks = heard.blocks.flatMap(({ marked }, index) => (marked ? [index] : []));
    expect(marks.length).toBeLessThanOrEqual(4);
    expect(marks.at(-1)).toBe(heard.blocks.length - 1);
  }
});

test("the same after turns with more calls than a provider looks back over", async () => {
  const wide = (round: number): Act => ({
    do: "both",
    acts: range(25).map((call) => ({ do: "run", command: `seq ${round}0${call}000 9999999 | head -c 2000` })),
  });
  const { person } = await carriedOut(wireNamed("anthropic"), 1, [
    { when: [noteStep(1)], acts: [wide(1), wide(2), ...END] },
  ]);
  const [, , ...later] = person.model.asked;
  expect(later.length).toBeGreaterThan(1);
  for (const [index, { account }] of later.entries()) {
    expect(account.cachedRead, `${index}`).toBeGreaterThan(
      0.9 * allInput(person.model.asked[index + 1]?.account ?? account),
    );
  }
});

test("fifty steps cost five times as much as ten", async () => {
  const wire = wireNamed("openai chat");
  const [ten, fifty] = [await carriedOut(wire, 10), await carriedOut(wire, 50)].map(({ person }) =>
    person.model.asked.reduce((sum, { account }) => sum + allInput(account), 0),
  );
  expect((fifty ?? 0) / (ten ?? 1)).toBeGreaterThan(4.8);
  expect((fifty ?? 0) / (ten ?? 1)).toBeLessThan(5.2);
}, 400_000);

const SMALL = [
  { ...wireNamed("anthropic"), spec: "builtin:anthropic/claude-haiku-4-5" },
  { ...wireNamed("openai responses"), spec: "builtin:openai/gpt-4o" },
];

describe.each(SMALL)("$spec over 20 compactions", (wire) => {
  test("has the step before it word for word, and tells what it cost", async () => {
    const { person, stdout } = await carriedOut(wire, 1, longWork(20));
    const { asked } = person.model;
    const summaries = asked.filter(({ prompt }) => prompt.includes("# Sum up"));
    expect(summaries.length).toBe(20);
    const [first = expect.fail()] = asked;
    const given = firstWords(first.heard);
    for (const words of ["Add NOTE-1.md, which says", "test -s NOTE-1.md", "Prices: `prices.mjs`"]) {
      expect(given).toContain(words);
    }
    for (const { heard } of asked) {
      expect(firstWords(heard).slice(0, given.length)).toBe(given);
      expect(beforeTheStep(heard)).toEqual(beforeTheStep(first.heard));
    }
    // What a provider has kept of the conversation serves once more when it is summed up.
    for (const [before, next] of pairs(asked)) {
      if (JSON.stringify(next.turns.at(-1)).includes("# Sum up")) expect(isBeginningOf(before, next)).toBe(true);
    }
    await expectHonest(person, stdout);
  }, 240_000);
});

/** A model that reads more than it can keep in mind, and sums up `times` times before it is done. */
function longWork(times: number): Scene[] {
  const stage = (number: number): string => `Stage ${number} of the work is done.`;
  const stages = Array.from({ length: times }, (_, index) => index + 1);
  return [
    { when: ["# Sum up"], acts: stages.map((number) => ({ do: "say", text: stage(number), once: true })) },
    { when: [noteStep(1), stage(times)], acts: END },
    ...stages.map((number): Scene => ({ when: [noteStep(1), stage(number)], acts: muchReading(number) })),
    { when: [noteStep(1)], acts: muchReading(0) },
  ];
}

/** Nothing of it is read twice. */
const muchReading = (stage: number): Scene["acts"] =>
  range(8).map((round) => ({
    do: "both",
    acts: range(8).map((call) => ({
      do: "run",
      command: `seq ${(stage * 100 + round * 10 + call) * 10_000 + 1_000_000} 99999999 | head -c 15900`,
    })),
  }));

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

const END: Scene["acts"] = [
  { do: "write", path: "NOTE-1.md", text: "Note 1.\n" },
  { do: "say", text: "Add note 1." },
];

async function carriedOut(
  { spec, variables }: BuiltinWire,
  steps: number,
  script: Scene[] = notesScript(steps),
): Promise<{ person: PersonWithAgent; stdout: string }> {
  const files = { "plan.md": notesPlan(steps), "prices.mjs": "export const price = 3;\n", "AGENTS.md": RULES };
  const person = await aPersonUsing(variables, { home, files, script: () => script });
  const { status, stdout, stderr } = await runPlan(person, spec);
  expect(status, stderr).toBe(0);
  return { person, stdout };
}

const RULES = "# Rules\n\nNotes are short.\n";

/** Requests in their order, step by step. */
const byStep = (asked: readonly Asked[]): Asked[][] => [...Map.groupBy(asked, ({ scene }) => scene).values()];

const pairs = (asked: readonly Asked[]): [Heard, Heard][] =>
  asked.slice(1).map((next, index) => [asked[index]?.heard ?? next.heard, next.heard]);

const isBeginningOf = (one: Heard, next: Heard): boolean =>
  one.blocks.length < next.blocks.length && one.blocks.every(({ json }, index) => json === next.blocks[index]?.json);

/** What it is told before it says or does anything. */
function firstWords({ turns }: Heard): string {
  const end = turns.findIndex(({ by }) => by !== "user");
  const texts = turns.slice(0, end < 0 ? undefined : end).map(({ text }) => text);
  return texts.join("\n");
}

/** Tools, role and project: all the words that a model reads before the step itself. */
function beforeTheStep({ blocks }: Heard): string {
  const step = blocks.findIndex(({ json }) => json.includes("# The step: "));
  return blocks
    .slice(0, step)
    .map(({ json }) => json)
    .join("\n");
}

const bytesOf = (text: string): number => Buffer.byteLength(text);

function sharedBytes(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index++;
  return bytesOf(one.slice(0, index));
}
