import { expect, test } from "vitest";
import { DEEPEST, foldersAbove } from "./folders-above.ts";

test("names every folder a path lies in, from the top", () => {
  expect(foldersAbove("src/api/a.ts")).toEqual(["src", "src/api"]);
  expect(foldersAbove("a.ts")).toEqual([]);
});

test("stops where no real path goes", () => {
  const folders = foldersAbove("a/".repeat(1_000_000));
  expect(folders).toHaveLength(DEEPEST);
  expect(folders.at(-1)).toBe(Array(DEEPEST).fill("a").join("/"));
});
