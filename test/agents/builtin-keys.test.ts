import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oddServer, refuse } from "../../src/models/odd-server.testkit.ts";
import { aPersonUsing } from "./a-person-with-agents.ts";
import { noteStep, notesPlan, notesScript } from "./builtin-notes.ts";
import { wireNamed } from "./builtin-wires.ts";
import { ownHome } from "./own-home.ts";

// A repository says who works. Whatever it says, no key goes to an address that is not its provider's.

const home = ownHome();
const RUN = ["run", "plan.md", "--yes", "--mode", "autonomous"];

/** Every place in which a repository can name an agent. */
const PLACES: [string, (agent: string) => Record<string, string>][] = [
  ["the configuration", (agent) => ({ "planwright.config.yaml": `agent: ${agent}\n` })],
  ["a role", (agent) => ({ "planwright.config.yaml": `roles: { developer: { agent: "${agent}" } }\n` })],
  [
    "a planner",
    (agent) => ({
      "planwright.config.yaml": `agent: builtin:anthropic/claude-sonnet-4-5\nroles: { planner: { agent: "${agent}" } }\n`,
    }),
  ],
  [
    "a step",
    (agent) => ({
      "planwright.config.yaml": `agents: ["${agent}"]\n`,
      "plan.md": notesPlan(1).replace("**contract:**", `**agent:** ${agent}\n\n**contract:**`),
    }),
  ],
];

/** Somebody with keys for more than one provider, and an address for the models of a third one. */
async function aPersonWithKeys(files: Readonly<Record<string, string>>) {
  const acme = await oddServer(refuse(401));
  const policy = `agents: { builtin: { model: acme/coder, endpoint: "${acme.address}/v1" } }\n`;
  writeFileSync(join(home, "policy.yaml"), policy);
  const { variables } = wireNamed("anthropic");
  const person = await aPersonUsing((port, key) => ({ ...variables(port, key), STRIPE_API_KEY: "stripe-key" }), {
    home,
    files: { "plan.md": notesPlan(1), "prices.mjs": "", ...files },
    script: () => [
      { when: ["# What has passed its contract"], acts: [{ do: "say", text: "Looks fine." }] },
      ...notesScript(1),
    ],
  });
  return { person, acme };
}

test.each(PLACES)("%s that names a provider nobody has set up is refused, and asks nobody", async (_, files) => {
  const { person, acme } = await aPersonWithKeys(files("builtin:stripe/anything"));
  const { status, stderr } = await person.planwright(RUN);
  expect(stderr).toContain("`stripe` is not a known provider, and has no address");
  expect(status).toBe(2);
  expect([acme.bodies, person.model.asked]).toEqual([[], []]);
});

test.each(PLACES)("%s that names another provider is served by that one", async (_, files) => {
  const { person, acme } = await aPersonWithKeys(files("builtin:anthropic/claude-sonnet-4-5"));
  const { status, stderr } = await person.planwright(RUN);
  expect(status, stderr).toBe(0);
  expect(person.model.asked.some(({ prompt }) => prompt.includes(noteStep(1)))).toBe(true);
  expect(acme.bodies).toEqual([]);
});
