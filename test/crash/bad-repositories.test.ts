import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { openStepRun } from "../../src/app/proving/open-step-run.ts";
import { steps } from "../../src/dialects/steps/dialect.ts";
import { type ACheckout, aCheckout, check, gitIn, PROVEN, planOf, withMounts, write } from "../a-checkout.ts";
import { planwright, type Run } from "../cli.ts";
import { tempFolder } from "../temp-folder.ts";
import { refused, root } from "./answers.ts";

describe("where no repository can be used", () => {
  test("no git on the machine", (context) => {
    root(context);
    const checkout = aCheckout();
    // The folder without its git, as long as this shell lives.
    const hide = `mkdir ../up ../work; mount -t overlay -o lowerdir=/usr/bin,upperdir=../up,workdir=../work none /usr/bin; rm /usr/bin/git`;
    refused(checkout, withMounts(`${hide}; "$PW" check plan.md`, checkout), /no git program in .*; install git$/m);
    const doctor = withMounts(`rm -r ../up ../work; ${hide}; "$PW" doctor`, checkout);
    expect(doctor.stdout).toMatch(/✗ git +no git program in/);
    expect(doctor.status).toBe(1);
  });

  test("no repository", () => {
    const place = tempFolder();
    write(place, { "plan.md": planOf([PROVEN]) });
    const checkout = { place, top: place, home: join(tempFolder(), "home") };
    for (const args of [["check", "plan.md"], ["audit", "HEAD"], ["receipts"]])
      refused(
        checkout,
        planwright(args, place, { PLANWRIGHT_HOME: checkout.home }),
        /is in no git repository; run `git init`/,
      );
    expect(readdirSync(place)).toEqual(["plan.md"]);
  });

  test("a bare repository", () => {
    const checkout = aCheckout();
    gitIn(checkout.place, "clone", "-q", "--bare", "repository", "bare.git");
    const bare = { ...checkout, top: join(checkout.place, "bare.git") };
    write(bare.top, { "plan.md": planOf([PROVEN]) });
    refused(bare, check(bare), /bare\.git is a git directory and no working tree; start in a working tree/);
  });

  test("branches in the reftable format", () => {
    const checkout = aCheckout();
    gitIn(checkout.top, "config", "core.repositoryformatversion", "1");
    gitIn(checkout.top, "config", "extensions.refstorage", "reftable");
    refused(checkout, check(checkout), /reftable format; run `git refs migrate/);
  });

  test("a path with bytes that are no UTF-8", () => {
    const { place, home } = aCheckout();
    const script = `mv repository $'caf\\xe9'; cd $'caf\\xe9'; "$0" check plan.md`;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", script, resolve("bin/planwright")], {
      cwd: place,
      encoding: "utf8",
      env: { ...process.env, PLANWRIGHT_HOME: home },
    });
    refused(
      { place, top: place, home },
      { status, stdout, stderr },
      /bytes in its name that are no UTF-8.*rename that folder/,
    );
  });
});

describe("damage in the object store", () => {
  const objectOf = ({ top }: ACheckout, revision: string): string => {
    const id = gitIn(top, "rev-parse", revision);
    return join(top, ".git/objects", id.slice(0, 2), id.slice(2));
  };

  test.each(["HEAD", "HEAD^{tree}", "HEAD:a.txt"])("%s is missing", (revision) => {
    const checkout = aCheckout();
    rmSync(objectOf(checkout, revision), { force: true });
    refused(checkout, check(checkout), /is not in this repository|is missing/);
  });

  test.each(["HEAD", "HEAD^{tree}", "HEAD:a.txt"])("%s is damaged", (revision) => {
    const checkout = aCheckout();
    const file = objectOf(checkout, revision);
    chmodSync(file, 0o644);
    writeFileSync(file, "junk");
    refused(checkout, check(checkout), /is damaged|is not in this repository/);
  });
});

describe("plans", () => {
  test("a plan outside the repository is checked on the one we are in", () => {
    const checkout = aCheckout();
    cpSync(join(checkout.top, "plan.md"), join(checkout.place, "else.md"));
    const run = planwright(["check", "../else.md"], checkout.top, { PLANWRIGHT_HOME: checkout.home });
    expect(run).toMatchObject({ status: 0, stderr: "" });
  });

  test("no steps, no contract, no such step, no such base", () => {
    const checkout = aCheckout([PROVEN, PROVEN]);
    const told = (text: string): Run => {
      write(checkout.top, { "plan.md": text });
      return check(checkout);
    };
    refused(checkout, check(checkout, ["stp-1"]), /there is no step stp-1; (?:did you mean|this plan has)/);
    refused(checkout, check(checkout, ["17"]), /there is no step 17; this plan has 1, 2/);
    refused(checkout, check(checkout, ["--base", "nowhere"]), /there is no commit nowhere/);
    refused(checkout, told(planOf([])), /plan\.md has no steps/);
    refused(checkout, told("# Notes\n"), /plan\.md is no plan; `planwright verify plan\.md`/);
    const without = told("---\ntype: plan\n---\n\n# Words\n\n## Steps\n\n### 1. Do\n\n**task:**\nDo it.\n");
    expect(without).toMatchObject({ status: 4, stdout: expect.stringContaining("it has no contract") });
  });
});

describe("a plan's branch", () => {
  const open = async ({ top, home }: ACheckout) => {
    process.env.PLANWRIGHT_HOME = home;
    const files = { root: ".plan", files: [{ path: ".plan/plan.md", text: planOf([PROVEN]) }] };
    const { run, close } = await openStepRun(top, { dialect: steps, files, approvedBy: "ann" });
    await close();
    return run;
  };

  test.each([
    ["its own name", (own: string) => own, /there is already a branch plan\/\S+; delete it or choose another name/],
    ["a name above it", () => "plan", /there can be no branch plan\/\S+ beside plan; rename or delete plan/],
    ["a name below it", (own: string) => `${own}/y`, /there can be no branch plan\/\S+ beside plan\/\S+\/y; rename/],
  ])("is refused where %s is taken", async (_, name, told) => {
    const checkout = aCheckout();
    const { branch } = await open(checkout);
    const own = branch.replace("refs/heads/", "");
    gitIn(checkout.top, "branch", "-D", own);
    gitIn(checkout.top, "branch", name(own));
    await expect(open(checkout)).rejects.toThrow(told);
    expect(gitIn(checkout.top, "branch", "--format=%(refname:short)").split("\n").sort()).toEqual(
      ["main", name(own)].sort(),
    );
    expect(readdirSync(join(checkout.home, "scratch"))).toEqual([]);
  });

  test("is refused where refs are locked, naming the lock", async () => {
    const checkout = aCheckout();
    const { branch } = await open(checkout);
    gitIn(checkout.top, "update-ref", "-d", branch);
    const lock = join(checkout.top, ".git", `${branch}.lock`);
    mkdirSync(dirname(lock), { recursive: true });
    writeFileSync(lock, "");
    await expect(open(checkout)).rejects.toThrow(`${lock} exists: another git is at work, or one has crashed`);
    expect(readdirSync(join(checkout.home, "scratch"))).toEqual([]);
  });
});
