import { describe, expect, test } from "vitest";
import { aRepository, cloneOf, harnessFor, linkedWorktree, type Repository } from "../a-repository.testkit.ts";
import { historyOf } from "./history.ts";
import { isSignatureOf, sshKeygen, sshSigner } from "./ssh-signer.testkit.ts";

const never = () => false;

/** Stores these very bytes as a commit, however broken. */
const storeCommit = (repository: Repository, text: string | Buffer) =>
  repository.gitWith({ input: Buffer.from(text) }, "hash-object", "-t", "commit", "-w", "--literally", "--stdin");

describe("resolve", () => {
  test("finds branches, tags, ids and ancestors, and the HEAD of the person's own working tree", async () => {
    const repository = aRepository();
    const first = repository.commit({ a: "1" });
    const linked = linkedWorktree(repository, "side");
    const second = repository.commit({ a: "2" });
    repository.git("tag", "-a", "-m", "x", "v1");
    const history = historyOf(await harnessFor(repository));
    for (const revision of ["main", "v1", second, second.slice(0, 10), "HEAD", "@", "refs/heads/main"])
      expect(await history.resolve(revision), revision).toBe(second);
    for (const revision of ["HEAD~1", "@^", "main~1", "side"])
      expect(await history.resolve(revision), revision).toBe(first);
    expect(await historyOf(await harnessFor(linked)).resolve("HEAD")).toBe(first);
  });

  test("gives null for what is not there, or no commit, or no revision at all", async () => {
    const repository = aRepository();
    const history = historyOf(await harnessFor(repository));
    expect(await history.resolve("HEAD")).toBeNull();
    repository.commit({ a: "1" });
    for (const revision of [
      "nowhere",
      "main:a",
      "0".repeat(40),
      "-h",
      "--git-dir",
      "",
      "a b",
      "a..b",
      "HEAD~7",
      "x\0y",
      "@{1}",
    ])
      expect(await history.resolve(revision), revision).toBeNull();
  });
});

