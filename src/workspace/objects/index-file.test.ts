import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aRepository } from "../a-repository.testkit.ts";
import { entryAt, findEntry, type IndexFile, indexOf, indexSkipping, indexWith, parseIndex } from "./index-file.ts";

const LONG = `dir/${"n".repeat(5000)}`;

describe.each(["sha1", "sha256"] as const)("an index of a %s repository", (objectFormat) => {
  const format = { objectFormat };
  const world = () => {
    const repository = aRepository(`--object-format=${objectFormat}`);
    repository.commit({ a: "a", "a.b": "x", "a/b": null, "dir/run": { script: "true" }, z: { link: "a" } });
    const file = join(tempFolder(), "index");
    const stages = (bytes: Buffer) => {
      writeFileSync(file, bytes);
      return repository.gitWith({ env: { GIT_INDEX_FILE: file } }, "ls-files", "--stage", "-z").split("\0");
    };
    const bytes = readFileSync(join(repository.path, ".git/index"));
    return { repository, bytes, index: known(parseIndex(format, bytes)), stages };
  };
  const known = (index: IndexFile | null): IndexFile => {
    if (index === null) throw new Error("it should be known");
    return index;
  };

  test("is read as git reads it", () => {
    const { index, stages, bytes } = world();
    const entries = Array.from({ length: index.starts.length - 1 }, (_, at) => entryAt(index, at));
    expect(entries.map(({ mode, id, path }) => `${mode} ${id} 0\t${path}`)).toEqual(stages(bytes).slice(0, -1));
    for (const [at, { path }] of entries.entries()) expect(findEntry(index, path)).toBe(at);
    expect(["0", "a-", "dir", "zz"].map((path) => findEntry(index, path))).toEqual([-1, -2, -3, -5]);
  });

  test("is written as git reads it, names of any length and bytes included", () => {
    const { index, stages } = world();
    const { id } = entryAt(index, 0);
    const paths = ["\xff", LONG, "a\nb", "a", "a/b"];
    const bytes = indexOf(
      format,
      paths.map((path) => ({ path, mode: "100644", id })),
    );
    const written = known(parseIndex(format, bytes));
    expect(paths.map((path) => entryAt(written, findEntry(written, path)).path)).toEqual(paths);
    expect(stages(bytes)).toHaveLength(paths.length + 1);
  });

  test("keeps all but what is changed in it", () => {
    const { index, stages, bytes } = world();
    const entry = entryAt(index, findEntry(index, "a.b"));
    const put = (path: string) => [path, { ...entry, path }] as const;
    const changes = new Map([
      put("0"),
      put("a"),
      ["a.b", null] as const,
      put(LONG),
      put("zz"),
      ["none", null] as const,
    ]);
    const changed = indexWith(format, index, changes);
    const old = new Map(stages(bytes).map((line) => [line.replace(/.*\t/s, ""), line]));
    const line = (path: string) => `100644 ${entry.id} 0\t${path}`;
    const expected = [line("0"), line("a"), line(LONG), old.get("dir/run"), old.get("z"), line("zz"), ""];
    expect(stages(changed ?? Buffer.alloc(0))).toEqual(expected);
  });

  test("tells git to leave files alone, as git itself would", () => {
    const { repository, index, bytes } = world();
    const flagged = (content: Buffer | null) => {
      writeFileSync(file, content ?? "");
      return repository.gitWith({ env: { GIT_INDEX_FILE: file } }, "ls-files", "-t", "--stage");
    };
    const file = join(tempFolder(), "index");
    writeFileSync(file, bytes);
    repository.gitWith({ env: { GIT_INDEX_FILE: file } }, "update-index", "--skip-worktree", "a.b", "z");
    const expected = flagged(readFileSync(file));
    expect(flagged(indexSkipping(format, index, ["z", "a.b"]))).toBe(expected);
    expect(expected).toContain("S 100644");
    const again = known(parseIndex(format, readFileSync(file)));
    expect(indexSkipping(format, again, ["a"]), "it has flags").toBeNull();
    expect(indexSkipping(format, index, ["none"])).toBeNull();
  });

  test("is left alone when it is of another version, cut short, or needs an extension that is not known here", () => {
    const { bytes, repository, index } = world();
    repository.git("update-index", "--index-version", "4");
    expect(parseIndex(format, readFileSync(join(repository.path, ".git/index")))).toBeNull();
    expect(() => parseIndex(format, bytes.subarray(0, 100))).toThrow(RangeError);
    const idBytes = objectFormat === "sha1" ? 20 : 32;
    const link = Buffer.concat([Buffer.from("link"), Buffer.alloc(4)]);
    const split = Buffer.concat([bytes.subarray(0, index.starts.at(-1)), link, Buffer.alloc(idBytes)]);
    expect(indexWith(format, known(parseIndex(format, split)), new Map())).toBeNull();
  });
});
