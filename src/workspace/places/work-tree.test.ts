import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aRepository, harnessFor } from "../a-repository.testkit.ts";
import { isOurs } from "../folders/own-folder.ts";
import { snapshot } from "../snapshot/snapshot.ts";
import { makeWorkTree, resetWorkTree } from "./work-tree.ts";

async function world() {
  const repository = aRepository();
  const first = repository.commit({
    "src/a.ts": "a\n",
    ".gitignore": "node_modules/\n*.log\n",
    "x.bat": "x\n",
    ".gitattributes": "*.bat eol=crlf\n",
  });
  const second = repository.commit({ "src/a.ts": "b\n", "new.ts": "" });
  const git = await harnessFor(repository);
  const folder = join(tempFolder(), "work");
  return { repository, git, folder, first, second };
}

test("a work tree is at its commit, and a snapshot of it is that commit's tree", async () => {
  const { repository, git, folder, first } = await world();
  const { path, index } = await makeWorkTree(git, folder, first);
  expect(readFileSync(join(path, "src/a.ts"), "utf8")).toBe("a\n");
  expect(isOurs(folder)).toBe(true);
  const { tree } = await snapshot(git, path, { index, base: first });
  expect(tree).toBe(repository.git("rev-parse", `${first}^{tree}`));
});

test("a reset takes everything back but what is to be kept", async () => {
  const { git, folder, first, second } = await world();
  const { path, index } = await makeWorkTree(git, folder, first);
  for (const name of ["node_modules/a", "deep/cache/b", "deep/other"]) {
    mkdirSync(join(path, name), { recursive: true });
    writeFileSync(join(path, name, "file"), "kept");
  }
  writeFileSync(join(path, "src/a.ts"), "worker");
  writeFileSync(join(path, "x.bat"), "x\n");
  writeFileSync(join(path, "b.log"), "");
  await snapshot(git, path, { index, base: first });
  await resetWorkTree(git, folder, second, ["node_modules", "deep/cache"]);
  expect(readFileSync(join(path, "src/a.ts"), "utf8")).toBe("b\n");
  expect(readFileSync(join(path, "x.bat"), "utf8")).toBe("x\r\n");
  expect(readFileSync(join(path, "node_modules/a/file"), "utf8")).toBe("kept");
  expect(readFileSync(join(path, "deep/cache/b/file"), "utf8")).toBe("kept");
  expect(["deep/other", "b.log"].filter((name) => existsSync(join(path, name)))).toEqual([]);
  expect((await snapshot(git, path, { index, base: second })).ignored).toEqual(["node_modules"]);
});

test("nothing is reset in a folder that is not ours", async () => {
  const { git, repository, first } = await world();
  const theirs = tempFolder();
  mkdirSync(join(theirs, "tree"));
  writeFileSync(join(theirs, "tree/precious"), "");
  for (const folder of [theirs, repository.path]) {
    await expect(resetWorkTree(git, folder, first)).rejects.toMatchObject({ code: "not-ours" });
    await expect(makeWorkTree(git, folder, first)).rejects.toMatchObject({ code: "not-ours" });
  }
  expect(existsSync(join(theirs, "tree/precious"))).toBe(true);
});
