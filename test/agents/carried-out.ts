import { expect } from "vitest";
import type { KnownAgentName } from "../../src/agents/known/known-agent.ts";
import type { RunEvent, Usage } from "../../src/record/run-event.ts";
import { folderState, pathsThatDiffer } from "../attack/system/folder-state.ts";
import { leftOvers } from "../attack/system/nothing-left.ts";
import type { Run } from "../cli.ts";
import { personState } from "../person-state.ts";
import { aPersonWith, type PersonWithAgent } from "./a-person-with-agents.ts";
import { filesWith } from "./files-with.ts";
import { allInput } from "./model/account.ts";
import type { Script } from "./model/script.ts";
import { FILES } from "./three-steps.ts";

/** Lets an agent carry the plan of three steps to done. Returns what happened, attempt by attempt. */
export async function carriedOut(
  agent: KnownAgentName,
  spec: string,
  scene: { home: string; script(top: string): Script },
): Promise<string[]> {
  const person = await aPersonWith(agent, { ...scene, files: FILES });
  const { stdout } = await carriedOutBy(person, spec, scene.home);
  // After its answer codex begins to ask for a title of the session; it is ended then, sooner or later on a busy machine.
  const own = person.model.asked.filter(({ body }) => !JSON.stringify(body).includes("very short title"));
  const asked = own.reduce((sum, { account }) => sum + allInput(account) + account.output, 0);
  // Over its protocol opencode tells of its last request only.
  if (spec === "opencode") expect(tokensTold(stdout)).toBeLessThan(asked);
  else expect(tokensTold(stdout)).toBe(asked);
  return happened(stdout);
}

/** The same, as a person who types `--agent SPEC`; looks at everything that is left then, save what it has cost. */
export async function carriedOutBy(person: PersonWithAgent, spec: string, home: string): Promise<Run> {
  const checkout = personState(person.top);
  const atHome = folderState(person.personHome);

  const run = await person.planwright([
    ...["run", "plan.md", "--yes", "--mode", "autonomous", "--json", "--agent", spec],
  ]);
  const { status, stdout, stderr } = run;

  expect(status, [stderr, ...happened(stdout)].join("\n")).toBe(0);
  expect(person.model.asked.length).toBeGreaterThan(0);
  expect(branchOf(person)).toEqual([
    "Planwright: plan approved: sums",
    ...["task-1", "task-2", "task-3"].flatMap((task) => ["work", `Planwright: plan accepted: ${task}`]),
    "Planwright: plan complete: sums",
  ]);
  expect(person.git("ls-tree", "-r", "--name-only", "plan/sums").split("\n").filter(isNotOfThePlan)).toEqual([
    ...["NOTES.md", "plan.md", "prices.mjs", "sum.mjs", "sum.test.mjs"],
  ]);
  expect(person.git("diff", "--stat", "main", "plan/sums", "--", "prices.mjs")).toBe("");
  // This machine signed it, and nobody else has to be known.
  const audit = await person.planwright(["audit", "plan/sums"]);
  expect(audit.status, audit.stdout).toBe(0);
  expect(pathsThatDiffer(checkout, personState(person.top))).toEqual([]);
  expect(pathsThatDiffer(atHome, folderState(person.personHome))).toEqual([]);
  await expectKeyNowhere(person, home, `${stdout}${stderr}`);
  await expect.poll(() => leftOvers(person.place), { timeout: 5_000 }).toEqual([]);
  return run;
}

function branchOf({ git }: PersonWithAgent): string[] {
  const commits = git("log", "--format=%an: %s", "--reverse", "main..plan/sums").split("\n");
  return commits.map((line) => (line.startsWith("Planwright Worker (") ? "work" : line.replace(/ — .*/, "")));
}

const isNotOfThePlan = (path: string): boolean => !path.startsWith(".plan/");

/** The key has let the agent in, and stands in no file, log, journal or commit. */
async function expectKeyNowhere(person: PersonWithAgent, home: string, told: string): Promise<void> {
  const { key } = person;
  const journal = await person.planwright(["log", "--json"]);
  expect(`${told}${journal.stdout}`).not.toContain(key);
  expect(person.git("log", "-p", "--all", "--format=fuller")).not.toContain(key);
  expect(filesWith(key, home)).toEqual([]);
  expect(filesWith(key, person.place)).toEqual([]);
}

const tokensTold = (events: string): number =>
  usageTold(events).reduce((sum, usage) => sum + allInput(usage) + usage.output, 0);

/** What the agent says that it has used, in all its attempts. */
export const usageTold = (events: string): Usage[] =>
  eventsIn(events).flatMap((event) => (event.type === "worker-ended" ? event.usage : []));

export const eventsIn = (text: string): RunEvent[] =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

export const happened = (events: string): string[] =>
  eventsIn(events).flatMap((event) => {
    if (event.type === "worker-ended" && event.reason !== "finished") return [`${event.step}: ${event.text}`];
    if (event.type === "attempt-passed") return [`${event.step}: passed`];
    return event.type === "attempt-failed" ? [`${event.step}: failed, ${event.reason}`] : [];
  });
