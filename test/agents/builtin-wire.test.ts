import { expect, test } from "vitest";
import { withPlanner } from "./builtin-at-work.ts";
import { BUILTIN_WIRES, wireNamed } from "./builtin-wires.ts";
import { happened } from "./carried-out.ts";
import type { Scene } from "./model/script.ts";
import { runPlan } from "./one-note.ts";
import { ownHome } from "./own-home.ts";

// What a provider is asked for besides words.

const home = ownHome();

test.each(BUILTIN_WIRES)("$spec plans with 0.8 and works with 0.2, and top_p is never sent", async (wire) => {
  const person = await withPlanner(wire, home, [REVIEWED]);
  const { status, stdout, stderr } = await runPlan(person, wire.spec);
  expect(status, stderr).toBe(0);
  expect(happened(stdout)).toEqual(["1: passed"]);
  const sent = person.model.asked.map(({ scene, body }) => [scene === 0 ? "planner" : "worker", temperatureIn(body)]);
  expect(new Set(sent.map(String))).toEqual(new Set(["worker,0.2", "planner,0.8"]));
  for (const { body } of person.model.asked) expect(JSON.stringify(body)).not.toMatch(/"top_?p"/i);
});

test.each([
  { ...wireNamed("anthropic"), spec: "builtin:anthropic/claude-opus-4-8" },
  { ...wireNamed("openai responses"), spec: "builtin:openai/gpt-5.4" },
])("$spec takes no temperature, which is recorded", async (wire) => {
  const person = await withPlanner(wire, home, [REVIEWED]);
  const { status, stdout, stderr } = await runPlan(person, wire.spec);
  expect(status, stderr).toBe(0);
  for (const { body } of person.model.asked) expect(temperatureIn(body)).toBeUndefined();
  expect(stdout).toMatch(/"type":"noted"[^\n]*temperature/);
});

test("a planner that wants to write is refused, and a person reads of it", async () => {
  const forged = { do: "use", tool: "create_file", input: { path: "x.md", content: "x" } } as const;
  const wire = wireNamed("anthropic");
  const person = await withPlanner(wire, home, [{ ...REVIEWED, acts: [forged, forged, ...REVIEWED.acts] }]);
  const { status, stdout, stderr } = await runPlan(person, wire.spec);
  expect(status, stderr).toBe(0);
  expect(stdout.match(/the planner wanted what it may not do, and was refused: create_file"/g)).toHaveLength(1);
});

const REVIEWED: Scene = {
  when: ["# What has passed its contract"],
  acts: [
    { do: "use", tool: "list_directory", input: {} },
    {
      do: "say",
      text: '```json\n{"told": "Nothing is missing.", "result": "A note.", "decision": null, "pending": []}\n```\n',
    },
  ],
};

function temperatureIn(body: unknown): unknown {
  const { temperature, generationConfig } = body as Record<string, unknown>;
  return temperature ?? (generationConfig as Record<string, unknown> | undefined)?.temperature;
}
