import { expect, test } from "vitest";
import { aPersonUsing } from "./a-person-with-agents.ts";
import { billOf, expectHonest, ledgerOf, wantingOneNote, withPlanner } from "./builtin-at-work.ts";
import { noteStep, notesPlan } from "./builtin-notes.ts";
import { BUILTIN_WIRES, type BuiltinWire, wireNamed } from "./builtin-wires.ts";
import { eventsIn, usageTold } from "./carried-out.ts";
import { allInput, totalOf } from "./model/account.ts";
import type { Act, Script } from "./model/script.ts";
import { expectNothingLeft, failureOf, heldOf, runPlan } from "./one-note.ts";
import { ownHome } from "./own-home.ts";

// Whatever a model, its provider or the network does: the attempt ends with a name for it, its tokens are counted, and
// nothing is left running.

const home = ownHome();
const anthropic = wireNamed("anthropic");
const DONE: readonly Act[] = [
  { do: "write", path: "NOTE-1.md", text: "Note 1.\n" },
  { do: "say", text: "Add note 1." },
];

test.each(BUILTIN_WIRES.filter(({ wire }) => wire !== "openai compatible"))(
  "$spec without a key says which variable it looks for",
  async (wire) => {
    const person = await wantingOneNote(wire, { home, acts: [] });
    const none = Object.keys(wire.variables(0, "")).map((name) => [name, undefined] as const);
    const { status, stderr } = await runPlan(person, wire.spec, Object.fromEntries(none));
    expect(stderr).toMatch(/[A-Z]+_API_KEY/);
    expect(status).toBe(2);
    expect(person.model.asked).toEqual([]);
  },
);

test.each(BUILTIN_WIRES)("$spec with a key that is not known asks a person at once, and names it", async (wire) => {
  const person = await wantingOneNote(wire, { home, acts: [{ do: "refuse", status: 401 }] });
  const run = await runPlan(person, wire.spec);
  // Its policy is to give up when an attempt fails; none has.
  expect([run.status, heldOf(run)]).toEqual([4, { over: "unverified", told: expect.stringMatching(/^wrong-key: /) }]);
  expect(person.model.asked).toHaveLength(1);
  await expectHonest(person, run.stdout);
  await expectNothingLeft(person);
});

test.each([
  [429, "rate-limited"],
  [529, "overloaded"],
])("a provider that says %i for ever is given up as %s", async (status, name) => {
  const { told, asked } = await failed(anthropic, [{ do: "refuse", status, retryAfter: 1 }]);
  expect(told).toMatch(new RegExp(`^${name}: `));
  expect(asked).toBeGreaterThan(2);
  expect(asked).toBeLessThan(8);
});

test.each(BUILTIN_WIRES)("$spec takes an answer that breaks off for none, and asks again", async (wire) => {
  const acts: Act[] = [
    { do: "break", at: "beginning", text: "", once: true },
    { do: "break", at: "middle", text: "I begin to say something, and then".repeat(4), once: true },
    ...DONE,
  ];
  const person = await wantingOneNote(wire, { home, acts });
  const { status, stdout, stderr } = await runPlan(person, wire.spec);
  expect(status, stderr).toBe(0);
  const bills = person.model.asked.map(({ account }) => account);
  const [told, billed] = [totalOf(usageTold(stdout)), totalOf(bills)];
  if (!TELLS_AT_ONCE.has(wire.wire)) {
    // Nobody was told what was read for the answer that never came to its end. What was guessed is marked as a guess.
    const [guess = expect.fail(), ...more] = usageTold(stdout).filter(({ source }) => source === "unknown");
    expect(more).toEqual([]);
    expect(guess.input / allInput(bills[1] ?? expect.fail())).toBeCloseTo(1, 1);
  } else expect(allInput(told)).toBe(allInput(billed));
  expect(Math.abs(told.output - billed.output)).toBeLessThan(40);
  await expectNothingLeft(person);
});

/** Those that say with their first words what they have read. */
const TELLS_AT_ONCE = new Set(["anthropic messages", "gemini generateContent"]);

test("answers that break off each time are given up as truncated", async () => {
  const { told } = await failed(anthropic, [{ do: "break", at: "middle", text: "I begin, and ".repeat(8) }]);
  expect(told).toMatch(/^truncated: /);
});

