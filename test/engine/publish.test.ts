import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "../../src/app/opening/open-repository.ts";
import { publishRun } from "../../src/app/publishing/pr-publish.ts";
import { aCheckout, check, conclusions, gitIn, write } from "../a-checkout.ts";
import { aHostedRun, type HostedRun, planWith, type StepText } from "./a-hosted-run.ts";
import { aPerson, setVariable } from "./a-person.ts";
import { personPrograms } from "./person-programs.ts";

const LOOK = "gh pr view --json state -q .state | grep -q OPEN";
const PUBLISHED: StepText = { contract: LOOK, more: "**needs:** publish\n**on_fail:** escalate" };

/** A remote of the repository's, and what it has of the plan's branch. */
function aRemote({ place, git }: HostedRun) {
  const path = join(place, "remote.git");
  git("init", "-q", "--bare", path);
  git("remote", "add", "origin", path);
  return { path, tip: () => gitIn(path, "rev-parse", "plan/words") };
}

/** PATH, without any `gh`. */
function foldersWithoutGh(): string[] {
  return (process.env.PATH ?? "").split(delimiter).filter((folder) => !existsSync(join(folder, "gh")));
}

async function publishing({ top, run, store, git }: HostedRun) {
  const opened = await openRepository(top);
  onTestFinished(() => opened.git.objects.close());
  return () => publishRun(opened, { run, journal: store.journal }, git("rev-parse", "plan/words"));
}

test("a step that cannot be published waits for a person without having failed, and goes on when it can", async () => {
  const run = await aHostedRun({ plan: planWith([PUBLISHED]), command: "echo Nothing to do.\n" });
  setVariable("PATH", foldersWithoutGh().join(delimiter));
  await run.goOn();
  expect((await run.question()).context[0]).toBe(
    "this repository has no remote to push to; `git remote add origin ADDRESS` gives it one",
  );
  const remote = aRemote(run);
  await run.answer("retry");
  await run.goOn();
  expect((await run.question()).context[0]).toContain("`gh` is not installed; install it (https://cli.github.com)");
  expect(gitIn(remote.path, "branch")).toBe("");

  const programs = personPrograms();
  await run.answer("retry");
  expect((await run.goOn()).halt).toBe("done");
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: held, unverified", "1: asked, unverified", "1: answered, retry"],
    ...["1: attempt 2", "1: held, unverified", "1: asked, unverified", "1: answered, retry"],
    ...["1: attempt 3", "1: passed", "1: accepted", "completed"],
  ]);
  expect(remote.tip()).toBe(run.git("rev-parse", "plan/words"));
  expect(gitIn(remote.path, "rev-parse", "refs/planwright/plans/words")).toBe(remote.tip());
  expect(Object.keys(programs.pulls())).toEqual(["plan/words"]);
  const { predicate } = JSON.parse(run.git("show", "plan/words:.plan/done/words/receipts/01.json"));
  expect(predicate.result).toBe("PASSED");
  expect(predicate.planwright.sandbox.network).toBe("host");
});

test.each([
  ["held", ""],
  ["not held", "sandbox: off\n"],
])(
  "the work of a step that publishes is pushed once it is accepted, and not before: contracts are %s",
  async (_, policy) => {
    const programs = personPrograms();
    const contract = `grep -q one one.txt && ${LOOK}`;
    const run = await aHostedRun({
      plan: planWith([{ ...PUBLISHED, contract }]),
      command: "echo one > one.txt; echo Write one.\n",
    });
    const remote = aRemote(run);
    gitIn(remote.path, "config", "core.logAllRefUpdates", "true");
    write(run.home, { "policy.yaml": policy });
    expect((await run.goOn()).halt).toBe("done");
    expect(gitIn(remote.path, "log", "-g", "--format=%s", "plan/words").split("\n")).toEqual([
      "plan complete: words",
      expect.stringMatching(/^plan accepted: task-1 — proven: /),
      "plan approved: words",
    ]);
    expect(Object.keys(programs.pulls())).toEqual(["plan/words"]);
  },
);

test("a run that is stopped after it has published goes on as if it had not been", async () => {
  const programs = personPrograms();
  const run = await aHostedRun({
    plan: planWith([{ ...PUBLISHED, contract: `${LOOK} && sleep 1` }]),
    command: "echo Nothing to do.\n",
  });
  aRemote(run);
  const state = join(programs.folder, "pulls", "plan%words", "state");
  const { halt } = await run.goOn((_, stop) => {
    const looking = setInterval(() => existsSync(state) && stop.abort(), 10);
    onTestFinished(() => clearInterval(looking));
  });
  expect(halt).toBe("stopped");
  expect(await run.happened()).toEqual(["1: attempt 1"]);
  expect((await run.goOn()).halt).toBe("done");
  expect(await run.happened()).toEqual(["1: attempt 1", "1: passed", "1: accepted", "completed"]);
  const { predicate } = JSON.parse(run.git("show", "plan/words:.plan/done/words/receipts/01.json"));
  expect([predicate.result, predicate.planwright.contracts[0].base.state]).toEqual(["PASSED", "red"]);
  expect(Object.keys(programs.pulls())).toEqual(["plan/words"]);
});

