import { spawnSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { differences, fingerprint } from "./fingerprint.ts";
import { loadStatCache, saveStatCache } from "./stat-cache.ts";

const what = (folder: string, act: () => void): string[] => {
  const before = fingerprint(folder);
  act();
  return differences(before, fingerprint(folder)).map(
    ({ path, before, after }) => `${path}: ${before?.kind ?? "nothing"} -> ${after?.kind ?? "nothing"}`,
  );
};

function aFolder(): string {
  const folder = join(tempFolder(), "tree");
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "src/a.ts"), "a\n");
  writeFileSync(join(folder, "b.txt"), "b\n");
  return folder;
}

describe("a fingerprint", () => {
  test("is the same for the same content, whenever and wherever it was written", () => {
    const [one, other] = [aFolder(), aFolder()];
    utimesSync(join(other, "b.txt"), 1, 1);
    expect(fingerprint(other).digest).toBe(fingerprint(one).digest);
    expect(differences(fingerprint(one), fingerprint(other))).toEqual([]);
  });

  test("tells every kind of difference", () => {
    const folder = aFolder();
    const at = (path: string) => join(folder, path);
    expect(what(folder, () => writeFileSync(at("b.txt"), "c\n"))).toEqual(["b.txt: file -> file"]);
    expect(what(folder, () => chmodSync(at("b.txt"), 0o755))).toEqual(["b.txt: file -> file"]);
    expect(what(folder, () => chmodSync(at("b.txt"), 0o777))).toEqual([]);
    expect(what(folder, () => mkdirSync(at("empty")))).toEqual(["empty: nothing -> folder"]);
    expect(what(folder, () => symlinkSync("b.txt", at("link")))).toEqual(["link: nothing -> link"]);
    expect(
      what(folder, () => {
        rmSync(at("link"));
        symlinkSync("src", at("link"));
      }),
    ).toEqual(["link: link -> link"]);
    expect(
      what(folder, () => {
        rmSync(at("b.txt"));
        symlinkSync("src/a.ts", at("b.txt"));
      }),
    ).toEqual(["b.txt: file -> link"]);
    expect(what(folder, () => rmSync(at("src/a.ts")))).toEqual(["src/a.ts: file -> nothing"]);
    expect(what(folder, () => renameSync(at("src"), at("lib")))).toEqual([
      "lib: nothing -> folder",
      "src: folder -> nothing",
    ]);
  });

  test("leaves out `.git` at the top, a folder or a file, and counts a nested one", () => {
    const folder = aFolder();
    expect(
      what(folder, () => {
        mkdirSync(join(folder, ".git"));
        writeFileSync(join(folder, ".git/config"), "");
      }),
    ).toEqual([]);
    rmSync(join(folder, ".git"), { recursive: true });
    expect(what(folder, () => writeFileSync(join(folder, ".git"), "gitdir: x"))).toEqual([]);
    expect(what(folder, () => mkdirSync(join(folder, "src/.git")))).toEqual(["src/.git: nothing -> folder"]);
  });

  test("names fifos and sockets by their kind, without opening them", () => {
    const folder = aFolder();
    const socket = `import socket; socket.socket(socket.AF_UNIX).bind("${folder}/socket")`;
    expect(what(folder, () => spawnSync("mkfifo", [join(folder, "fifo")]))).toEqual(["fifo: nothing -> fifo"]);
    expect(what(folder, () => spawnSync("python3", ["-c", socket]))).toEqual(["socket: nothing -> socket"]);
  });

  test("keeps names that are no UTF-8 apart", () => {
    const folder = aFolder();
    const name = (byte: number) => Buffer.concat([Buffer.from(`${folder}/n`), Buffer.of(byte)]);
    writeFileSync(name(0xfe), "");
    const before = fingerprint(folder);
    rmSync(name(0xfe));
    writeFileSync(name(0xff), "");
    writeFileSync(join(folder, "real \ufffd\nname"), "");
    const after = fingerprint(folder);
    expect(after.digest).not.toBe(before.digest);
    expect(differences(before, after).map(({ path }) => path)).toEqual(["n\udcfe", "n\udcff", "real \ufffd\nname"]);
  });

  test("says what it may not read, and goes on", () => {
    const folder = aFolder();
    chmodSync(join(folder, "b.txt"), 0);
    mkdirSync(join(folder, "closed"), { mode: 0 });
    chmodSync(folder, 0o755);
    chmodSync(join(folder, ".."), 0o755);
    const program = `
      import { fingerprint } from "${new URL("fingerprint.ts", import.meta.url).pathname}";
      if (process.getuid() === 0) { process.setgroups([]); process.setgid(65534); process.setuid(65534); }
      console.log(JSON.stringify(fingerprint("${folder}").lines.filter((line) => line.startsWith("unreadable"))));`;
    const said = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
    chmodSync(join(folder, "closed"), 0o700);
    expect(JSON.parse(said.stdout)).toEqual(["unreadable 0  b.txt", "unreadable 0  closed"]);
  });

  test("ends where a path becomes longer than the system takes", () => {
    const folder = aFolder();
    const deep = `
import os
os.chdir("${folder}")
for i in range(3000):
  os.mkdir("d"); os.chdir("d")`;
    expect(spawnSync("python3", ["-c", deep]).status).toBe(0);
    const { lines } = fingerprint(folder);
    expect(lines.filter((line) => line.startsWith("unreadable"))).toHaveLength(1);
    expect(spawnSync("rm", ["-rf", folder]).status).toBe(0);
  });
});