test.each(BUILTIN_WIRES)("$spec mends what it said wrong: no JSON, no such tool, no such input", async (wire) => {
  const acts: Act[] = [
    // Google's servers never let such a call out, so that nothing answers it.
    { do: "use", tool: "run_command", input: "{rubbish", once: wire.wire.startsWith("gemini") },
    { do: "use", tool: "fly_away", input: { to: "the moon" } },
    { do: "use", tool: "write_plan_file", input: { path: "NOTE-1.md", content: "x\n" } },
    { do: "use", tool: "read_file", input: { path: 7 } },
    { do: "use", tool: "create_file", input: { path: "../outside.md", content: "x\n" } },
    { do: "use", tool: "create_file", input: { path: "/etc/outside.md", content: "x\n" } },
    { do: "use", tool: "update_file", input: { path: "prices.mjs", old: "3", new: "0" } },
    ...DONE,
  ];
  const person = await wantingOneNote(wire, { home, acts });
  const { status, stdout, stderr } = await runPlan(person, wire.spec);
  expect(status, stderr + stdout).toBe(0);
  const answers = person.model.asked.at(-1)?.heard.turns.flatMap(({ by, text }) => (by === "tool" ? [text] : []));
  expect(answers?.slice(-ANSWERED.length)).toEqual(ANSWERED.map((words) => expect.stringMatching(words)));
  await expectHonest(person, stdout);
  await expectNothingLeft(person);
});

/** What it is told about each, from the second on. */
const ANSWERED = [
  /no tool fly_away/,
  /no write_plan_file in ACT mode/,
  /path/,
  /outside/,
  /outside/,
  /protected|read-only|[Rr]efused/,
  /NOTE-1\.md/,
];

test("words in which there is no step done fail the contract, not the harness", async () => {
  const person = await wantingOneNote(anthropic, { home, acts: [{ do: "say", text: "All done, believe me." }] });
  expect(failureOf(await runPlan(person, anthropic.spec)).reason).toBe("contract");
});

test.each(BUILTIN_WIRES)(
  "$spec is told that it cannot read so much, sums up, and gives up in the end",
  async (wire) => {
    const { told, asked } = await failed(wire, DONE, { window: 500 });
    expect(told).toMatch(/^too-long: /);
    expect(asked).toBeLessThan(5);
  },
);

test("a provider that takes less than was known is believed, and the work goes on with what was done", async () => {
  const many = Array.from(
    { length: 6 },
    (_, index) => ({ do: "run", command: `seq ${index}00000 999999 | head -c 15000` }) as const,
  );
  const person = await aPersonUsing(anthropic.variables, {
    ...{ home, window: 12_000 },
    files: { "plan.md": notesPlan(1), "prices.mjs": "" },
    script: () => [
      { when: [noteStep(1), "# So far"], acts: DONE },
      { when: [noteStep(1)], acts: [{ do: "both", acts: many }] },
    ],
  });
  const { status, stdout, stderr } = await runPlan(person, anthropic.spec);
  expect(status, stderr).toBe(0);
  expect(person.model.asked.map(({ reply }) => reply.kind)).toEqual(["said", "overflow", "said", "said"]);
  await expectHonest(person, stdout);
});

test("a step that names its files deletes none that it does not name, and those that it does", async () => {
  const gone = (path: string): Act => ({ do: "use", tool: "delete_file", input: { path } });
  const person = await aPersonUsing(anthropic.variables, {
    home,
    files: {
      ...{ "prices.mjs": "", "kept.md": "kept\n", "old.md": "old\n" },
      "plan.md": notesPlan(1).replace(
        "**contract:**",
        "**files:**\n- add: `NOTE-1.md`\n- delete: `old.md`\n\n**contract:**",
      ),
    },
    script: () => [{ when: [noteStep(1)], acts: [gone("kept.md"), gone("old.md"), ...DONE] }],
  });
  const { status, stdout, stderr } = await runPlan(person, anthropic.spec);
  expect(status, stderr).toBe(0);
  expect(stdout).toMatch(/"told":"deletes kept\.md"[^\n]*"state":"refused"/);
  expect(stdout).toMatch(/"told":"deletes old\.md"[^\n]*"state":"done"/);
});

