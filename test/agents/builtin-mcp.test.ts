import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aTool, HELLO } from "../../src/builtin/mcp/a-server.testkit.ts";
import { tempFolder } from "../temp-folder.ts";
import { aPersonUsing } from "./a-person-with-agents.ts";
import { wireNamed } from "./builtin-wires.ts";
import { oneNotePlan, runPlan } from "./one-note.ts";
import { ownHome } from "./own-home.ts";

const home = ownHome();

/** A program that speaks the protocol, and says one thing when its only tool is used. */
const SERVER = `#!/bin/bash
read -r _; echo '${JSON.stringify(HELLO[0])}'; read -r _
read -r _; echo '${JSON.stringify({ id: 2, result: { tools: [aTool("find")] } })}'
read -r call; echo '{"id":3,"result":{"content":[{"type":"text","text":"found in the handbook"}]}}'
sleep 600
`;

test("the built-in agent uses the tools of the person's MCP servers, and goes on without one that fails", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "handbook.sh"), SERVER, { mode: 0o755 });
  const servers = `handbook: { command: ${join(folder, "handbook.sh")} }, broken: { command: "echo rubbish" }`;
  writeFileSync(join(home, "policy.yaml"), `agents: { builtin: { mcp: { ${servers} } } }\n`);

  const { spec, variables } = wireNamed("anthropic");
  const person = await aPersonUsing(variables, {
    home,
    files: { "plan.md": oneNotePlan() },
    script: () => [
      {
        when: ["# The step: Add a note"],
        acts: [
          { do: "use", tool: "mcp_broken_find", input: {} },
          { do: "use", tool: "mcp_handbook_find", input: { query: "notes" } },
          { do: "write", path: "NOTES.md", text: "Look into the handbook.\n" },
          { do: "say", text: "Add a note." },
        ],
      },
    ],
  });
  const run = await runPlan(person, spec);
  expect(run.status, run.stderr).toBe(0);
  const results = person.model.asked.at(-1)?.heard.turns.filter(({ by }) => by === "tool");
  expect(results?.map((each) => JSON.stringify(each))).toEqual([
    expect.stringContaining("There is no tool mcp_broken_find"),
    expect.stringContaining("found in the handbook"),
    expect.anything(),
  ]);
});
