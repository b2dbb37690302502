import { expect, test } from "vitest";
import { followedEntries } from "./followed-entries.ts";

const follow = (entries: string[], links: Record<string, string>): string[] =>
  followedEntries(entries, (path) => links[path] ?? null);

test("an entry with a link on its way also means the place it leads to", () => {
  expect(follow(["config/prod/**"], { config: "real/settings" })).toEqual(["config/prod/**", "real/settings/prod/**"]);
  expect(follow(["a/b/c"], { "a/b": "../x" })).toEqual(["a/b/c", "x/c"]);
  expect(follow(["a"], { a: "b", b: "c" })).toEqual(["a", "b", "c"]);
});

test("links that leave the repository, lead into themselves or stand behind a wildcard add nothing without end", () => {
  expect(follow(["a/b"], { a: "/etc" })).toEqual(["a/b"]);
  expect(follow(["a/b"], { a: "../../elsewhere" })).toEqual(["a/b"]);
  expect(follow(["*/a"], { "*": "x" })).toEqual(["*/a"]);
  expect(follow(["a"], { a: "a/a" }).length).toBeLessThan(200);
});
