import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { prerequisite } from "../../test/prerequisite.ts";
import { tempFolder } from "../../test/temp-folder.ts";
import type { TreeId } from "../ports/git.ts";
import { aMark, processesWith, until } from "../sandbox/a-run.testkit.ts";
import { openSandbox } from "../sandbox/bubblewrap.ts";
import { aRepository, harnessFor } from "../workspace/a-repository.testkit.ts";
import { openProofTree } from "../workspace/proof-tree.ts";
import { treesOf } from "../workspace/trees.ts";
import type { ProofPlace } from "./proof-place.ts";
import { runContract } from "./run-contract.ts";

const installed = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");
beforeEach((context) => void installed(context));

/** A proof tree, what it was made to hold, and trees in which `a.txt` says which one it is. */
async function aPlace(): Promise<{ place: ProofPlace; trees: TreeId[]; held: TreeId[] }> {
  const repository = aRepository();
  const trees = ["first", "second", "third"].map((word) => {
    repository.commit({ "a.txt": `${word}\n` });
    return repository.git("rev-parse", "HEAD^{tree}");
  });
  const git = await harnessFor(repository);
  const opened = openProofTree(git, join(tempFolder(), "proof"));
  const held: TreeId[] = [];
  const proof: ProofPlace["proof"] = {
    ...opened,
    hold(tree) {
      held.push(tree);
      return opened.hold(tree);
    },
  };
  const sandbox = await openSandbox({ scratchRoot: tempFolder(), hidden: [] });
  onTestFinished(async () => {
    await sandbox.close();
    await opened.close();
    git.objects.close();
  });
  const tools = { path: ["/usr/bin", "/bin"], roots: [], env: {} };
  const place: ProofPlace = {
    ...{ trees: treesOf(git), proof, sandbox, at: repository.path, layers: [], hidden: [], tools },
    ...{ network: "none", environment: "" },
  };
  return { place, trees, held };
}

/** What a contract prints on a tree. */
async function printed(
  place: ProofPlace,
  command: string,
  tree = "",
  { signal } = new AbortController(),
): Promise<string> {
  const { log } = await runContract(place, { command, seconds: 60 }, tree, signal);
  return log.head;
}

test("runs that come at once take turns in the proof tree, and each has its own tree to its end", async () => {
  const { place, trees } = await aPlace();
  const runs = trees.map((tree) => printed(place, "cat a.txt; sleep 0.5; cat a.txt", tree));
  expect(await Promise.all(runs)).toEqual(["first\nfirst\n", "second\nsecond\n", "third\nthird\n"]);
});

test("one that is stopped makes room for the next, and one that is stopped while it waits never begins", async () => {
  const { place, trees, held } = await aPlace();
  const [stops, neverBegins] = [new AbortController(), new AbortController()];
  const mark = aMark();
  const runs = Promise.allSettled([
    printed(place, `sleep ${mark}`, trees[0], stops),
    printed(place, "cat a.txt", trees[1], neverBegins),
    printed(place, "cat a.txt", trees[2]),
  ]);
  await until(() => processesWith(mark).length > 0);
  neverBegins.abort();
  stops.abort();
  const aborted = { status: "rejected", reason: expect.objectContaining({ name: "AbortError" }) };
  expect(await runs).toEqual([aborted, aborted, { status: "fulfilled", value: "third\n" }]);
  expect(held).toEqual([trees[0], trees[2]]);
});
