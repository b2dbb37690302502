import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitIn, write } from "../a-checkout.ts";
import { planwright } from "../cli.ts";
import { tempFolder } from "../temp-folder.ts";
import { type APerson, aPerson } from "./a-person.ts";
import { stepsPlan } from "./a-plan-run.ts";

const ONE = { task: "Write one.", contract: "grep -q one one.txt" };
const PLAN = stepsPlan([ONE]);
/** Of two steps the agent does the first. */
const planOfTwo = (onFail: string): string =>
  stepsPlan([ONE, { task: "Write two.", contract: "grep -q two two.txt", more: `**on_fail:** ${onFail}\n` }]);

const WORKER = `word=$(grep -oE "Write (one|two)" | head -1 | cut -d" " -f2)\necho "$word" > "$word.txt"\n`;
const ONLY_ONE = "echo one > one.txt\necho once more >> log.txt\n";
const AGENT = ["--agent", "command:../agent.sh"];
const AUTONOMOUS = ["--yes", "--mode", "autonomous", ...AGENT];

const tip = ({ git }: APerson): string => git("rev-parse", "plan/words");
const writeAgent = ({ place }: APerson, script: string, name = "agent.sh"): void => {
  writeFileSync(join(place, name), `#!/usr/bin/env bash\nset -eu\n${script}`);
  chmodSync(join(place, name), 0o755);
};

/** What `run` answers, with and without an approval: the same, because nobody should approve in vain. */
async function refusal(person: APerson): Promise<string> {
  const before = tip(person);
  const [asked, approved] = [
    await person.told("run", "plan.md", ...AGENT),
    await person.told("run", "plan.md", ...AUTONOMOUS),
  ];
  expect(asked).toMatchObject({ status: 2, stdout: "", stderr: approved.stderr });
  expect(tip(person)).toBe(before);
  return approved.stderr;
}

test("a plan that has failed is taken up where it stopped, and one that is done is merged", async () => {
  const person = await aPerson({ files: { "plan.md": planOfTwo("abort") }, command: ONLY_ONE });
  expect((await person.run("plan.md")).status).toBe(1);
  expect(await refusal(person)).toMatch(
    /^planwright: words has failed, and 1 of its 2 steps is accepted on plan\/words; `planwright resume words` starts /,
  );
  writeAgent(person, WORKER);
  expect((await person.told("resume", "words")).status).toBe(0);
  expect(await refusal(person)).toMatch(/^planwright: words is done; `planwright merge words` takes it over, /);
});

test("a plan that is under way or went back to draft keeps what is accepted, and the advice leads on", async () => {
  const person = await aPerson({ files: { "plan.md": planOfTwo("escalate") }, command: ONLY_ONE });
  expect((await person.run("plan.md")).status).toBe(3);
  expect(await refusal(person)).toMatch(/^planwright: words is under way already; `planwright resume words` /);
  expect((await person.told("cancel", "words")).status).toBe(0);
  expect(await refusal(person)).toMatch(
    /^planwright: words went back to draft, and 1 of its 2 steps is accepted on plan\/words; `planwright resume --branch plan\/words` /,
  );
  const resume = ["resume", "--branch", "plan/words"];
  expect((await person.told("resume", "words", "--branch", "plan/words")).stderr).toContain("leave words out");
  expect((await person.told("resume", "--yes")).stderr).toContain("it goes with --branch only");
  expect((await person.told(...resume, "--json")).stderr).toContain("--json asks no questions");
  expect((await person.told(...resume)).stderr).toContain("there is no terminal to ask");
  writeAgent(person, WORKER);
  expect((await person.told(...resume, ...AUTONOMOUS)).status).toBe(0);
});

test("a branch that is no plan's is left alone, and a plan is not approved beside it", async () => {
  const person = await aPerson({ files: { "plan.md": PLAN }, command: WORKER });
  person.git("branch", "plan/words");
  expect(await refusal(person)).toMatch(/^planwright: there is already a branch plan\/words; /);
  expect((await person.told("run", "plan.md", "--json", ...AGENT)).stderr).toContain("there is already a branch");
  person.git("branch", "-D", "plan/words");
  expect(await person.told("run", "plan.md", "--json", ...AGENT)).toEqual({
    ...{ status: 2, stdout: "" },
    stderr: "planwright: --json asks no questions; --yes approves it as it is\n",
  });
});

