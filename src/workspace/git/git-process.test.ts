import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aRepository, cloneOf, harnessFor } from "../a-repository.testkit.ts";
import { gitProgram, gitVersion, runGit } from "./git-process.ts";

describe("runGit", () => {
  test("gives bytes as they are, however many", async () => {
    const repository = aRepository();
    const gitDir = join(repository.path, ".git");
    const input = Buffer.alloc(5_000_000, Buffer.from([0, 255, 10, 128]));
    const { stdout: id } = await runGit(["hash-object", "-w", "--stdin"], { gitDir, input });
    const { stdout } = await runGit(["cat-file", "blob", id.toString().trim()], { gitDir });
    expect(stdout.equals(input)).toBe(true);
  });

  test("hands nothing of our environment to git", async () => {
    const gitDir = join(aRepository().path, ".git");
    const { stdout } = await runGit(["-c", "alias.show-env=!env", "show-env"], {
      gitDir,
      index: "/none",
      env: { X: "1" },
    });
    const names = stdout
      .toString()
      .split("\n")
      .map((line) => line.split("=")[0]);
    const ours = Object.keys(process.env).filter(
      (name) => !["PATH", "HOME", "LC_ALL", "PWD", "SHLVL", "_", "OLDPWD"].includes(name),
    );
    expect(names.filter((name) => ours.includes(name ?? ""))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(["GIT_DIR", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "X"]));
    expect(names).not.toContain("GIT_WORK_TREE");
    expect(stdout.toString()).toContain("HOME=/nonexistent\n");
  });

  test("gives an exit code that is an answer, and throws for any other", async () => {
    const gitDir = join(aRepository().path, ".git");
    const asked = ["config", "--get", "no.such"];
    expect(await runGit(asked, { gitDir, allowed: [0, 1] })).toMatchObject({ code: 1 });
    await expect(runGit(asked, { gitDir })).rejects.toMatchObject({ code: "git-failed" });
  });

  test("ends git when the signal is heard, and throws its reason", async () => {
    const gitDir = join(aRepository().path, ".git");
    const witness = join(gitDir, "witness");
    const stop = new AbortController();
    // The first sleep lets git note whom it has to take along when it is ended.
    const sleeping = runGit(["-c", `alias.wait=!sleep 0.3; touch ${witness}; exec sleep 60`, "wait"], {
      gitDir,
      signal: stop.signal,
    });
    while (!existsSync(witness)) await new Promise((done) => setTimeout(done, 5));
    stop.abort(new Error("enough"));
    await expect(sleeping).rejects.toThrow("enough");
    await expect(runGit(["version"], { gitDir, signal: stop.signal })).rejects.toThrow("enough");
  });

  test("tells which git there is", async () => {
    expect(await gitVersion()).toMatch(/^\d+\.\d+/);
  });
});

describe("runGit explains", () => {
  test("a machine without git", () => {
    expect(gitProgram(["/nonexistent", "/usr/local/bin", "/usr/bin"])).toMatch(/bin\/git$/);
    expect(() => gitProgram(["/nonexistent"])).toThrow(expect.objectContaining({ code: "no-git" }));
  });

  test("a folder that is gone", async () => {
    await expect(runGit(["version"], { gitDir: "/nonexistent" })).rejects.toMatchObject({
      code: "git-failed",
      message: "no folder /nonexistent to run git in",
    });
  });

  test("a lock, by the file that must go", async () => {
    const repository = aRepository();
    const commit = repository.commit({ a: "a" });
    const harness = await harnessFor(repository);
    const lock = join(repository.path, ".git/refs/heads/plan/x.lock");
    mkdirSync(join(lock, ".."));
    writeFileSync(lock, "");
    await expect(harness.run(["update-ref", "refs/heads/plan/x", commit])).rejects.toMatchObject({
      code: "locked",
      message: expect.stringContaining(`${lock} exists`),
    });
    repository.git("branch", "packed");
    repository.git("pack-refs", "--all");
    const packed = join(repository.path, ".git/packed-refs.lock");
    writeFileSync(packed, "");
    await expect(harness.run(["update-ref", "-d", "refs/heads/packed"])).rejects.toMatchObject({
      code: "locked",
      message: expect.stringContaining(`${packed} exists`),
    });
  });

  test("a full disk", async () => {
    const gitDir = join(aRepository().path, ".git");
    // Every write to this device fails as on a full disk.
    await expect(runGit(["archive", "--output=/dev/full", EMPTY_TREE], { gitDir })).rejects.toMatchObject({
      code: "disk-full",
    });
  });

  test("objects that are missing, also from a partial clone, without fetching them", async () => {
    const source = aRepository();
    source.git("config", "uploadpack.allowFilter", "true");
    source.commit({ a: "a" });
    const blob = source.git("rev-parse", "HEAD:a");
    const clone = cloneOf(source, "--no-checkout", "--filter=blob:none");
    for (const gitDir of [join(clone.path, ".git"), (await harnessFor(clone)).gitDir])
      await expect(runGit(["cat-file", "blob", blob], { gitDir })).rejects.toMatchObject({ code: "missing-object" });
    rmSync(join(source.path, ".git/objects", blob.slice(0, 2)), { recursive: true });
    await expect(runGit(["cat-file", "blob", blob], { gitDir: join(source.path, ".git") })).rejects.toMatchObject({
      code: "missing-object",
    });
  });

  test("anything else in git's own words", async () => {
    const gitDir = join(aRepository().path, ".git");
    await expect(runGit(["rev-parse", "--verify", "nowhere"], { gitDir })).rejects.toMatchObject({
      code: "git-failed",
      message: "git rev-parse failed: Needed a single revision",
    });
  });
});

const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
