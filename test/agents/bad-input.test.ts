import { expect, test } from "vitest";
import type { Act } from "./model/script.ts";
import { expectNothingLeft, heldOf, runPlan, WAYS, wantingANote } from "./one-note.ts";
import { ownHome } from "./own-home.ts";
import { agentVariables } from "./the-agents.ts";

// What can go wrong between an agent, its model and the network: it ends with a reason, and nothing is left.

const home = ownHome();

test.each(WAYS)("$spec that is not installed is named, with what installs it", async ({ agent, spec }) => {
  const person = await wantingANote(agent, { home, acts: [] });
  const { status, stderr } = await runPlan(person, spec, { PATH: "/usr/local/bin:/usr/bin:/bin" });
  expect(stderr).toMatch(/ is not installed[\s\S]*npm install --global /);
  expect(status).toBe(2);
});

test.each(WAYS)("$spec without a key says how to log in", async ({ agent, spec }) => {
  const person = await wantingANote(agent, { home, acts: [] });
  // Nor the address of a model of their own, where some need no key.
  const none = Object.keys(agentVariables(agent, 0, "")).map((name) => [name, undefined] as const);
  const { status, stderr } = await runPlan(person, spec, Object.fromEntries(none));
  expect(stderr).toMatch(/ or set (?:[A-Z_]+_KEY|the key)/);
  expect(status).toBe(2);
  expect(person.model.asked).toEqual([]);
});

test.each(WAYS)("$spec asks a person when the model does not know its key", async ({ agent, spec }) => {
  const person = await wantingANote(agent, { home, acts: [{ do: "refuse", status: 401 }] });
  const run = await runPlan(person, spec);
  expect(heldOf(run)).toEqual({ over: "unverified", told: expect.stringContaining("is not logged in") });
  expect(run.status).toBe(4);
  await expectNothingLeft(person);
});

test.each(WAYS)("$spec tries again when the model has too much to do", async ({ agent, spec }) => {
  const acts: Act[] = [
    { do: "refuse", status: 529, once: true },
    { do: "run", command: "echo noted > NOTES.md" },
    { do: "say", text: "Noted." },
  ];
  const person = await wantingANote(agent, { home, acts });
  const { status, stderr } = await runPlan(person, spec);
  expect(status, stderr).toBe(0);
});

test.each(WAYS)("$spec reaches its model and nobody else", async ({ agent, spec }) => {
  const curl = "curl -sS -m 5 https://example.com > NOTES.md || echo shut > NOTES.md";
  const acts: Act[] = [
    { do: "run", command: curl },
    { do: "say", text: "Noted." },
  ];
  const person = await wantingANote(agent, { home, acts, contract: "grep -q shut NOTES.md" });
  const { status, stderr, stdout } = await runPlan(person, spec);
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('"type":"host-refused","step":"1","attempt":1,"leg":1,"host":"example.com:443"');
  await expectNothingLeft(person);
});
