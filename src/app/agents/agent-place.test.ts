import { expect, test } from "vitest";
import { type MachinePolicy, parsePolicy } from "../../config/policy.ts";
import { agentPlace } from "./agent-place.ts";

function policyOf(text: string): MachinePolicy {
  const reading = parsePolicy(text);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.policy;
}

test("a model that was named with the command goes before the policy's, which keeps its say about the address", async () => {
  const policy = policyOf("agents:\n  codex: { model: usual, endpoint: 'https://proxy.example.com' }\n");
  const settings = async (model: string | null) =>
    (await agentPlace([], { policy, top: "/", from: "/", model })).person.settings("codex");
  expect(await settings(null)).toMatchObject({ model: "usual", endpoint: "https://proxy.example.com" });
  expect(await settings("other")).toEqual({ model: "other", endpoint: "https://proxy.example.com" });
});
