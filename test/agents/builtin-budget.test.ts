import { expect, test } from "vitest";
import { billOf, expectHonest, wantingOneNote } from "./builtin-at-work.ts";
import { BUILTIN_WIRES, wireNamed } from "./builtin-wires.ts";
import type { Act } from "./model/script.ts";
import { runPlan } from "./one-note.ts";
import { ownHome } from "./own-home.ts";

// What the built-in agent asks is counted on the wire, so a budget holds to the request.

const home = ownHome();
const head = "**Budget:** max 60k tokens\n\n";

test.each(BUILTIN_WIRES)("$spec asks nothing more after the request that uses the budget up", async (wire) => {
  const acts = Array.from({ length: 50 }, (_, at): Act => {
    return { do: "write", path: `NOTE-${at}.md`, text: "Words. ".repeat(3_000) };
  });
  const person = await wantingOneNote(wire, { home, head, acts });
  const { status, stdout, stderr } = await runPlan(person, wire.spec);
  expect(status, stderr).toBe(5);
  expect(stdout).toContain("its requests have used the budget up");
  const { requests, input, cachedRead, cachedWrite, output } = billOf(person);
  expect(requests).toBeLessThan(10);
  const last = person.model.asked.at(-1)?.tokens ?? expect.fail();
  const before = input + cachedRead + cachedWrite + output - last.input - last.output;
  expect(before).toBeLessThan(60_000);
  expect(before + last.input + last.output).toBeGreaterThanOrEqual(60_000);
  await expectHonest(person, stdout);
});

test("work that the last request finishes is accepted, though it uses the budget up", async () => {
  const wire = wireNamed("anthropic");
  const acts: Act[] = [
    { do: "write", path: "NOTE-1.md", text: "Note 1.\n" },
    { do: "say", text: "A long farewell. ".repeat(20_000) },
  ];
  const person = await wantingOneNote(wire, { home, head, acts });
  const { status, stderr } = await runPlan(person, wire.spec);
  expect(status, stderr).toBe(0);
});

test("an attempt that reached no model has spent nothing, and says so", async () => {
  const wire = wireNamed("anthropic");
  const person = await wantingOneNote(wire, { home, head, acts: [{ do: "refuse", status: 401 }] });
  await runPlan(person, wire.spec);
  const { stdout } = await person.planwright(["status", "notes"]);
  expect(stdout).toContain("0 of 60k tokens");
  expect(stdout).not.toContain("unknown");
});
