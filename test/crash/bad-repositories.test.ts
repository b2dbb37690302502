import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { openStepRun } from "../../src/app/open-step-run.ts";
import { steps } from "../../src/dialects/steps/dialect.ts";
import {
  type ACheckout,
  aCheckout,
  check,
  fingerprintOf,
  gitIn,
  leftBehind,
  PROVEN,
  planOf,
  withMounts,
  write,
} from "../a-checkout.ts";
import { planwright, type Run } from "../cli.ts";
import { prerequisite } from "../prerequisite.ts";
import { tempFolder } from "../temp-folder.ts";

const root = prerequisite("root, for mounts and other users", process.getuid?.() === 0, "run as root");

/** It says one line, blames nobody but the thing it names, and leaves nothing. */
function refused(checkout: ACheckout, run: Run, told: RegExp): void {
  expect(run.stderr).toMatch(told);
  expect(run.stderr.trim().split("\n")).toHaveLength(1);
  expect(run.stderr).not.toMatch(/fault of Planwright|^ +at /m);
  expect(run.stderr.length).toBeLessThan(1000);
  expect(run.status).toBe(2);
  expect(leftBehind(checkout)).toEqual([]);
}

function proven(checkout: ACheckout, args: readonly string[] = [], env: Record<string, string> = {}): Run {
  const before = fingerprintOf(checkout.top);
  const run = check(checkout, args, env);
  expect(run).toMatchObject({ status: 0, stderr: "", stdout: expect.stringMatching(/✓ proven/) });
  expect(fingerprintOf(checkout.top)).toBe(before);
  expect(leftBehind(checkout)).toEqual([]);
  return run;
}

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

describe("repositories of every kind", () => {
  test("detached HEAD, also from a subfolder", () => {
    const checkout = aCheckout();
    gitIn(checkout.top, "checkout", "-q", "--detach");
    proven(checkout);
    mkdirSync(join(checkout.top, "deep"));
    const run = planwright(["check", "../plan.md"], join(checkout.top, "deep"), { PLANWRIGHT_HOME: checkout.home });
    expect(run).toMatchObject({ status: 0, stderr: "" });
  });

  test("no commit yet", () => {
    const checkout = aCheckout();
    rmSync(join(checkout.top, ".git"), { recursive: true });
    gitIn(checkout.top, "init", "-q");
    expect(proven(checkout).stdout).toContain("compared with the empty tree");
    for (const args of [["audit", "HEAD"], ["receipts"]])
      refused(checkout, planwright(args, checkout.top, { PLANWRIGHT_HOME: checkout.home }), /there is no commit HEAD/);
  });

  test("a shallow clone that lacks the base", () => {
    const checkout = aCheckout();
    const { place, top } = checkout;
    gitIn(top, "checkout", "-qb", "topic");
    gitIn(top, "commit", "-qam", "work");
    gitIn(top, "checkout", "-q", "main");
    gitIn(place, "clone", "-q", "--depth=1", "--no-single-branch", "-b", "topic", `file://${top}`, "shallow");
    const shallow = { ...checkout, top: join(place, "shallow") };
    expect(check(shallow).stdout).toMatch(/compared with HEAD, as this shallow clone ends .*--unshallow/);
    refused(
      shallow,
      check(shallow, ["--base", "HEAD~1"]),
      /no commit HEAD~1 .* shallow clone; `git fetch --unshallow`/,
    );
    gitIn(shallow.top, "fetch", "-q", "--unshallow");
    proven(shallow);
  });

  test("SHA-256 objects", () => void proven(aCheckout([PROVEN], { init: ["--object-format=sha256"] })));

  test("submodules: there, changed, and not fetched", () => {
    const library = aCheckout();
    const checkout = aCheckout();
    const { place, top } = checkout;
    gitIn(top, "submodule", "--quiet", "add", library.top, "lib");
    gitIn(top, "commit", "-qm", "library", "--", ".gitmodules", "lib");
    expect(proven(checkout).stdout).toContain("note: lib is a submodule: contracts see an empty folder");
    write(join(top, "lib"), { "a.txt": "dirty\n" });
    proven(checkout);
    gitIn(join(top, "lib"), "commit", "-qam", "moved");
    proven(checkout);
    gitIn(place, "clone", "-q", top, "again");
    write(join(place, "again"), { "a.txt": "new\n" });
    proven({ ...checkout, top: join(place, "again") });
  });

  test.each([
    ["cone", ["in"]],
    ["no cone", ["--no-cone", "/*", "!out"]],
  ])("a sparse checkout: %s", (_, patterns) => {
    const checkout = aCheckout([`${PROVEN} && test -f out/there.txt`]);
    write(checkout.top, { "in/here.txt": "", "out/there.txt": "" });
    gitIn(checkout.top, "add", "in", "out");
    gitIn(checkout.top, "commit", "-qm", "more");
    gitIn(checkout.top, "sparse-checkout", "set", ...patterns);
    expect(existsSync(join(checkout.top, "out"))).toBe(false);
    proven(checkout);
    writeFileSync(join(checkout.top, ".git/index"), "junk that is no index");
    refused(checkout, check(checkout), /repository\/\.git\/index is damaged; move it away and run `git reset`/);
  });

  test("Git LFS whose program is not installed", () => {
    const checkout = aCheckout([`${PROVEN} && grep -q git-lfs large.bin`]);
    const { top } = checkout;
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12345\n`;
    write(top, { ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n", "large.bin": pointer });
    gitIn(top, "add", ".gitattributes", "large.bin");
    gitIn(top, "commit", "-qm", "large", "--", ".gitattributes", "large.bin");
    for (const name of ["clean", "smudge", "process"])
      gitIn(top, "config", `filter.lfs.${name}`, "git-lfs-is-not-here");
    gitIn(top, "config", "filter.lfs.required", "true");
    proven(checkout);
    write(top, { "large.bin": "what the pointer stands for\n" });
    expect(proven(checkout).stdout).toContain("note: large.bin passes through a filter");
  });

  test("a partial clone works with what is here, and names what is not", () => {
    const checkout = aCheckout();
    const { place, top } = checkout;
    gitIn(top, "config", "uploadpack.allowfilter", "true");
    gitIn(top, "commit", "-qam", "work");
    gitIn(place, "clone", "-q", "--filter=blob:none", `file://${top}`, "partial");
    const partial = { ...checkout, top: join(place, "partial") };
    write(partial.top, { "a.txt": "new and newer\n" });
    expect(check(partial)).toMatchObject({ status: 1, stderr: "", stdout: expect.stringContaining("vacuous") });
    refused(partial, check(partial, ["--base", "HEAD~1"]), /an object is not in this repository/);
  });

  test("a linked worktree", () => {
    const checkout = aCheckout();
    gitIn(checkout.top, "worktree", "add", "-q", "../linked", "-b", "topic");
    write(join(checkout.place, "linked"), { "a.txt": "new\n" });
    proven({ ...checkout, top: join(checkout.place, "linked") });
  });

  test.each(["two words", `quo'te"d`, "line\nbreak", "back\\slash", "co:lon,comma", "-dash", "$dollar`tick", "日本 ü"])(
    "a repository named %j",
    (name) => void proven(aCheckout([PROVEN], { name })),
  );

  test("files with such names, and with bytes that are no UTF-8", () => {
    const checkout = aCheckout([`${PROVEN} && test -f $'d\\xff/e f/\\xfe' && test -f $'line\\nbreak'`]);
    const names = ["two words", `quo'te"d`, "line\nbreak", "back\\slash", "co:lon,comma", "-dash"];
    write(checkout.top, Object.fromEntries(names.map((name) => [name, "x"])));
    spawnSync("bash", ["-c", `mkdir -p $'d\\xff/e f'; echo 1 > $'d\\xff/e f/\\xfe'`], { cwd: checkout.top });
    proven(checkout);
  });

  test("a path longer than the system takes", () => {
    const checkout = aCheckout();
    const script = `for i in {1..25}; do mkdir ${"x".repeat(200)}; cd ${"x".repeat(200)}; done; echo deep > file`;
    spawnSync("bash", ["-c", script], { cwd: checkout.top });
    refused(
      checkout,
      check(checkout),
      /not everything in the work folder can be read: could not open directory .*; repair or remove it/,
    );
    spawnSync("rm", ["-rf", "x".repeat(200)], { cwd: checkout.top });
  });
});

