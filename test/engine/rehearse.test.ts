import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { removePostgres } from "../../src/store/embedded/remove-postgres.ts";
import { gitIn, processesWith, write } from "../a-checkout.ts";
import { folderState } from "../attack/system/folder-state.ts";
import { planwright } from "../cli.ts";
import { type APlanRun, aPlanRun, stepsPlan } from "./a-plan-run.ts";

const TOP = `
**Mode:** autonomous
**Budget:** max $2.00, 20 minutes

`;

/** No contract of it would pass, and what it needs is not there: a rehearsal does without. */
const PLAN = stepsPlan([
  { contract: "node --test test/one.test.js", more: "**files:**\n- add: `one.js`\n- must not touch: `pay/`\n" },
  { contract: "node --test test/two.test.js", more: "**on_fail:** retry(1), then escalate\n" },
  { contract: "node --test test/three.test.js", more: "**depends_on:** 2\n" },
]).replace("# Words\n", `# Words\n${TOP}`);

const FILES = {
  "plan.md": PLAN,
  "pay/bank.js": "1\n",
  "planwright.config.yaml": "workspace:\n  setup: [exit 1]\n  layers: [deps]\n",
};

/** Everything of the person's is as it was, to the byte, and what was played is gone. */
async function leavingNothing<T>({ top, home, place, git }: APlanRun, act: () => T | Promise<T>): Promise<T> {
  const state = () => [folderState(top, () => false), git("for-each-ref"), git("count-objects", "-v")];
  mkdirSync(join(place, "tmp"), { recursive: true });
  const before = state();
  const result = await act();
  expect(state()).toEqual(before);
  expect(existsSync(home)).toBe(false);
  expect(readdirSync(join(place, "tmp")).filter((name) => name.includes("rehearsal"))).toEqual([]);
  await expect.poll(() => processesWith(place), { timeout: 10_000 }).toEqual([]);
  return result;
}

const rehearse = (person: APlanRun, ...args: string[]) =>
  leavingNothing(person, () => person.run(["rehearse", "plan.md", ...args], { TMPDIR: join(person.place, "tmp") }));

test("plays what may happen to a plan, and leaves everything as it was", async () => {
  const person = aPlanRun({ files: FILES });
  const { status, stdout, stderr } = await rehearse(person, "--json");
  expect({ status, stderr }).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("playing: Step 2 fails twice"),
  });
  const told = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const stories = Object.fromEntries(
    told.map(({ name, story }) => [name, story.map(({ text }: { text: string }) => text)]),
  );
  expect(told.map(({ name, halt, exit, accepted }) => ({ name, halt, exit, accepted }))).toEqual([
    { name: "success", halt: "done", exit: 0, accepted: 3 },
    { name: "failure", halt: "waiting", exit: 3, accepted: 1 },
    { name: "lie", halt: "done", exit: 0, accepted: 3 },
    { name: "silence", halt: "waiting", exit: 3, accepted: 1 },
    { name: "trespass", halt: "done", exit: 0, accepted: 3 },
    { name: "budget", halt: "waiting", exit: 5, accepted: expect.any(Number) },
  ]);
  expect(stories.success).toContain("steps 1 to 3: each proven and accepted at the first attempt");
  expect(stories.failure).toEqual([
    "step 1, Step 1: proven and accepted at the first attempt",
    "step 2, Step 2: attempt 1 fails: its contract does not pass",
    expect.any(String),
    "attempt 2 fails: its contract does not pass",
    expect.stringMatching(/^it stops and asks you: all attempts failed \(retry, .* or abort\)$/),
    "step 3 has not started",
    "1 of 3 steps is accepted on plan/words; the run waits for you, and no clock answers (exit status 3)",
  ]);
  expect(stories.lie).toContain(
    'step 2, Step 2: attempt 1 fails: the agent says "Done, and all tests pass.", but its contract does not pass',
  );
  expect(stories.lie).toContain("attempt 2 is proven and accepted");
  expect(stories.silence.join("\n")).toContain("the worker asks: There are two ways to do this.");
  expect(stories.trespass.join("\n")).toContain("was read-only for the agent, so nothing of it was written");
  expect(told.at(-1)).toMatchObject({ name: "budget", title: "The budget is half of what is needed" });
  expect(stories.budget.join("\n")).toContain("budget exceeded");
}, 120_000);

