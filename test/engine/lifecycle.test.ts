import { expect, test } from "vitest";
import { aDatabase, inSql } from "../../src/store/a-store.testkit.ts";
import { write } from "../a-checkout.ts";
import { planWith, type StepText } from "./a-hosted-run.ts";
import { type APerson, aPerson } from "./a-person.ts";
import { aPlanRun } from "./a-plan-run.ts";
import { ended, reading, until } from "./a-started-run.ts";

/** Every way a plan moves from one status to another, through the commands; and the ways it cannot. */

const AGENT = ["--agent", "command:../agent.sh", "--mode", "autonomous"];
const ONE: StepText = { task: "Write one.", contract: "grep -q one one.txt" };
/** Passes only when its worker is started with `TWO=yes`. */
const two = (onFail: string): StepText => ({ task: "Write two.", contract: "grep -q two two.txt", more: onFail });
const COMMAND = `case "$(cat)" in
  *"Write one."*) echo one > one.txt;;
  *) [ "\${TWO:-}" = yes ] && echo two > two.txt || echo no > two.txt;;
esac
echo Did it.
`;
const WITH_TWO = ["--agent", "command:TWO=yes ../agent.sh"];

const aScene = (steps: readonly StepText[] = [ONE]) =>
  aPerson({ files: { "plan.md": planWith(steps) }, command: COMMAND });

async function statusOf({ url }: APerson): Promise<string | undefined> {
  const [run] = await inSql<{ status: string }>(url, "select status from planwright.runs order by created_at desc");
  return run?.status;
}

/** What each command answers, where none may change anything. */
async function expectRefused(person: APerson, refusals: Readonly<Record<string, RegExp>>): Promise<void> {
  const [status, tip] = [await statusOf(person), person.git("rev-parse", "--verify", "-q", "plan/words")];
  for (const [line, told] of Object.entries(refusals)) {
    const { status: exit, stderr } = await person.told(...line.split(" "));
    expect([line, exit, stderr]).toEqual([line, 2, expect.stringMatching(told)]);
  }
  expect([await statusOf(person), person.git("rev-parse", "plan/words")]).toEqual([status, tip]);
}

test("Draft → Verified: static checks pass; a plan with errors is not verified, and nobody can approve it", async () => {
  const { told, top, git } = await aScene();
  write(top, { "wrong.md": planWith([{ task: "Do it.", contract: "true" }]) });
  expect((await told("verify", "plan.md")).status).toBe(0);
  expect((await told("verify", "wrong.md")).status).toBe(1);
  for (const command of ["approve", "run"]) {
    expect((await told(command, "wrong.md", "--yes", ...AGENT)).status).toBe(1);
  }
  expect(git("branch", "--list", "plan/*")).toBe("");
});

test("Verified → Approved: a person says go. Approved → Draft: a person rejects it, with a reason", async () => {
  const person = await aScene();
  const { told, git } = person;
  expect(await told("approve", "plan.md", ...AGENT)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("--yes"),
  });
  expect(git("branch", "--list", "plan/*")).toBe("");
  expect((await told("approve", "plan.md", "--yes", ...AGENT)).status).toBe(0);
  expect((await told("status")).stdout).toContain("words");
  expect((await told("reject", "words", "--reason", " ")).status).toBe(2);
  expect((await told("reject", "words", "--reason", "it proves too little")).status).toBe(0);
  expect(await statusOf(person)).toBe("draft");
  expect(git("branch", "--list", "plan/*")).toBe("");
  for (const args of [
    ["resume", "words"],
    ["reject", "words", "--reason", "again"],
    ["cancel", "words"],
  ]) {
    expect([args, await told(...args)]).toEqual([args, expect.objectContaining({ status: 2 })]);
  }
  // A rejected plan may be approved again.
  expect((await told("approve", "plan.md", "--yes", ...AGENT)).status).toBe(0);
  expect((await told("resume", "words")).status).toBe(0);
});

