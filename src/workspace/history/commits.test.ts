import { describe, expect, test } from "vitest";
import type { Person } from "../../ports/git.ts";
import { aRepository, harnessFor, type Repository } from "../a-repository.testkit.ts";
import { writeCommit } from "./commits.ts";
import { historyOf } from "./history.ts";
import { sshKeygen, sshSigner } from "./ssh-signer.testkit.ts";

const ada: Person = { name: "Ada Lovelace", email: "ada@example.org", time: 1_800_000_000, zone: "-0330" };

async function written(repository: Repository, message: string, person = ada) {
  const git = await harnessFor(repository);
  const tree = repository.gitWith({ input: Buffer.of() }, "hash-object", "-w", "-t", "tree", "--stdin");
  return writeCommit(git, { tree, parents: [], author: person, committer: person, message });
}

describe("writeCommit", () => {
  test("writes the very object that git would", async () => {
    const repository = aRepository();
    const parents = [repository.commit({ a: "1" }), repository.commit({ a: "2" })];
    const tree = repository.git("rev-parse", "HEAD^{tree}");
    const committer = { ...ada, name: "Béa", time: 1_800_000_001, zone: "+0200" };
    const id = await writeCommit(await harnessFor(repository), {
      tree,
      parents,
      author: ada,
      committer,
      message: "why\n\nbecause",
    });
    const env = {
      GIT_AUTHOR_NAME: ada.name,
      GIT_AUTHOR_EMAIL: ada.email,
      GIT_AUTHOR_DATE: `${ada.time} ${ada.zone}`,
      GIT_COMMITTER_NAME: committer.name,
      GIT_COMMITTER_EMAIL: committer.email,
      GIT_COMMITTER_DATE: `${committer.time} ${committer.zone}`,
    };
    const named = parents.flatMap((parent) => ["-p", parent]);
    expect(id).toBe(repository.gitWith({ env, input: Buffer.from("why\n\nbecause\n") }, "commit-tree", ...named, tree));
  });

  test.for(["sha1", "sha256"])("signs a %s commit so that git verifies it", async (format, context) => {
    const program = sshKeygen(context);
    const { signer, allowedSigners } = sshSigner(program);
    const repository = aRepository(`--object-format=${format}`);
    const parent = repository.commit({ a: "1" });
    const tree = repository.git("rev-parse", "HEAD^{tree}");
    const git = await harnessFor(repository);
    const id = await writeCommit(git, {
      tree,
      parents: [parent],
      author: ada,
      committer: ada,
      message: "signed",
      signer,
    });
    repository.git("update-ref", "refs/heads/signed", id);
    expect(repository.git("fsck", "--strict")).toBe("");
    const trusting = ["-c", `gpg.ssh.allowedSignersFile=${allowedSigners}`];
    expect(repository.git(...trusting, "log", "-1", "--format=%G? %GS", "signed")).toBe("G planwright@example.org");
    repository.git(...trusting, "verify-commit", id);
  });

  test.each([
    ["no newline", "no newline\n"],
    ["\n\n  title  \r\n\n\n\nbody\t\n\n\n", "  title\n\nbody\n"],
    ["# kept", "# kept\n"],
    ["a\0b", "ab\n"],
    ["half \ud800", "half \ufffd\n"],
    ["", ""],
    [" \n\n", ""],
  ])("cleans the message %j", async (message, kept) => {
    const repository = aRepository();
    const id = await written(repository, message);
    const [commit] = await historyOf(await harnessFor(repository)).firstParents(id, () => true);
    expect(commit?.message).toBe(kept);
    expect(repository.git("fsck", "--strict", id)).toBe("");
  });

  test("keeps a name from ending its line, as git does", async () => {
    const repository = aRepository();
    const id = await written(repository, "x", { ...ada, name: " .A\0da <evil>\nparent 123;", email: "<a@b>" });
    expect(repository.git("log", "-1", "--format=%an|%ae", id)).toBe("Ada evilparent 123|a@b");
    expect(repository.git("fsck", "--strict", id)).toBe("");
  });

  test("refuses nobody, no time and no tree", async () => {
    const repository = aRepository();
    await expect(written(repository, "x", { ...ada, name: "<>" })).rejects.toThrow(/needs a name/);
    for (const time of [1.5, -1, Number.NaN])
      await expect(written(repository, "x", { ...ada, time })).rejects.toThrow(/needs a time/);
    await expect(written(repository, "x", { ...ada, zone: "Z" })).rejects.toThrow(/needs a time/);
    const git = await harnessFor(repository);
    const nothing = { tree: "HEAD\nparent x", parents: [], author: ada, committer: ada, message: "x" };
    await expect(writeCommit(git, nothing)).rejects.toMatchObject({ code: "missing-object" });
    const tree = repository.gitWith({ input: Buffer.of() }, "hash-object", "-w", "-t", "tree", "--stdin");
    const orphan = { ...nothing, tree, parents: ["main"] };
    await expect(writeCommit(git, orphan)).rejects.toMatchObject({ code: "missing-object" });
  });
});
