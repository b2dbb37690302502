import { expect, test } from "vitest";
import { aRepository, harnessFor } from "../../workspace/a-repository.testkit.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { treeIdOf } from "./tree-id.ts";

test("a tree has the name that git gives it, whatever its files are called", async () => {
  const repository = aRepository();
  const commit = repository.commit({
    ...{ "a.txt": "a", "a/b.txt": "b", "a-b": "c", "a/deep/er/c.txt": "d", "ä/ö.txt": "e", run: { script: "true" } },
  });
  const trees = treesOf(await harnessFor(repository));
  const tree = await trees.treeOf(commit);
  const entries = await trees.entries(tree);
  expect(treeIdOf(entries.toReversed(), tree)).toBe(tree);
  expect(treeIdOf(entries.slice(1), tree)).not.toBe(tree);
  expect(treeIdOf([], tree)).toBe(trees.emptyTree);
});
