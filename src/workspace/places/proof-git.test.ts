import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { gitIn } from "../../../test/a-checkout.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aRepository, harnessFor } from "../a-repository.testkit.ts";
import { openProofGit, type PushedBranch } from "./proof-git.ts";
import { openProofTree } from "./proof-tree.ts";

/** Asks the git that a contract would find; outside a sandbox by the name of its folder. */
async function askedOf(pushed: PushedBranch | null) {
  const repository = aRepository();
  repository.commit({ "a.txt": "a\n" });
  const head = repository.git("rev-parse", "HEAD");
  const git = await harnessFor(repository);
  const folder = join(tempFolder(), "proof");
  const tree = openProofTree(git, folder);
  onTestFinished(async () => {
    await tree.close();
    git.objects.close();
  });
  const { proof, mounts } = await openProofGit(git, folder, tree, { head, pushed });
  await proof.hold(repository.git("rev-parse", "HEAD^{tree}"));
  const shown = mounts(proof.path).find(({ access }) => access === "throw-away")?.show ?? "";
  return (...args: string[]) => gitIn(proof.path, "--git-dir", shown, "--work-tree", proof.path, ...args);
}

test("a contract that asks git finds a branch of nobody's, no remote, and nothing changed", async () => {
  const git = await askedOf(null);
  expect([git("branch", "--show-current"), git("remote"), git("status", "--porcelain")]).toEqual([
    "planwright/proof",
    "",
    "",
  ]);
});

test("one that looks where the branch was pushed finds the branch, and the remote however it is spelled", async () => {
  const url = 'https://forge.example/a "b"\\c #1.git';
  const git = await askedOf({ branch: "plan/words", remote: { name: "up", url } });
  expect([git("branch", "--show-current"), git("remote", "get-url", "up"), git("status", "--porcelain")]).toEqual([
    "plan/words",
    url,
    "",
  ]);
  expect(git("config", "branch.plan/words.merge")).toBe("refs/heads/plan/words");
});

test("a branch that was pushed nowhere has its name all the same", async () => {
  const git = await askedOf({ branch: "plan/words", remote: null });
  expect([git("branch", "--show-current"), git("remote")]).toEqual(["plan/words", ""]);
});