test("publishing again finds what is there, and takes nothing from anybody", async () => {
  const programs = personPrograms();
  const run = await aHostedRun({ plan: planWith([PUBLISHED]) });
  const remote = aRemote(run);
  const publish = await publishing(run);
  const there = { status: "published", told: expect.stringMatching(/pull request is open: https:\S+$/) };
  expect([await publish(), await publish()]).toEqual([there, there]);
  expect(Object.keys(programs.pulls())).toEqual(["plan/words"]);

  const other = join(run.place, "other");
  gitIn(run.place, "clone", "-q", "-b", "plan/words", remote.path, other);
  write(other, { "theirs.txt": "theirs\n" });
  gitIn(other, "add", "-A");
  gitIn(other, "commit", "-qm", "theirs");
  gitIn(other, "push", "-q");
  const theirs = remote.tip();
  expect(await publish()).toEqual({
    status: "refused",
    told: expect.stringMatching(
      /^plan\/words was not pushed to origin: .*rejected.*; it was pushed to meanwhile: `git fetch origin plan\/words`/,
    ),
  });
  expect(remote.tip()).toBe(theirs);
});

test("a remote that takes nothing but branches is noted when the plan ends, and the pull request is there", async () => {
  const { pulls } = personPrograms();
  const run = await aHostedRun({ plan: planWith([PUBLISHED]), command: "echo Nothing to do.\n" });
  const remote = aRemote(run);
  write(remote.path, { "hooks/update": "#!/bin/sh\ncase $1 in refs/heads/*) ;; *) exit 1 ;; esac\n" });
  chmodSync(join(remote.path, "hooks/update"), 0o755);
  expect((await run.goOn()).halt).toBe("done");
  expect(remote.tip()).toBe(run.git("rev-parse", "plan/words"));
  expect(Object.keys(pulls())).toEqual(["plan/words"]);
  const noted = (await run.store.journal.read(run.run.id, 0)).flatMap((event) =>
    event.type === "noted" && event.told.includes("refs/planwright/") ? [event.told] : [],
  );
  expect(noted).toEqual([
    expect.stringMatching(/^refs\/planwright\/plans\/words was not pushed to origin: .*hook declined/),
  ]);
});

test("a gh that opens nothing is quoted, and one that lies in the repository is nobody's", async () => {
  const { folder } = personPrograms();
  const run = await aHostedRun({ plan: planWith([PUBLISHED]) });
  aRemote(run);
  const publish = await publishing(run);
  const gh = join(folder, "bin", "gh");
  writeFileSync(gh, "#!/bin/sh\necho 'HTTP 401: Bad credentials' >&2\nexit 1\n");
  expect(await publish()).toEqual({
    status: "refused",
    told: expect.stringMatching(/gh opened no pull request: HTTP 401: Bad credentials; `gh auth status`/),
  });
  rmSync(gh);
  const rest = foldersWithoutGh();
  write(run.top, { "bin/gh": "#!/bin/sh\ntouch was-here\necho https://evil.example\n" });
  chmodSync(join(run.top, "bin/gh"), 0o755);
  setVariable("PATH", ["bin", join(run.top, "bin"), ...rest].join(delimiter));
  expect((await publish()).told).toContain("`gh` is not installed");
  expect(run.git("status", "--porcelain")).not.toContain("was-here");
});

async function aPort(): Promise<number> {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

const reaching = (port: number): string => `(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>&1`;

test("a check gives contracts the network that their steps need", async () => {
  const checkout = aCheckout([`grep -q new a.txt && ${reaching(await aPort())}`]);
  expect(conclusions(check(checkout, ["--json"]))).toMatchObject([{ conclusion: "failing" }]);
  const plan = readFileSync(join(checkout.top, "plan.md"), "utf8");
  write(checkout.top, { "plan.md": `${plan}**needs:** network\n` });
  expect(conclusions(check(checkout, ["--json"]))).toMatchObject([{ conclusion: "proven" }]);
});

test("a step that needs the network has it where the person gives it, and its receipt says so", async () => {
  const reaches = reaching(await aPort());
  const run = await aHostedRun({
    plan: planWith([
      { contract: `grep -q 1 one.txt && ! ${reaches}` },
      { contract: `grep -q 2 two.txt && ${reaches}`, more: "**needs:** network\n**on_fail:** escalate" },
    ]),
    command: 'if [ -e one.txt ]; then echo 2 > two.txt; else echo 1 > one.txt; fi\necho "Do it."\n',
  });
  write(run.home, { "policy.yaml": "contract_network: none\n" });
  await run.goOn();
  expect((await run.question()).context.join("\n")).toContain(
    "(it ran without the network that its step needs: policy.yaml of Planwright's home says `contract_network: none`)",
  );
  rmSync(join(run.home, "policy.yaml"));
  await run.answer("retry");
  expect((await run.goOn()).halt).toBe("done");
  const networks = ["01", "02"].map(
    (step) =>
      JSON.parse(run.git("show", `plan/words:.plan/done/words/receipts/${step}.json`)).predicate.planwright.sandbox
        .network,
  );
  expect(networks).toEqual(["none", "host"]);
});

test("what a plan is merged with is proven with the network that its steps need", async () => {
  const contract = `test -e one.txt && ${reaching(await aPort())}`;
  const plan = planWith([{ contract, more: "**needs:** network" }]);
  const person = await aPerson({ files: { "plan.md": plan }, command: "echo one > one.txt\n" });
  expect(await person.run("plan.md")).toMatchObject({ status: 0 });
  write(person.top, { "other.txt": "other\n" });
  person.git("add", "-A");
  person.git("commit", "-qm", "something else");
  expect(await person.told("merge", "--yes")).toMatchObject({ status: 0 });
});