describe("work under way", () => {
  test("locks of another git are neither needed nor touched", () => {
    const checkout = aCheckout();
    for (const name of ["index", "HEAD", "packed-refs", "refs/heads/main"])
      writeFileSync(join(checkout.top, `.git/${name}.lock`), "");
    proven(checkout);
  });

  test("a merge and a rebase that wait for somebody", () => {
    const checkout = aCheckout();
    const { top } = checkout;
    gitIn(top, "commit", "-qam", "mine");
    gitIn(top, "checkout", "-qb", "topic", "HEAD~1");
    write(top, { "a.txt": "theirs\n" });
    gitIn(top, "commit", "-qam", "theirs");
    for (const way of ["merge", "rebase"]) {
      expect(() => gitIn(top, way, "main")).toThrow();
      expect(gitIn(top, "diff", "--name-only", "--diff-filter=U")).toBe("a.txt");
      proven(checkout, ["--base", "main~1"]);
      gitIn(top, way, "--abort");
    }
  });

  test("the person's index is damaged", () => {
    const checkout = aCheckout();
    writeFileSync(join(checkout.top, ".git/index"), "junk that is no index");
    proven(checkout);
  });

  test("our own indexes are damaged, as after a power failure", () => {
    const checkout = aCheckout();
    proven(checkout);
    const [repository = ""] = readdirSync(join(checkout.home, "repositories"));
    const slot = join(checkout.home, "repositories", repository, "proof-0");
    for (const name of readdirSync(slot))
      if (/^(index|checkout-\w+(\.rules)?)$/.test(name)) writeFileSync(join(slot, name), "junk that is no index");
    rmSync(join(slot, "..", "sides"), { recursive: true });
    proven(checkout);
  });

  test("several checks at once", async () => {
    const checkout = aCheckout([PROVEN, `sleep 0.3; ${PROVEN}`]);
    const script = `for i in 1 2 3; do "$0" check plan.md > ../out.$i 2>&1 & done; wait; cat ../out.*`;
    const { stdout } = spawnSync("bash", ["-c", script, resolve("bin/planwright")], {
      cwd: checkout.top,
      encoding: "utf8",
      env: { ...process.env, PLANWRIGHT_HOME: checkout.home },
    });
    expect(stdout.match(/\b2 proven$/gm)).toHaveLength(3);
    expect(leftBehind(checkout)).toEqual([]);
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

describe("what may not be written", () => {
  test("a repository of another user", (context) => {
    root(context);
    const checkout = aCheckout();
    spawnSync("chown", ["-R", "65534", checkout.top]);
    proven(checkout);
  });

  test("a repository that only others may write to", (context) => {
    root(context);
    const checkout = aCheckout();
    chmodSync(checkout.place, 0o777);
    const run = asNobody(checkout);
    refused(checkout, run, /repository\/\.git\/objects cannot be written to/);
  });

  test("a read-only file system below the repository, or below the home", (context) => {
    root(context);
    const checkout = aCheckout();
    const readOnly = (folder: string) =>
      `mkdir -p ${folder}; mount --bind ${folder} ${folder}; mount -o remount,bind,ro ${folder}`;
    const run = withMounts(`${readOnly("../repository")}; cd ../repository; "$PW" check plan.md`, checkout);
    refused(checkout, run, /repository\/\.git\/objects cannot be written to: .*Read-only/);
    refused(
      checkout,
      withMounts(`${readOnly("../home")}; "$PW" check plan.md`, checkout),
      /home: the file system is read-only/,
    );
  });

  test("a disk that is full: the home's", (context) => {
    root(context);
    const checkout = aCheckout([PROVEN, "head -c 100000 a.txt"]);
    mkdirSync(checkout.home);
    for (const size of ["8k", "64k", "300k", "500k", "800k"]) {
      const run = withMounts(
        `mount -t tmpfs -o size=${size} none ../home; "$PW" check plan.md; status=$?; ls ../home/scratch >&2; exit $status`,
        checkout,
      );
      if (run.status === 2) refused(checkout, run, /no space left on the disk|the disk is full|no room/);
      else expect(conclusionLine(run)).toMatch(/proven/);
    }
    proven({ ...checkout, home: join(checkout.place, "other-home") }, ["1"]);
  });

  test("a disk that is full: the repository's", (context) => {
    root(context);
    const checkout = aCheckout();
    const fill =
      "mkdir ../disk; mount -t tmpfs -o size=1m none ../disk; cp -a . ../disk/repository; cd ../disk/repository; head -c 800k /dev/urandom > big";
    refused(checkout, withMounts(`${fill}; "$PW" check plan.md`, checkout), /the disk is full; make room/);
  });

  const conclusionLine = ({ stdout }: Run): string => stdout.trim().split("\n").at(-1) ?? "";

  function asNobody({ top, place }: ACheckout): Run {
    const { status, stdout, stderr } = spawnSync(
      "setpriv",
      ["--reuid", "65534", "--regid", "65534", "--clear-groups", resolve("bin/planwright"), "check", "plan.md"],
      { cwd: top, encoding: "utf8", env: { ...process.env, HOME: place, PLANWRIGHT_HOME: join(place, "home") } },
    );
    return { status, stdout, stderr };
  }
});

describe("homes", () => {
  test("inside the repository", () => {
    const checkout = aCheckout();
    const home = join(checkout.top, "deep/home");
    refused(
      checkout,
      check(checkout, [], { PLANWRIGHT_HOME: home }),
      /deep\/home lies in the repository; .*set PLANWRIGHT_HOME/,
    );
    expect(existsSync(join(checkout.top, "deep"))).toBe(false);
    refused(checkout, check(checkout, [], { PLANWRIGHT_HOME: "", HOME: "" }), /lies in the repository/);
    expect(existsSync(join(checkout.top, ".agentflow"))).toBe(false);
  });

  test("a file, below a file, and where nothing can be made", () => {
    const checkout = aCheckout();
    const file = join(checkout.place, "file");
    writeFileSync(file, "");
    refused(checkout, check(checkout, [], { PLANWRIGHT_HOME: file }), /file: something that is no folder is there/);
    refused(checkout, check(checkout, [], { PLANWRIGHT_HOME: join(file, "home") }), /file\/home: (?:a part|something)/);
    refused(checkout, check(checkout, [], { PLANWRIGHT_HOME: "/proc/planwright" }), /\/proc\/planwright: /);
  });

  test("TMPDIR that is not there, and no HOME", () => {
    const checkout = aCheckout();
    proven(checkout, [], { TMPDIR: "/nonexistent", HOME: "" });
  });

  test("no bash on PATH", () => {
    const checkout = aCheckout();
    refused(checkout, check(checkout, [], { PATH: "/nonexistent" }), /bash is not on PATH/);
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
