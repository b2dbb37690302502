import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aRepository, type Files, harnessFor, repositoryAt } from "../a-repository.testkit.ts";
import { makeWorkTree } from "../places/work-tree.ts";
import { snapshot } from "./snapshot.ts";

/** A work tree of ours at a commit with these files, what a worker does in it, and what a snapshot of it gives. */
async function world(files: Files, repository = aRepository()) {
  const base = repository.commit(files);
  const git = await harnessFor(repository);
  const { path, index } = await makeWorkTree(git, join(tempFolder(), "work"), base);
  return {
    repository,
    git,
    path,
    base,
    write: repositoryAt(path).write,
    pipe: (...names: string[]) => makePipes(path, names),
    take: () => snapshot(git, path, { index, base }),
    /** Git reads a file again that is no older than its index. */
    makeAllYoung: () => utimesSync(index, 1000, 1000),
    list: (tree: string) => repository.git("ls-tree", "-r", "--name-only", tree).split("\n"),
    show: (tree: string, file: string) => repository.git("show", `${tree}:${file}`),
  };
}

function makePipes(folder: string, names: readonly string[]): void {
  expect(spawnSync("mkfifo", names, { cwd: folder, encoding: "utf8" }).stderr).toBe("");
}

const many = (count: number, text: string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`many/${at}.txt`, text]));

describe("a pipe in the place of attributes", () => {
  test.for(["", "dir/", "new/"])("keeps no snapshot waiting: %s.gitattributes", async (above) => {
    const { take, write, pipe, path, list, show } = await world({ "one.txt": "1", "dir/two.txt": "2" });
    write({ "one.txt": "changed", "dir/two.txt": "changed", "new/three.txt": "3", "a:b": "" });
    pipe(`${above}.gitattributes`);
    const { tree } = await take();
    expect(list(tree)).toEqual(["a:b", "dir/two.txt", "new/three.txt", "one.txt"]);
    expect(show(tree, "dir/two.txt")).toBe("changed");
    expect(existsSync(join(path, `${above}.gitattributes`))).toBe(false);
  });

  test("takes away the attributes of the base", async () => {
    const { take, write, pipe, list, show } = await world({ ".gitattributes": "* text\n", "one.txt": "1" });
    write({ ".gitattributes": null, "one.txt": "a\r\n" });
    pipe(".gitattributes");
    const { tree } = await take();
    expect(list(tree)).toEqual(["one.txt"]);
    expect(show(tree, "one.txt")).toBe("a\r");
  });

  test("is not in the way of a git that compares files with its index, or makes that for another base", async () => {
    const { take, write, pipe, makeAllYoung, repository, git, path, base } = await world(many(60, "1"));
    makeAllYoung();
    pipe("many/.gitattributes");
    expect((await take()).tree).toBe(repository.git("rev-parse", `${base}^{tree}`));
    write(many(60, "2"));
    pipe(".gitattributes");
    const { tree } = await take();
    makeAllYoung();
    pipe(".gitattributes");
    const index = join(path, "../snapshot-index");
    expect((await snapshot(git, path, { index, base: tree })).tree).toBe(tree);
  });

  test("stays where only a link leads to it", async () => {
    const { take, write, list, path } = await world({ "one.txt": "1", "dir/two.txt": "2" });
    const elsewhere = tempFolder();
    makePipes(elsewhere, [".gitattributes"]);
    write({ "one.txt": "changed", dir: { link: elsewhere } });
    expect(list((await take()).tree)).toEqual(["dir", "one.txt"]);
    expect(lstatSync(join(path, "dir/.gitattributes")).isFIFO()).toBe(true);
  });

  test.for(["", "dir/", "new/"])(
    "stays in the person's own checkout, and is named: %s.gitattributes",
    async (above) => {
      const { repository, git, base } = await world({ "one.txt": "1", "dir/two.txt": "2" });
      repository.write({ "one.txt": "changed", "new/three.txt": "3" });
      makePipes(repository.path, [`${above}.gitattributes`]);
      const place = join(repository.path, `${above}.gitattributes`);
      await expect(snapshot(git, repository.path, { index: join(tempFolder(), "index"), base })).rejects.toMatchObject({
        code: "unsupported",
        message: `${place} is a pipe, a socket or a device, and git would wait for it for ever; remove it`,
      });
      expect(lstatSync(place).isFIFO()).toBe(true);
    },
  );
});

