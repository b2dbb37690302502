import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aPerson } from "./a-person.ts";
import { stepsPlan } from "./a-plan-run.ts";

const WORKER = "cat > /dev/null\necho one > one.txt\n";
const LIMITED = "max 10 minutes";
const STEP = { task: "Write one.", contract: "grep -q one one.txt" };
const FRONT = "status: draft\nowner: me\n";
const planWith = (budget: string | null, more = "", contract = STEP.contract): string =>
  stepsPlan([{ ...STEP, contract, more: `**target:** coder\n${more}` }], FRONT).replace(
    "# Words\n",
    budget === null ? "# Words\n" : `# Words\n\n**Budget:** ${budget}\n\n**Mode:** autonomous\n`,
  );

type Rule = { repository?: string; agent?: string; budget?: string };

/** A person whose policy approves plans of their repository, worked on by their agent, of at most half an hour. */
async function aScene(plan: string, rule: Rule = {}, more = "") {
  const person = await aPerson({ files: { "plan.md": plan }, command: WORKER });
  const agent = `command:${join(person.place, "agent.sh")}`;
  const { repository = person.top, budget = "max 30 minutes" } = rule;
  mkdirSync(join(person.place, "home"), { mode: 0o700 });
  writeFileSync(
    join(person.place, "home", "policy.yaml"),
    `${more}auto_approve:\n  - { repository: ${repository}, agents: ["${rule.agent ?? agent}"], max_budget: "${budget}" }\n`,
  );
  return { ...person, begin: (...flags: string[]) => person.told("run", "plan.md", "--agent", agent, ...flags) };
}

const ASKS = "planwright: there is no terminal to ask for approval; --yes approves it as it is\n";

test("a plan within every limit of the policy begins without a person, and the record says who approved it", async () => {
  const { begin, told, git } = await aScene(planWith(LIMITED));
  const { status, stderr } = await begin();
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^approved by your policy: policy of .+\n/)]);
  const [opened] = (await told("log", "words", "--json")).stdout.split("\n");
  expect(JSON.parse(opened ?? "")).toMatchObject({
    type: "opened",
    via: "policy",
    by: expect.stringMatching(/^policy of /),
  });
  expect(git("log", "--format=%B", "plan/words")).toMatch(/\nPlan-Approved-By: policy of |\nApproved-By: policy of /);
  expect((await told("log", "words")).stdout).toContain("policy of ");
  // Whose key it is, is another question.
  expect([0, 4]).toContain((await told("audit", "plan/words")).status);
});

test("approve and --json need no --yes either, and nothing is approved without a rule", async () => {
  const { told, place } = await aScene(planWith(LIMITED));
  const approve = ["approve", "plan.md", "--json", "--agent", `command:${join(place, "agent.sh")}`];
  expect(JSON.parse((await told(...approve)).stdout)).toMatchObject({ version: 1, plan: "words" });
  expect((await told("reject", "words", "--reason", "again")).status).toBe(0);
  writeFileSync(join(place, "home", "policy.yaml"), "sandbox: on\n");
  expect(await told(...approve)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("--json asks no questions"),
  });
});

test.each<[why: string, plan: string, rule: Rule, flags: string[], told: string | null]>([
  ["another repository", planWith(LIMITED), { repository: "/" }, [], null],
  ["another agent", planWith(LIMITED), { agent: "claude-code" }, [], "is none of its agents (claude-code)"],
  ["a larger budget", planWith("max 40 minutes"), {}, [], "its budget of 40 minutes is above 30 minutes"],
  ["no budget", planWith(null), {}, [], "sets no limit where the policy says"],
  ["a limit that the plan lacks", planWith(LIMITED), { budget: "max $1, 30 minutes" }, [], "the policy says $1"],
  ["a grant", planWith(LIMITED, "**needs:** network\n"), {}, [], "may use the network"],
  ["a contract that passes already", planWith(LIMITED, "", "test -e plan.md"), {}, [], "passes already"],
  ["the person's checkout", planWith(LIMITED), {}, ["--in-place"], "--in-place works in your checkout"],
  ["another base", planWith(LIMITED), {}, ["--base", "HEAD"], "--base HEAD is not what is checked out"],
  ["the right to publish", planWith(LIMITED), {}, ["--publish"], "--publish lets it publish"],
  [
    "fewer stops than the plan has",
    planWith(LIMITED).replace("**Mode:** autonomous", "**Mode:** interactive"),
    {},
    ["--mode", "autonomous"],
    "--mode autonomous takes away the stops",
  ],
])("%s is for a person, as without a policy", async (_why, plan, rule, flags, told) => {
  const { begin, git } = await aScene(plan, rule);
  const { status, stderr } = await begin(...flags);
  expect(status).toBe(2);
  expect(stderr.endsWith(ASKS)).toBe(true);
  if (told === null) expect(stderr).toBe(ASKS);
  else
    expect(stderr).toMatch(
      new RegExp(`(?:^|\n)your policy leaves it to you: .*${told.replace(/[$().*?+-]/g, "\\$&")}`),
    );
  expect(git("branch", "--list", "plan/*")).toBe("");
});

test("a plan that is less strict than the one that is committed, or than the one approved last, is for a person", async () => {
  const strict = "grep -q one one.txt && test -s one.txt";
  const { begin, told, top, place } = await aScene(planWith(LIMITED, "", strict));
  writeFileSync(join(top, "plan.md"), planWith(LIMITED));
  expect((await begin()).stderr).toContain("it is not as strict as the plan that is committed");
  writeFileSync(join(top, "plan.md"), planWith(LIMITED, "", strict));
  const agent = ["--agent", `command:${join(place, "agent.sh")}`];
  expect((await told("approve", "plan.md", ...agent)).status).toBe(0);
  expect((await told("reject", "words", "--reason", "again")).status).toBe(0);
  writeFileSync(join(top, "other.md"), planWith(LIMITED));
  const { stderr } = await told("approve", "other.md", ...agent);
  expect(stderr).toContain("it is not as strict as the plan that was approved last");
});

test("one thing to do lies in no file, and is for a person", async () => {
  const { told, place } = await aScene(planWith(LIMITED));
  const words = ["do", "Write one", "--contract", STEP.contract, "--budget", LIMITED, "--mode", "autonomous"];
  expect(await told(...words, "--agent", `command:${join(place, "agent.sh")}`)).toMatchObject({
    status: 2,
    stderr: ASKS,
  });
});

test("where nothing is held, the policy leaves every plan to a person", async () => {
  const { begin } = await aScene(planWith(LIMITED), {}, "sandbox: off\n");
  expect((await begin()).stderr).toContain("the sandbox is off, so nothing holds it");
});
