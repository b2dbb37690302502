import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aPerson } from "../../../test/engine/a-person.ts";
import { stepsPlan } from "../../../test/engine/a-plan-run.ts";

const DO = { contract: "test -e one.txt" };
const HERE = "command:../agent.sh";
const OURS = `agent: ${HERE}\n`;
/** The configuration of a plan whose steps are for one agent, for the tester, and for whoever works otherwise. */
const files = (config: string, own: string) => ({
  "plan.md": stepsPlan([{ ...DO, more: `**agent:** ${own}\n` }, { ...DO, more: "**target:** tester\n" }, DO]),
  "planwright.config.yaml": `agents: [house, nobody]\n${config}`,
});

const APPROVE = ["approve", "plan.md", "--yes"];

test("the journal names all who work", async () => {
  const { told, place } = await aPerson({ files: files(OURS, "house"), command: "" });
  mkdirSync(join(place, "home"), { mode: 0o700 });
  writeFileSync(join(place, "home/policy.yaml"), `agents: { house: { command: ${join(place, "agent.sh")} } }\n`);
  expect(await told(...APPROVE)).toMatchObject({ status: 0, stderr: expect.not.stringContaining("instead of") });
  const [opened] = (await told("log", "--json")).stdout.split("\n");
  expect(JSON.parse(opened ?? "")).toMatchObject({ type: "opened", agent: `house, ${HERE}` });
});

test("whoever approves is told which agents of the steps do not work, and they need not be there", async () => {
  const { told } = await aPerson({ files: files("", "nobody"), command: "" });
  const { status, stderr } = await told(...APPROVE, "--agent", HERE);
  expect(stderr).toContain(`--agent ${HERE} instead of nobody (step 1)\n`);
  expect(status).toBe(0);
});

test("an agent that cannot be started is told with whoever has named it", async () => {
  const steps = await aPerson({ files: files(OURS, "nobody"), command: "" });
  expect(await steps.told(...APPROVE)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^planwright: step 1: no agent is called `nobody`; /),
  });
  const roles = await aPerson({
    files: files(`${OURS}roles: { tester: { agent: nobody } }\n`, HERE),
    command: "",
  });
  expect((await roles.told(...APPROVE)).stderr).toMatch(/^planwright: role tester: no agent is called `nobody`; /);
  const everything = await aPerson({ files: files("agent: nobody\n", HERE), command: "" });
  expect((await everything.told(...APPROVE)).stderr).toMatch(/^planwright: the agent cannot be started: no agent /);
});
