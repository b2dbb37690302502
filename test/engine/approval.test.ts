import { readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { aDatabase } from "../../src/store/a-store.testkit.ts";
import { processesWith, write } from "../a-checkout.ts";
import { aPlanRun, stepsPlan } from "./a-plan-run.ts";
import { aTerminal, tmux } from "./a-terminal.ts";

const PW = resolve("bin/planwright");
const AGENT = "command:../worker.sh";

const titled = (plan: string, title: string, lines = ""): string => plan.replace("# Words\n", `# ${title}\n${lines}`);
const files = (path: string): string => `**files:**\n- change: \`${path}\`\n`;

/** Everything that can be wrong with a plan that still verifies. */
const DOUBTFUL = titled(
  stepsPlan([
    { contract: "grep -q one one.txt", more: files("src/app.ts") },
    { contract: "no-such-checker src" },
    { contract: "grep -q one one.txt && test -d src" },
    { contract: "curl -fsS https://example.com", more: "**needs:** network\n" },
    { contract: "git ls-remote --exit-code origin", more: "**needs:** network, publish\n" },
  ]),
  "Doubtful",
  "\n**Budget:** max 1k tokens, $1.50, 1 minute\n**Protected_areas:** Payment processing module\n",
);

test("everything that speaks against a plan stands in one block before it is approved", async (context) => {
  tmux(context);
  const { top, env, run, git } = aPlanRun(
    {
      files: {
        "one.txt": "one\n",
        "src/app.ts": "",
        "doubtful.md": DOUBTFUL,
        "other.md": titled(
          stepsPlan([{ contract: "test -f x" }, { contract: "test -f y", more: files("src/") }]),
          "Other",
        ),
      },
      agents: { worker: "true" },
    },
    (await aDatabase()).url,
  );
  expect(run(["approve", "other.md", "--yes", "--agent", AGENT])).toMatchObject({ status: 0 });
  writeFileSync(join(top, "mine.txt"), "not committed\n");
  const terminal = aTerminal(top, env);

  terminal.type(`clear; ${PW} run doubtful.md --agent ${AGENT}; echo "status $?"\n`);
  const asked = await terminal.sees(/Run it\? \[yes\/N\]$/m);
  expect(asked).toContain("grants     step 5 may publish: the branch is pushed and a pull request opened; its");
  expect(asked).toContain("grants     steps 4, 5: their contracts may use the network\n");
  expect(asked).toMatch(/^budget {5}max 1k tokens, \$1\.50, 60 seconds; forecast /m);
  const block = asked.slice(asked.indexOf("before you decide"), asked.indexOf("Run it?"));
  expect(block.replaceAll("\n  ", " ").trimEnd().split("\n")).toEqual([
    "before you decide",
    "· step 1's contract passes already, before any work: it proves nothing",
    "· step 3's contract passes already: it proves nothing, unless an earlier step breaks it first",
    "· step 2's contract cannot run: `no-such-checker` is not there; install it, or correct its name; contracts find what is on your PATH",
    "· “Payment processing module” names no paths, so nothing keeps workers out of it; add paths such as `src/pay/**`",
    "· plan/other, step 2, also changes src/",
    expect.stringMatching(
      /^· the forecast is above the budget: \d+k tokens \(max 1k tokens\), 10 minutes \(max 60 seconds\)$/,
    ),
    "· command:../worker.sh does not report what it uses: the limit on tokens and money cannot be kept",
    "· 1 uncommitted file is not part of it: the plan starts from the last commit",
    "· doubtful.md:2: warning: `status` and `owner` are not written [PW110]",
    "· doubtful.md:12,25,36,47,…: warning: the step names no target; the developer role is assumed [PW110]",
  ]);
  terminal.type("n\n");
  await terminal.sees(/nothing was started\nstatus 2/);
  expect(git("branch", "--list", "plan/doubtful")).toBe("");
});

test("whoever approves without looking is told on standard error, and stopped where a tool is missing", async () => {
  // A step that speaks of the tool may be the one that brings it along.
  const bringing = DOUBTFUL.replace("### 2. Step 2", "### 2. Add no-such-checker");
  expect(bringing).not.toBe(DOUBTFUL);
  const { top, run, git } = aPlanRun(
    { files: { "one.txt": "one\n", "lacking.md": DOUBTFUL, "plan.md": bringing }, agents: { worker: "true" } },
    (await aDatabase()).url,
  );
  write(top, { "mine.txt": "not committed\n" });
  const lacking = run(["approve", "lacking.md", "--yes", "--json", "--agent", AGENT]);
  expect(lacking).toMatchObject({ status: 4, stdout: "", stderr: expect.stringMatching(/nothing was started\n$/) });
  expect(lacking.stderr).toContain("planwright: step 2's contract cannot run: `no-such-checker` is not there");
  expect(git("branch", "--list", "plan/*")).toBe("");

  const { status, stdout, stderr } = run(["approve", "plan.md", "--yes", "--json", "--agent", AGENT]);
  expect([status, JSON.parse(stdout)]).toMatchObject([0, { plan: "doubtful" }]);
  expect(stderr).toContain("step 5 may publish: the branch is pushed and a pull request opened; its contracts");
  expect(stderr).toContain("“Payment processing module” names no paths");
  expect(stderr).toContain("step 2's contract cannot run: `no-such-checker` is not there");
  expect(stderr).toContain("the forecast is above the budget: ");
  expect(stderr).toContain("step 1's contract passes already, before any work: it proves nothing");
});

test("what the contracts said while the plan was looked at is not found out again by the run", async (context) => {
  tmux(context);
  const { url } = await aDatabase();
  const scene = () =>
    aPlanRun(
      {
        files: { "plan.md": stepsPlan([{ contract: "grep -q one one.txt" }]) },
        agents: { worker: "echo one > one.txt" },
      },
      url,
    );
  const sidesIn = ({ home }: { home: string }): number =>
    readdirSync(home, { recursive: true, encoding: "utf8" }).filter((path) => /\/sides\/\w+\.json$/.test(path)).length;
  const command = `run plan.md --mode autonomous --agent ${AGENT}`;

  const looked = scene();
  const terminal = aTerminal(looked.top, looked.env);
  terminal.type(`clear; ${PW} ${command}; echo "status $?"\n`);
  await terminal.sees(/Run it\? \[yes\/N\]$/m);
  expect(sidesIn(looked)).toBe(1);
  terminal.type("yes\n");
  await terminal.sees(/status 0/);

  const unlooked = scene();
  expect(unlooked.run([...command.split(" "), "--yes"]).status).toBe(0);
  expect(sidesIn(looked)).toBe(sidesIn(unlooked));
});

test("Ctrl-C ends the look at the contracts, and nothing was begun", async (context) => {
  tmux(context);
  const files = { "plan.md": stepsPlan([{ contract: "sleep 1000 && test -f one.txt" }]) };
  const { top, env, git, home } = aPlanRun({ files, agents: { worker: "true" } }, (await aDatabase()).url);
  const terminal = aTerminal(top, env);
  terminal.type(`clear; ${PW} run plan.md --agent ${AGENT}; echo "status $?"\n`);
  await terminal.sees(/^looking at what the contracts say today…/m);
  terminal.press("C-c");
  await terminal.sees(/^planwright: interrupted; nothing is left running\nstatus 130/m);
  expect(git("branch", "--list", "plan/*")).toBe("");
  expect(processesWith(home)).toEqual([]);
});

test("a step that pushes and does not ask for it is let do so by one key, or by --publish", async (context) => {
  tmux(context);
  const plan = stepsPlan([{ contract: "test -f one.txt" }, { task: "Push the branch.", contract: "test -f two.txt" }]);
  const files = { "plan.md": plan, "none.md": titled(plan, "None"), "given.md": titled(plan, "Given") };
  const { top, env, run, git } = aPlanRun({ files, agents: { worker: "true" } }, (await aDatabase()).url);
  const needsIn = (branch: string): string[] => git("show", branch).match(/^\+\*\*needs:.*$/gm) ?? [];

  const terminal = aTerminal(top, env);
  terminal.type(`clear; ${PW} approve plan.md --agent ${AGENT}; echo "status $?"\n`);
  const asked = await terminal.sees(/push the branch and open the pull request there\? \[y\/N\]$/m);
  expect(asked).toContain(
    "step 2 pushes or opens a pull request, and does not say `needs: publish`: nothing could be pushed",
  );
  terminal.type("y\n");
  expect(await terminal.sees(/Approve it\? \[yes\/N\]$/m)).toContain("grants     step 2 may publish");
  terminal.type("yes\n");
  await terminal.sees(/status 0/);
  expect(needsIn("plan/words")).toEqual(["+**needs:** publish"]);
  expect(git("status", "--porcelain")).toBe("");

  const none = run(["approve", "none.md", "--yes", "--agent", AGENT]);
  expect(none).toMatchObject({ status: 0, stderr: expect.stringContaining("--publish lets Planwright push\n") });
  expect(needsIn("plan/none")).toEqual([]);

  const given = run(["approve", "given.md", "--yes", "--publish", "--agent", AGENT]);
  expect(given).toMatchObject({ status: 0, stderr: expect.stringContaining("step 2 may publish") });
  expect(needsIn("plan/given")).toEqual(["+**needs:** publish"]);
});

test("what cannot be carried out yet is refused at approval, before anybody is asked", async () => {
  const overview = (line: string): string =>
    `---\n${line}\n---\n\n# Words\n\n## What\n\nWrite one.\n\n## Verification\n\nCommand: \`test -f one.txt\`\n`;
  const files = {
    "a/overview.md": overview("complexity: standard"),
    "b/overview.md": overview("infrastructure: true"),
  };
  const { run, git } = aPlanRun({ files, agents: { worker: "true" } }, (await aDatabase()).url);
  expect(run(["verify", "a"]).status).toBe(0);
  for (const [folder, told] of [
    ["a", "`complexity: standard` is not"],
    ["b", "`infrastructure: yes` is not"],
  ] as const) {
    for (const command of ["run", "approve"]) {
      const refused = run([command, folder, "--yes", "--agent", AGENT]);
      expect(refused).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(`planwright: ${told}`) });
    }
  }
  expect(git("branch", "--list", "plan/*")).toBe("");
});