test("a planner whose answer is no JSON is passed over, and what it cost is counted", async () => {
  const script: Script = [{ when: ["# What has passed its contract"], acts: [{ do: "say", text: "Looks fine." }] }];
  const person = await withPlanner(anthropic, home, script);
  const { status, stdout, stderr } = await runPlan(person, anthropic.spec);
  expect(status, stderr).toBe(0);
  const refused = eventsIn(stdout).filter((event) => event.type === "proposal-refused");
  expect(refused).toMatchObject([{ about: "checkpoint" }]);
  expect(await ledgerOf(person)).toEqual(billOf(person));
});

test("a model that goes round in circles is stopped", async () => {
  const { told, asked } = await failed(anthropic, [{ do: "run", command: "true" }], { again: true });
  expect(told).toMatch(/in circles/);
  expect(asked).toBeLessThan(15);
});

test("a model that never stops is stopped", async () => {
  const acts = Array.from({ length: 300 }, (_, index): Act => ({ do: "run", command: `echo ${index}` }));
  const { told } = await failed(anthropic, acts);
  expect(told).toMatch(/not finished after \d+ requests/);
});

test("a model that never answers runs out of time", async () => {
  const { told, reason } = await failed(anthropic, [{ do: "hang" }], { workTimeout: "5 seconds", isUnbilled: true });
  expect([reason, told]).toEqual(["timeout", "it was not finished after 5 seconds"]);
});

test("a slow model is waited for", async () => {
  const slowly: Act = { do: "say", text: "Note 1 is there already. ".repeat(20), milliseconds: 4_000 };
  const person = await wantingOneNote(anthropic, { home, acts: [...DONE.slice(0, 1), slowly] });
  const { status, stdout } = await runPlan(person, anthropic.spec);
  expect(status).toBe(0);
  await expectHonest(person, stdout);
});

test.each(BUILTIN_WIRES)("$spec survives 100 kB of one character, as words and as a command", async (wire) => {
  const flood = "a".repeat(100 * 1024);
  const acts: Act[] = [
    {
      do: "both",
      acts: [
        { do: "say", text: flood },
        { do: "run", command: `echo ${"b".repeat(20 * 1024)}` },
      ],
    },
    { do: "use", tool: "run_command", input: { command: flood } },
    { do: "use", tool: "run_command", input: flood, once: wire.wire.startsWith("gemini") },
    { do: "use", tool: flood.slice(0, 2_000), input: {} },
    { do: "run", command: "head -c 100000 /dev/zero | tr '\\0' a" },
    ...DONE,
  ];
  const person = await wantingOneNote(wire, { home, acts });
  const { status, stdout, stderr } = await runPlan(person, wire.spec);
  expect(status, stderr + stdout.slice(0, 4_000)).toBe(0);
  await expectHonest(person, stdout);
  await expectNothingLeft(person);
});

test("a model that is cut off each time, or says nothing, is given up", async () => {
  expect((await failed(anthropic, [{ do: "say", text: "Half", finish: "length" }])).told).toMatch(/cut off/);
  expect((await failed(anthropic, [{ do: "say", text: "" }])).told).toMatch(/said nothing/);
  expect((await failed(anthropic, [{ do: "say", text: "No.", finish: "withheld" }])).told).toMatch(/^refused: /);
});

/** Lets it fail, and looks at what is left and what was told of its cost. */
async function failed(
  wire: BuiltinWire,
  acts: readonly Act[],
  { isUnbilled = false, ...scene }: { again?: true; window?: number; workTimeout?: string; isUnbilled?: boolean } = {},
): Promise<{ told: string; reason: string; asked: number }> {
  const person = await wantingOneNote(wire, { home, acts, ...scene });
  const run = await runPlan(person, wire.spec);
  const { told, reason } = failureOf(run);
  const isBroken = person.model.asked.some(({ reply }) => reply.kind === "said" && reply.breaks !== null);
  if (!isUnbilled && !isBroken) await expectHonest(person, run.stdout);
  await expectNothingLeft(person);
  return { told, reason, asked: person.model.asked.length };
}
