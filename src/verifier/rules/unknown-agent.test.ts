import { expect, test } from "vitest";
import { aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import { findings } from "./findings.testkit.ts";
import { unknownAgent } from "./unknown-agent.ts";

test("an agent that is not configured is told the nearest name, or all there are", () => {
  const agents = ["claude", "codex", "opencode", "painter"];
  const plan = aPlan([...agents.map((agent) => aStep("a", { agent })), aStep("b")]);
  expect(
    findings(unknownAgent, plan, { agents: ["claude-code", "codex", "open-code"] }).map(
      ({ span, message, help }) => `${span.file}: ${message}; ${help}`,
    ),
  ).toEqual([
    "/steps/0/agent: there is no agent `claude`; the agents are: claude-code, codex, open-code",
    "/steps/2/agent: there is no agent `opencode`; did you mean `open-code`?",
    "/steps/3/agent: there is no agent `painter`; the agents are: claude-code, codex, open-code",
  ]);
});

test("a long list of agents is cut, and a finished step is left alone", () => {
  const agents = Array.from({ length: 20 }, (_, index) => `agent-number-${index}`);
  const [first, ...others] = findings(
    unknownAgent,
    aPlan([aStep("a", { agent: "x" }), aStep("b", { agent: "x", status: "done" })]),
    { agents },
  );
  expect(first?.help).toMatch(/agent-number-11, …$/);
  expect(others).toEqual([]);
});

test("an agent that is written out needs no name", () => {
  const agents = ["builtin:ollama/qwen3", "command:./agent.sh", "acp:house", "scripted:a.yaml", "builtin:", "comand:x"];
  const plan = aPlan(agents.map((agent) => aStep("a", { agent })));
  expect(findings(unknownAgent, plan, { agents: ["builtin"] }).map(({ span }) => span.file)).toEqual([
    "/steps/4/agent",
    "/steps/5/agent",
  ]);
});
