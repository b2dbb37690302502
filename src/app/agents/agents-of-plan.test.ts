import { expect, test } from "vitest";
import { aPlan } from "../../plan/a-plan.testkit.ts";
import { agentsAtWork, agentsOfPlan, namedBy, replacedAgents, spokenAgents } from "./agents-of-plan.ts";

const config = (agent: string | null, roles: Record<string, string> = {}) => ({
  top: "/repository",
  config: { agent, agentOf: (role: string) => roles[role] ?? null },
});

const plan = (...steps: { agent?: string; target?: string }[]) => {
  const drawn = aPlan(steps.map((_, index) => `s${index + 1}`));
  return { ...drawn, steps: drawn.steps.map((step, index) => ({ ...step, ...steps[index] })) };
};

const spoken = (found: ReturnType<typeof agentsOfPlan>, of = plan({}, {}, {})) =>
  agentsAtWork(of, found).map(({ agent, steps }) => `${agent.driver}:${agent.spec} ${steps.join(",")}`);

test("an agent that the person names does everything, and is meant from where they stand", () => {
  const all = agentsOfPlan(
    plan({ agent: "scripted:a.yaml" }, {}),
    { agent: "command:./mine.sh", from: "/here" },
    config("command:./ours.sh"),
  );
  expect(all).toEqual({
    agent: { driver: "command", spec: "./mine.sh" },
    agents: {},
    planner: null,
    from: "/here",
  });
});

test("a step's own agent goes before that of its role, and that before the one for everything", () => {
  const steps = plan({ agent: "scripted:a.yaml", target: "tester" }, { target: "tester" }, {});
  const found = agentsOfPlan(steps, null, config("command:./ours.sh", { tester: "command:./tests.sh" }));
  expect(found.from).toBe("/repository");
  expect(spoken(found)).toEqual(["scripted:a.yaml 1", "command:./tests.sh 2", "command:./ours.sh 3"]);
});

test("a plan whose steps all name theirs needs none for everything", () => {
  const steps = plan({ agent: "command:./a.sh" }, { agent: "command:./b.sh" });
  expect(spoken(agentsOfPlan(steps, null, config(null)), steps)).toEqual(["command:./a.sh 1", "command:./b.sh 2"]);
});

const FOR_ALL = "lets one agent do all of them";

test.each<[string, ReturnType<typeof plan>, ReturnType<typeof config>, RegExp, string[]]>([
  [
    "nobody is named",
    plan({}),
    config(null),
    /^no agent is named$/,
    ["names one, or put `agent:` into planwright.config.yaml"],
  ],
  [
    "a step is left without",
    plan({ agent: "command:./a.sh" }, {}),
    config(null),
    /^no agent is set for step 2; name an agent in the step$/,
    ["names one for all, or put `agent:` into planwright.config.yaml"],
  ],
  [
    "a step names somebody unknown",
    plan({ agent: "nobody:x" }),
    config("command:./a.sh"),
    /^step 1: .*nobody/,
    [FOR_ALL],
  ],
  [
    "the first step of those does",
    plan({ agent: "nobody:x" }, { agent: "codex" }),
    config(null),
    /^step 1: .*nobody/,
    [FOR_ALL],
  ],
  [
    "a role does",
    plan({ target: "tester" }),
    config("codex", { tester: "nobody:x" }),
    /^role tester: .*nobody/,
    [FOR_ALL],
  ],
])("it is told when %s", (_, steps, told, message, whys) => {
  const remedies = whys.map((why) => ({ do: "again", with: { agent: "" }, why }));
  const refused = { code: "no-agent", message: expect.stringMatching(message), remedies };
  expect(() => agentsOfPlan(steps, null, told)).toThrow(expect.objectContaining(refused));
});

test("all who work are named in one line, each once", () => {
  const steps = plan({ agent: "codex" }, {}, { agent: "codex" }, { agent: "command:./a.sh" });
  expect(spokenAgents(steps, agentsOfPlan(steps, null, config("gemini")))).toBe("codex, gemini, command:./a.sh");
  expect(spokenAgents(steps, agentsOfPlan(steps, { agent: "gemini", from: "/here" }, config(null)))).toBe("gemini");
});

test("what a person names replaces what steps name, unless it is the same", () => {
  const steps = plan({ agent: "codex" }, {}, { agent: "gemini" }, { agent: "codex" }, { agent: "opencode" });
  expect(
    replacedAgents(steps, agentsOfPlan(steps, { agent: "opencode", from: "/here" }, config("claude-code"))),
  ).toEqual([
    { name: "codex", steps: [1, 4] },
    { name: "gemini", steps: [3] },
  ]);
  expect(replacedAgents(steps, agentsOfPlan(steps, null, config("claude-code")))).toEqual([]);
});

test("an agent is named by steps, by roles, or for everything", () => {
  const steps = plan({ agent: "codex" }, { target: "tester" }, {}, { agent: "codex" });
  const who = config("codex", { tester: "codex" }).config;
  expect(namedBy(steps, [1, 4], who)).toBe("step 1, step 4");
  expect(namedBy(steps, [1, 2], who)).toBe("step 1, role tester");
  expect(namedBy(steps, [1, 2, 3, 4], who)).toBeNull();
});