test.for([[".gitignore"], [".gitmodules"], [".mailmap"]])(
  "git does not wait for a pipe named %s",
  async ([name = ""]) => {
    const { take, write, pipe, makeAllYoung, list } = await world({ [name]: "*.log\n", "one.txt": "1", "dir/a": "" });
    write({ [name]: null, "one.txt": "changed", "new/a:b": "" });
    makeAllYoung();
    pipe(name, `dir/${name}`, `new/${name}`);
    expect(list((await take()).tree)).toEqual(["dir/a", "new/a:b", "one.txt"]);
  },
);

describe("a file that is not in the encoding that attributes name", () => {
  test.for(["=UTF-16", "=nonsense", ""])("is taken as it is when only the worker says so: %j", async (encoding) => {
    const { take, write, list, show, repository } = await world({ "one.txt": "1", "other.md": "1" });
    const odd = 'new\nline "é".txt';
    const script = { script: "true" };
    write({ ".gitattributes": `*.txt working-tree-encoding${encoding}\n*.md text\n`, "one.txt": "a\r\n" });
    write({ [odd]: "b", "run.txt": script, "other.md": "c\r\n" });
    const { tree, filtered } = await take();
    expect(filtered).toEqual([]);
    expect(list(tree)).toHaveLength(5);
    expect([show(tree, "one.txt"), show(tree, odd), show(tree, "other.md")]).toEqual(["a\r", "b", "c"]);
    expect(repository.git("ls-tree", tree, "run.txt", "one.txt")).toMatch(/^100644 .*\n100755 /);
    expect(await take()).toMatchObject({ tree });
  });

  test("keeps its mode where the disk has none", async () => {
    const repository = aRepository();
    repository.git("config", "core.filemode", "false");
    const { take, write } = await world({ "one.txt": "1" }, repository);
    write({ ".gitattributes": "*.txt working-tree-encoding=UTF-16\n", "one.txt": { script: "true" } });
    expect(repository.git("ls-tree", (await take()).tree, "one.txt")).toMatch(/^100644/);
  });

  test("stays as the base has it when the base says so, and is named", async () => {
    const wide = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
    const { take, write, list, show } = await world({
      ".gitattributes": "*.rc working-tree-encoding=UTF-16\n",
      "a.rc": wide("a"),
      "b.rc": wide("b"),
    });
    write({ "a.rc": "plain", "b.rc": wide("changed"), "new.rc": "plain", "c.txt": "c" });
    const { tree, filtered } = await take();
    expect(filtered.toSorted()).toEqual(["a.rc", "new.rc"]);
    expect([show(tree, "a.rc"), show(tree, "b.rc")]).toEqual(["a", "changed"]);
    expect(list(tree)).toEqual([".gitattributes", "a.rc", "b.rc", "c.txt"]);
  });

  test.for(["=UTF-16", ""])("is compared with what git knows of it: %j", async (encoding) => {
    const { take, write, makeAllYoung, list, show } = await world({ ...many(60, "1"), swapped: "" });
    write({
      ".gitattributes": `many/1*.txt working-tree-encoding${encoding}\n`,
      "many/1.txt": "changed",
      swapped: null,
    });
    // Only git knows what to make of this, so it is asked about all files.
    write({ "swapped/.git/x": "" });
    makeAllYoung();
    const { tree } = await take();
    expect(list(tree)).toHaveLength(61);
    expect([show(tree, "many/1.txt"), show(tree, "many/2.txt")]).toEqual(["changed", "1"]);
  });
});
