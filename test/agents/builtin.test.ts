import { describe, expect, test } from "vitest";
import { aPersonUsing } from "./a-person-with-agents.ts";
import { expectHonest, wantingOneNote } from "./builtin-at-work.ts";
import { noteStep } from "./builtin-notes.ts";
import { BUILTIN_WIRES, wireNamed } from "./builtin-wires.ts";
import { carriedOutBy, happened } from "./carried-out.ts";
import { runPlan } from "./one-note.ts";
import { ownHome } from "./own-home.ts";
import { FILES, wantingMore, wrongAtFirst } from "./three-steps.ts";

// The agent that comes with Planwright, as a person with nothing but a key uses it.

const home = ownHome();

describe.each(BUILTIN_WIRES)("$spec", ({ wire, spec, variables }) => {
  test("carries a plan to done, changes nothing that is protected, and tells what it cost", async () => {
    const person = await aPersonUsing(variables, { home, files: FILES, script: wantingMore });
    const { stdout } = await carriedOutBy(person, spec, home);
    expect(happened(stdout)).toEqual(["1: passed", "2: passed", "3: passed"]);
    expect(new Set(person.model.asked.map((asked) => asked.wire))).toEqual(new Set([wire]));
    await expectHonest(person, stdout);
  });

  test("uses tools side by side, and is asked again after a refusal: what it tells is what is billed", async () => {
    const person = await wantingOneNote(
      { wire, spec, variables },
      {
        home,
        acts: [
          { do: "refuse", status: 429, retryAfter: 1, once: true },
          { do: "refuse", status: 529, once: true },
          {
            do: "both",
            acts: [
              { do: "say", text: "I look around." },
              { do: "read", path: "plan.md" },
              { do: "use", tool: "list_directory", input: {} },
              { do: "write", path: "NOTE-1.md", text: "Note 1.\n" },
            ],
          },
          { do: "say", text: "Add note 1." },
        ],
      },
    );
    const run = await runPlan(person, spec);
    expect(run.status, run.stderr).toBe(0);
    const [first, second, third] = person.model.asked;
    expect([first, second, third].map((asked) => asked?.reply.kind)).toEqual(["refusal", "refusal", "said"]);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(990);
    expect(person.model.asked.at(-1)?.heard.turns.filter(({ by }) => by === "tool")).toHaveLength(3);
    await expectHonest(person, run.stdout);
  });
});

test("it is told what was wrong, and mends it", async () => {
  const { spec, variables } = wireNamed("anthropic");
  const person = await aPersonUsing(variables, { home, files: FILES, script: wrongAtFirst });
  const { stdout } = await carriedOutBy(person, spec, home);
  expect(happened(stdout)).toEqual(["1: passed", "2: failed, contract", "2: passed", "3: passed"]);
  await expectHonest(person, stdout);
});

test("one that gives up, or asks, ends its turn with what it says", async () => {
  const wire = wireNamed("anthropic");
  const acts = [{ do: "use", tool: "abort", input: { reason: "There is nothing to write about." } }] as const;
  const person = await wantingOneNote(wire, { home, acts });
  const { stdout } = await runPlan(person, wire.spec);
  expect(stdout).toContain("There is nothing to write about.");
  expect(stdout).toContain('"reason":"gave-up"');
  expect(person.model.asked.every(({ prompt }) => prompt.includes(noteStep(1)))).toBe(true);
  await expectHonest(person, stdout);
});