test("in interactive mode a person who agrees is part of the story; what was played can be kept", async () => {
  const { place, run, home } = aPlanRun({ files: FILES });
  const tmp = join(place, "tmp");
  mkdirSync(tmp);
  const args = ["--mode", "interactive", "--only", "failure", "--keep"];
  const { status, stdout, stderr } = run(["rehearse", "plan.md", ...args], { TMPDIR: tmp });
  const [kept = ""] = readdirSync(tmp).filter((name) => name.includes("rehearsal"));
  onTestFinished(() => removePostgres(join(tmp, kept, "home")));
  expect(status).toBe(0);
  for (const sentence of [
    /^Rehearsal of "Words"\. Agents are played from scripts, and each contract by a stand-in/,
    /\n\nStep 2 fails twice\n {2}at step 2 every attempt leaves something that is not what the step asks for\n/,
    /\n {2}✓ step 1, Step 1: its contract passes at the first attempt; you look at the work and accept it\n/,
    /\n {2}✗ step 2, Step 2: attempt 1 fails: its contract does not pass\n/,
    /\n {2}· you are asked whether to retry, and say yes\n {2}✗ attempt 2 fails: its contract/,
    /\n {2}\? it stops and asks you: all attempts failed \(retry, /,
    /\n {2}· 1 of 3 steps is accepted on plan\/words; the run waits for you, and no clock answers/,
  ]) {
    expect(stdout).toMatch(sentence);
  }
  expect(stderr).toContain(`kept in ${join(tmp, kept)}; `);
  const repository = join(tmp, kept, "repository");
  expect(gitIn(repository, "log", "-1", "--format=%s", "plan/failure-words")).toMatch(/^plan accepted: task-1 /);
  expect(existsSync(home)).toBe(false);
  await expect.poll(() => processesWith(place), { timeout: 10_000 }).toEqual([]);
}, 120_000);

test("Ctrl-C ends what is being played, and takes everything away", async () => {
  const person = aPlanRun({ files: FILES });
  const { place, top, env } = person;
  const code = await leavingNothing(person, async () => {
    const child = spawn(inject("planwright"), ["rehearse", "plan.md"], {
      ...{ cwd: top, env: { ...process.env, ...env, TMPDIR: join(place, "tmp") } },
      stdio: ["ignore", "ignore", "pipe"],
    });
    child.stderr.once("data", () => void untilPostgres(place).then(() => child.kill("SIGINT")));
    return (await once(child, "exit"))[0];
  });
  expect(code).toBe(130);
}, 60_000);

test.each(["clean", "rehearse"])(
  "what a rehearsal that was killed has left is taken away by `%s`",
  async (command) => {
    const { place, top, env, run } = aPlanRun({ files: FILES });
    const tmp = join(place, "tmp");
    mkdirSync(tmp);
    const child = spawn(inject("planwright"), ["rehearse", "plan.md"], {
      ...{ cwd: top, env: { ...process.env, ...env, TMPDIR: tmp }, stdio: "ignore" },
    });
    await untilPostgres(place);
    child.kill("SIGKILL");
    await once(child, "exit");
    // Whatever else looks like one of ours is left alone: a stage that was kept, or somebody's own folder.
    mkdirSync(join(tmp, "planwright-rehearsal-mine"));
    const args = command === "clean" ? ["clean", "--yes"] : ["rehearse", "plan.md", "--only", "success"];
    expect(run(args, { TMPDIR: tmp })).toMatchObject({ status: 0 });
    expect(readdirSync(tmp).filter((name) => name.includes("rehearsal"))).toEqual(["planwright-rehearsal-mine"]);
    await expect.poll(() => processesWith(place), { timeout: 10_000 }).toEqual([]);
  },
  120_000,
);

/** The worst moment: the first scenario is under way, and a database with it. */
async function untilPostgres(place: string): Promise<void> {
  await expect
    .poll(() => processesWith(place).some((line) => line.includes("postgres")), { timeout: 20_000 })
    .toBe(true);
}

test("says what is wrong with the command, the plan or the place, and begins nothing", async () => {
  const person = aPlanRun({ files: { ...FILES, "broken.md": PLAN.replace("retry(1), then escalate", "perhaps") } });
  const { place, run, git } = person;
  write(place, { "outside/plan.md": PLAN, "words.md": "no plan\n" });
  await leavingNothing(person, () => {
    expect(run(["rehearse", "plan.md", "--step", "9"])).toMatchObject({
      ...{ status: 2, stdout: "", stderr: "planwright: there is no step 9; there are 1, 2, 3\n" },
    });
    expect(run(["rehearse", "plan.md", "--only", "luck"]).stderr).toContain(
      "there is no scenario `luck`; there are succ",
    );
    expect(run(["rehearse", "../words.md"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("is no plan"),
    });
    const broken = run(["rehearse", "broken.md"]);
    expect(broken).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("nothing was rehearsed") });
  });
  expect(planwright(["rehearse", "plan.md"], join(place, "outside"), person.env)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("is in no git repository"),
  });
  git("update-ref", "-d", "HEAD");
  expect(run(["rehearse", "plan.md"])).toMatchObject({ status: 2, stderr: expect.stringContaining("no commit yet") });
});
