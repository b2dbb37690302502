import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { aCheckout, check, gitIn, leftBehind, PROVEN, write } from "../a-checkout.ts";
import { planwright } from "../cli.ts";
import { proven, refused } from "./answers.ts";

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
    refused(checkout, check(checkout), /the work folder holds a path that is too long: x+ … .*; repair or remove it/);
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
