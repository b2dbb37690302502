import fc from "fast-check";
import { expect, test } from "vitest";
import { type Files, realTrees } from "./real-trees.testkit.ts";
import { foldersOf, type TreeView, viewOf } from "./tree-view.ts";

const trees = await realTrees();
const PATHS = ["a", "a/b", "a/b/c", "a.b", "b", "b/c", "c/d/e"];

/** No path of these is a folder of another. */
const someFiles: fc.Arbitrary<Files> = fc
  .array(fc.tuple(fc.constantFrom(...PATHS), fc.constantFrom("1", "2")), { maxLength: 6 })
  .map((files) =>
    Object.fromEntries(files.filter(([path]) => !files.some(([other]) => foldersOf(path).includes(other)))),
  );

async function told(view: TreeView) {
  const texts = await Promise.all(PATHS.map((path) => view.text(path)));
  const answers = PATHS.map((path) => [view.files.has(path), view.files.get(path), view.folders.has(path)]);
  return {
    id: view.id,
    answers,
    texts,
    files: [...view.files],
    keys: [...view.files.keys()],
    top: view.folders.has(""),
  };
}

test("a view that was made from another one, or from one that was, says what one made of all files says", async () => {
  await fc.assert(
    fc.asyncProperty(someFiles, someFiles, someFiles, async (first, second, third) => {
      const [one, two, three] = [await trees.plant(first), await trees.plant(second), await trees.plant(third)];
      // Views are kept by the trees they are of, so that each of these starts with none.
      const base = await viewOf({ ...trees }, one);
      const near = await viewOf({ ...trees }, two, base);
      const nearer = await viewOf({ ...trees }, three, near);
      expect(await told(near)).toEqual(await told(await viewOf({ ...trees }, two)));
      expect(await told(nearer)).toEqual(await told(await viewOf({ ...trees }, three)));
      expect(await told(base)).toEqual(await told(await viewOf({ ...trees }, one)));
    }),
    { numRuns: 25 },
  );
});

test("a view made from another one lists no tree until all of its files are asked for", async () => {
  const base = await viewOf(trees, await trees.plant({ a: "1", "b/c": "2" }));
  const next = await trees.plant({ a: "2", new: "n" }, base.id);
  let listed = 0;
  const counted = {
    ...trees,
    entries: (tree: string) => {
      listed += 1;
      return trees.entries(tree);
    },
  };
  const view = await viewOf(counted, next, base);
  expect([await view.text("a"), await view.text("b/c"), view.files.has("new"), listed]).toEqual(["2", "2", true, 0]);
});
