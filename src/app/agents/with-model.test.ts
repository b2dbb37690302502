import { expect, test } from "vitest";
import { spokenAgent } from "../../record/spoken-agent.ts";
import { parseAgent } from "./choose-driver.ts";
import { withModel } from "./with-model.ts";

const spoken = (agent: string): string => {
  const choice = parseAgent(agent);
  const chosen = "problem" in choice ? choice : withModel(choice, "acme/coder");
  return "problem" in chosen ? chosen.problem : spokenAgent(chosen);
};

test.each([
  ["claude-code", "claude-code with acme/coder"],
  ["acp:codex", "acp:codex with acme/coder"],
  ["command:claude", "command:claude with acme/coder"],
  ["builtin", "builtin:acme/coder"],
])("%s works with the model that is named", (agent, told) => {
  expect(spoken(agent)).toBe(told);
});

test.each([
  ["command:./agent.sh", "command:./agent.sh chooses its model by itself"],
  ["scripted:a.yaml", "scripted:a.yaml chooses its model by itself"],
  ["my-own", "my-own chooses its model by itself"],
  ["builtin:openai/x", "builtin:openai/x names a model already"],
])("%s takes none", (agent, told) => {
  expect(spoken(agent)).toContain(told);
});
