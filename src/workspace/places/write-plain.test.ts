import { chmodSync, linkSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aRepository, harnessFor } from "../a-repository.testkit.ts";
import { writePlain } from "./write-plain.ts";

/** A folder with a file `a`, which is to say something new; and a file that lies elsewhere. */
async function world() {
  const repository = aRepository();
  repository.commit({ a: "new\n" });
  const git = await harnessFor(repository);
  const folder = tempFolder();
  const [tree, elsewhere] = [join(folder, "tree"), join(folder, "elsewhere")];
  mkdirSync(tree);
  writeFileSync(elsewhere, "precious\n");
  const place = join(tree, "a");
  const write = (mode: "100644" | "100755" = "100644") =>
    writePlain(git, tree, [{ path: "a", mode, id: repository.git("rev-parse", "HEAD:a") }]);
  return { place, elsewhere, write };
}

test("a file that is there is written where it is", async () => {
  const { place, write } = await world();
  writeFileSync(place, "old, and longer\n");
  const { ino } = lstatSync(place);
  expect(write()).toHaveLength(1);
  expect([readFileSync(place, "utf8"), lstatSync(place).ino]).toEqual(["new\n", ino]);
});

test.each<[string, (place: string, elsewhere: string) => void]>([
  ["is another name of a file elsewhere", (place, elsewhere) => linkSync(elsewhere, place)],
  ["is a link", (place, elsewhere) => symlinkSync(elsewhere, place)],
])("what %s gives way, and what lies elsewhere stays as it is", async (_, spoil) => {
  const { place, elsewhere, write } = await world();
  spoil(place, elsewhere);
  expect(write()).toHaveLength(1);
  expect(lstatSync(place)).toMatchObject({ nlink: 1, size: 4 });
  expect([readFileSync(place, "utf8"), readFileSync(elsewhere, "utf8")]).toEqual(["new\n", "precious\n"]);
});

test("a file of another mode is made anew", async () => {
  const { place, write } = await world();
  writeFileSync(place, "old\n");
  write("100755");
  expect(lstatSync(place).mode & 0o111).not.toBe(0);
  chmodSync(place, 0o400);
  write("100644");
  expect([lstatSync(place).mode & 0o111, readFileSync(place, "utf8")]).toEqual([0, "new\n"]);
});