test("Approved → In-Progress → Done: all contracts pass; what is done stays so", async () => {
  const person = await aScene();
  expect((await person.run("plan.md")).status).toBe(0);
  expect(await statusOf(person)).toBe("done");
  await expectRefused(person, {
    "cancel words": /words is done/,
    "resume words": /words is done/,
    "pause words": /words is done/,
    "revise words": /words is done/,
    "revise words plan.md --yes": /words is done/,
    "reject words --reason late": /words is done/,
    "retry 1 words": /words is done/,
    "skip 1 words": /words is done/,
    [["run plan.md --yes", ...AGENT].join(" ")]: /words is done/,
  });
});

test("In-Progress → Failed: by the step's policy. Failed → In-Progress: from the last passing contract", async () => {
  const person = await aScene([ONE, two("**on_fail:** abort")]);
  const { told, git } = person;
  expect((await person.run("plan.md")).status).toBe(1);
  expect(await statusOf(person)).toBe("failed");
  expect(git("show", "plan/words:.plan/plan.md")).toContain("### 1. ✅ Step 1");
  await expectRefused(person, {
    "cancel words": /words has failed; `planwright resume words`/,
    "pause words": /words has failed/,
    "answer words retry": /./,
    "reject words --reason late": /./,
    [["run plan.md --yes", ...AGENT].join(" ")]: /words has failed/,
  });
  expect((await told("resume", "words", ...WITH_TWO)).status).toBe(0);
  expect(await statusOf(person)).toBe("done");
  const accepted = git("log", "--format=%s", "plan/words").match(/plan accepted: task-1/g);
  expect(accepted).toHaveLength(1);
});

test("In-Progress → Failed: by a person's answer, which is good once", async () => {
  const person = await aScene([ONE, two("**on_fail:** escalate")]);
  const { told } = person;
  expect((await person.run("plan.md")).status).toBe(3);
  expect(await statusOf(person)).toBe("in-progress");
  expect((await told("answer", "words", "abort", "--continue")).status).toBe(1);
  expect(await statusOf(person)).toBe("failed");
  expect((await told("answer", "words", "retry")).status).toBe(2);
});

test("Any → Draft: a person cancels it; from there only a new approval leads on", async () => {
  const person = await aScene([ONE, two("**on_fail:** escalate")]);
  const { told } = person;
  expect((await person.run("plan.md")).status).toBe(3);
  expect((await told("cancel", "words")).status).toBe(0);
  expect(await statusOf(person)).toBe("draft");
  await expectRefused(person, {
    "cancel words": /words went back to draft/,
    "resume words": /words went back to draft/,
    "answer words retry": /./,
    "retry 2 words": /words went back to draft/,
    "skip 2 words": /words went back to draft/,
    "revise words plan.md": /--yes approves the changes/,
  });
  // In draft the plan as it stands may be approved again.
  expect((await told("revise", "words", "plan.md", "--yes")).status).toBe(3);
  expect(await statusOf(person)).toBe("in-progress");
  expect((await told("answer", "words", "revise")).status).toBe(0);
  expect(await statusOf(person)).toBe("draft");
  await expectRefused(person, { "answer words retry": /./, "resume words": /words went back to draft/ });
});

test("what somebody carries out is neither revised nor begun a second time", async () => {
  const { url } = await aDatabase();
  const files = { "plan.md": planWith([ONE]) };
  const scene = aPlanRun({ files, agents: { agent: "sleep 60\n" } }, url);
  const host = reading(scene.start(["run", "plan.md", "--yes", ...AGENT, "--json"]));
  await until(host, /"attempt-started"/);
  for (const line of ["revise words", "revise words plan.md --yes", "resume words"]) {
    expect([line, scene.run(line.split(" "))]).toEqual([
      line,
      expect.objectContaining({ status: 2, stderr: expect.stringMatching(/words is running in process \d+/) }),
    ]);
  }
  expect(scene.run(["cancel", "words"]).status).toBe(0);
  await ended(host);
});
