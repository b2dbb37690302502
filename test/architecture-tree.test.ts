import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = readFileSync("ARCHITECTURE.md", "utf8");
const tree = /## Where things are.*?```\n(.*?)\n```/s.exec(page)?.[1] ?? "";
/** A line that begins at the edge names rooms; those below it, indented, name folders of the last of them. */
const rooms = tree.split(/\n(?=\S)/);
const folders = readdirSync("src", { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isDirectory() && !["fixtures", "testing"].includes(entry.name))
  .map((entry) => `${entry.parentPath}/${entry.name}`);

test("the tree in ARCHITECTURE.md names every room, and in its place every folder of a room", () => {
  expect(folders.filter((folder) => !rooms.some((room) => tells(room, folder)))).toEqual([]);
});

test("the tree comes within the first screen and a half", () => {
  expect(page.slice(0, page.indexOf(tree) + tree.length).split("\n").length).toBeLessThan(75);
});

const wordsOf = (text: string): Set<string> => new Set(text.match(/[\w-]+/g));

function tells(room: string, folder: string): boolean {
  const names = wordsOf(room.split(/ {2,}|\n/)[0] ?? "");
  const [, name = "", ...within] = folder.split("/");
  return names.has(name) && within.every((each) => wordsOf(room).has(each));
}