describe("firstParents", () => {
  test("goes back along first parents until told, the last one included", async () => {
    const repository = aRepository();
    const ids = Array.from({ length: 40 }, (_, at) => repository.commit({}, `number ${at}`));
    repository.git("checkout", "-q", "-b", "side", "main~3");
    repository.commit({ side: "x" });
    repository.git("checkout", "-q", "main");
    repository.git("merge", "-q", "--no-ff", "-m", "joined", "side");
    const history = historyOf(await harnessFor(repository));
    const tip = repository.git("rev-parse", "HEAD");
    const all = await history.firstParents(tip, never);
    expect(all.map((commit) => commit.id)).toEqual([tip, ...ids.toReversed()]);
    const some = await history.firstParents(tip, (commit) => commit.message === "number 38\n");
    expect(some.map((commit) => commit.message)).toEqual(["joined\n", "number 39\n", "number 38\n"]);
    expect(some[0]?.parents).toHaveLength(2);
    expect(some[1]).toMatchObject({
      author: { name: "Ada", email: "ada@example.org", time: 1_700_000_000, zone: "+0100" },
      tree: repository.git("rev-parse", "main~1^{tree}"),
      signature: null,
    });
  });

  test("ends where a shallow clone does, and heeds no replaced object", async () => {
    const source = aRepository();
    source.commit({ a: "1" });
    const tip = source.commit({ a: "2" });
    const history = historyOf(await harnessFor(cloneOf(source, "--depth", "1")));
    expect(await history.firstParents(tip, never)).toMatchObject([{ id: tip, parents: [expect.any(String)] }]);
    source.git("replace", "--graft", tip);
    expect(await historyOf(await harnessFor(source)).firstParents(tip, never)).toHaveLength(2);
  });

  test("throws for a commit that is missing, is a tree, or names no tree", async () => {
    const repository = aRepository();
    const commit = repository.commit({ a: "1" });
    const tree = repository.git("rev-parse", "HEAD^{tree}");
    const history = historyOf(await harnessFor(repository));
    const code = (wanted: string) => expect.objectContaining({ code: wanted });
    await expect(history.firstParents("1".repeat(40), never)).rejects.toEqual(code("missing-object"));
    await expect(history.firstParents("main", never)).rejects.toEqual(code("missing-object"));
    await expect(history.firstParents(tree, never)).rejects.toThrow();
    const broken = storeCommit(repository, `author A <a@b> 1 +0000\ntree ${tree}\nparent ${commit}\n\nx\n`);
    await expect(history.firstParents(broken, never)).rejects.toThrow();
  });

  test("reads other encodings, damaged people, and a parent that is out of place as git does", async () => {
    const repository = aRepository();
    const first = repository.commit({ a: "1" });
    const tree = repository.git("rev-parse", "HEAD^{tree}");
    const history = historyOf(await harnessFor(repository));
    const read = async (text: string) =>
      (await history.firstParents(storeCommit(repository, Buffer.from(text, "latin1")), () => true))[0];

    expect(
      await read(
        `tree ${tree}\nauthor Zo\xeb <z@b> 7 -0130\ncommitter Z <z@b> 8 +0000\nencoding ISO-8859-1\n\nna\xefve\n`,
      ),
    ).toMatchObject({ author: { name: "Zoë", email: "z@b", time: 7, zone: "-0130" }, message: "naïve\n" });
    expect(await read(`tree ${tree}\nauthor nobody\ncommitter <> soon\nencoding klingon\n\nx`)).toMatchObject({
      author: { name: "", email: "", time: 0, zone: "+0000" },
      committer: { name: "", email: "", time: 0, zone: "+0000" },
      message: "x",
    });
    expect(
      await read(`tree ${tree}\nauthor A <a@b> 1 +0000\nparent ${first}\ncommitter A <a@b> 1 +0000\n\nx`),
    ).toMatchObject({ parents: [] });
  });
});

describe("what git has signed", () => {
  test.for(["sha1", "sha256"])("is found in a %s commit to the last byte", async (format, context) => {
    const program = sshKeygen(context);
    const { key, allowedSigners } = sshSigner(program);
    const repository = aRepository(`--object-format=${format}`);
    repository.git("config", "gpg.format", "ssh");
    repository.git("config", "user.signingKey", `${key}.pub`);
    repository.git("commit", "-q", "--allow-empty", "-S", "-m", "signed\n\n gpgsig not a header\n\nend");
    const tip = repository.git("rev-parse", "HEAD");
    const [commit] = await historyOf(await harnessFor(repository)).firstParents(tip, never);
    expect(commit?.signature).toMatch(/^-----BEGIN SSH SIGNATURE-----\n[^ ]+\n-----END SSH SIGNATURE-----\n$/s);
    expect(isSignatureOf(program, allowedSigners, commit?.signature ?? "", commit?.signed ?? new Uint8Array())).toBe(
      true,
    );
    expect(Buffer.from(commit?.signed ?? []).toString()).not.toContain("BEGIN SSH");
  });

  test("leaves out a signature for another hash, and keeps other headers of many lines", async () => {
    const repository = aRepository();
    repository.commit({ a: "1" });
    const tree = repository.git("rev-parse", "HEAD^{tree}");
    const people = "author A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n";
    const text = `tree ${tree}\n${people}gpgsig one\n two\nmergetag object x\n type y\ngpgsig-sha256 three\n four\nother z\n\nx\ngpgsig no\n`;
    const [commit] = await historyOf(await harnessFor(repository)).firstParents(storeCommit(repository, text), never);
    expect(commit?.signature).toBe("one\ntwo\n");
    expect(Buffer.from(commit?.signed ?? []).toString()).toBe(
      `tree ${tree}\n${people}mergetag object x\n type y\nother z\n\nx\ngpgsig no\n`,
    );
  });
});