test("the same thing may be done twice, and nothing is written into the checkout", async () => {
  const { told, git, top } = await aPerson({ files: { "a.txt": "a\n" }, command: WORKER });
  const before = statSync(top).mtimeMs;
  const words = ["do", "Write one", "--contract", "grep -q one one.txt", ...AUTONOMOUS];
  expect(await told(...words)).toMatchObject({ status: 0, stderr: expect.stringMatching(/^write-one is done/) });
  expect(await told(...words)).toMatchObject({ status: 0, stderr: expect.stringMatching(/^write-one-2 is done/) });
  expect(git("branch", "--format=%(refname:short)", "--list", "plan/*")).toBe("plan/write-one\nplan/write-one-2");
  expect(git("show", "plan/write-one-2:.plan/done/write-one-2/plan.md")).toContain("# Write one (2)\n");
  // A folder that was made here and is gone again would show.
  expect(statSync(top).mtimeMs).toBe(before);
});

test("the agent that the configuration names is found from any folder of the repository", async () => {
  const { place, top, git, url } = await aPerson({
    files: {
      "planwright.config.yaml": "agent: command:./scripts/agent.sh\n",
      "scripts/agent.sh": `#!/usr/bin/env bash\n${WORKER}`,
      "sub/a.txt": "a\n",
      "plan.md": PLAN,
    },
    command: "exit 1\n",
  });
  git("update-index", "--chmod=+x", "scripts/agent.sh");
  git("commit", "-qm", "a program");
  chmodSync(join(top, "scripts/agent.sh"), 0o755);
  const env = { PLANWRIGHT_HOME: join(place, "home"), PLANWRIGHT_DATABASE_URL: url };
  const ran = planwright(["run", "../plan.md", "--yes", "--mode", "autonomous"], join(top, "sub"), env);
  expect(ran).toMatchObject({ status: 0, stderr: expect.stringContaining("words is done") });
});

test("whatever breaks after the approval is followed by the way on, and an agent that is gone can be replaced", async () => {
  const person = await aPerson({ files: { "plan.md": PLAN }, command: WORKER });
  expect((await person.told("approve", "plan.md", ...AUTONOMOUS)).status).toBe(0);
  rmSync(join(person.place, "agent.sh"));
  const broken = await person.told("resume");
  expect(broken.status).toBe(2);
  expect(broken.stderr).toMatch(
    /^planwright: .*agent\.sh.*\nwords has stopped; .*\n {2}planwright resume words {3}continues\n$/,
  );
  writeAgent(person, WORKER, "other.sh");
  expect(await person.told("resume", "--agent", "command:../other.sh")).toMatchObject({ status: 0 });
});

test("a repository without a commit is told so before anything is approved", () => {
  const place = tempFolder();
  const [top, home] = [join(place, "repository"), join(place, "home")];
  mkdirSync(top);
  gitIn(top, "init", "-q");
  write(top, { "plan.md": PLAN });
  const { status, stderr } = planwright(["run", "plan.md", "--agent", "command:true"], top, { PLANWRIGHT_HOME: home });
  expect(status).toBe(2);
  expect(stderr).toContain("has no commit yet; `git commit` first");
  expect(existsSync(join(home, "postgres"))).toBe(false);
});

test("an approval whose checkout cannot be switched is taken back, and a branch that cannot go is named", async () => {
  const { told, git, top } = await aPerson({ files: { "plan.md": PLAN }, command: WORKER });
  const lock = join(top, ".git/index.lock");
  writeFileSync(lock, "");
  const approve = ["approve", "plan.md", "--in-place", ...AUTONOMOUS];
  expect(await told(...approve)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("cannot be switched to plan/words"),
  });
  expect(git("branch", "--list", "plan/*")).toBe("");
  rmSync(lock);
  expect((await told(...approve)).status).toBe(0);
  const rejected = await told("reject", "--reason", "it proves nothing");
  expect(rejected).toMatchObject({ status: 0, stdout: expect.stringMatching(/^rejected words /) });
  expect(rejected.stderr).toMatch(/^its branch is still there: plan\/words is checked out in /);
});