describe("with the cache of an earlier one", () => {
  /** Its files changed long ago, as far as the cache can tell. */
  const settled = (folder: string) => {
    const { cache } = fingerprint(folder);
    return { ...cache, takenAt: cache.takenAt + 3000 };
  };

  test("a file is not read again", () => {
    const folder = aFolder();
    const cache = settled(folder);
    const forged = { ...cache, hashes: "f".repeat(cache.hashes.length) };
    expect(fingerprint(folder, forged).lines.filter((line) => line.includes("ffff"))).toHaveLength(2);
  });

  test("a file that changed just before it was read is read again", () => {
    const folder = aFolder();
    const { cache } = fingerprint(folder);
    const forged = { ...cache, hashes: "f".repeat(cache.hashes.length) };
    expect(fingerprint(folder, forged)).toEqual({ ...fingerprint(folder), cache: expect.anything() });
  });

  test("a change is seen although size, mtime and inode are as before", () => {
    const folder = aFolder();
    const file = join(folder, "b.txt");
    utimesSync(file, 1000, 1000);
    const cache = settled(folder);
    writeFileSync(file, "B\n");
    utimesSync(file, 1000, 1000);
    expect(fingerprint(folder, cache).digest).toBe(fingerprint(folder).digest);
  });

  test("a file that takes another's place is seen, and so is a change through another name", () => {
    const folder = aFolder();
    const outside = join(folder, "..", "outside");
    writeFileSync(outside, "B\n");
    linkSync(join(folder, "src/a.ts"), join(folder, "..", "other-name"));
    const cache = settled(folder);
    renameSync(outside, join(folder, "b.txt"));
    writeFileSync(join(folder, "..", "other-name"), "A\n");
    expect(fingerprint(folder, cache).digest).toBe(fingerprint(folder).digest);
  });

  test("files may come and go between those it knows", () => {
    const folder = aFolder();
    for (const name of ["c", "e", "g"]) writeFileSync(join(folder, name), name);
    const cache = settled(folder);
    rmSync(join(folder, "e"));
    for (const name of ["d", "a", "h"]) writeFileSync(join(folder, name), name);
    expect(fingerprint(folder, cache).digest).toBe(fingerprint(folder).digest);
  });

  test("it outlives the process in a file, and a damaged file is an empty cache", () => {
    const folder = aFolder();
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/n`), Buffer.of(0xff)]), "");
    const file = join(folder, "..", "cache");
    const cache = settled(folder);
    saveStatCache(file, cache);
    const loaded = loadStatCache(file);
    expect({ ...loaded, stats: [...loaded.stats] }).toEqual({ ...cache, stats: [...cache.stats] });

    const { length } = readFileSync(file);
    for (const size of [length - 1, length - 9, 200, 12, 0]) {
      truncateSync(file, size);
      expect(fingerprint(folder, loadStatCache(file)).digest).toBe(fingerprint(folder).digest);
    }
    expect(loadStatCache(join(folder, "nowhere")).paths).toEqual([]);
  });

  test("a large tree, looked at by two threads, gives the same answer", () => {
    const folder = aFolder();
    for (let n = 0; n < 6000; n += 1) writeFileSync(join(folder, `src/${n}`), String(n));
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/src/n`), Buffer.of(0xff)]), "");
    const one = fingerprint(folder);
    expect(fingerprint(folder, settled(folder)).lines).toEqual(one.lines);
    expect(one.lines.every((line) => /^file \d+ [0-9a-f]{64} /.test(line) || line === "folder 0  src")).toBe(true);
  });
});
