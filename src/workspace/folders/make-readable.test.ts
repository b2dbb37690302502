import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { makeReadable } from "./make-readable.ts";
import { makeOwnFolder } from "./own-folder.ts";

test("what a worker has closed can be read again, and links are left alone", () => {
  const outside = join(tempFolder(), "outside");
  writeFileSync(outside, "theirs", { mode: 0o000 });
  const folder = makeOwnFolder(join(tempFolder(), "run"));
  mkdirSync(join(folder, "tree/deep"), { recursive: true });
  writeFileSync(join(folder, "tree/deep/a.sh"), "a");
  symlinkSync(outside, join(folder, "tree/deep/link"));
  chmodSync(join(folder, "tree/deep/a.sh"), 0o110);
  chmodSync(join(folder, "tree/deep"), 0o000);
  makeReadable(folder, "tree");
  expect(readFileSync(join(folder, "tree/deep/a.sh"), "utf8")).toBe("a");
  expect(lstatSync(join(folder, "tree/deep/a.sh")).mode & 0o777).toBe(0o510);
  expect(lstatSync(outside).mode & 0o777).toBe(0o000);
});

test.each([0o000, 0o100, 0o200, 0o300, 0o400, 0o500, 0o600])(
  "folders of mode %o can be entered, listed and emptied again, the top one too",
  (mode) => {
    const folder = makeOwnFolder(join(tempFolder(), "run"));
    const [tree, deep] = [join(folder, "tree"), join(folder, "tree/deep")];
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, "a"), "a");
    for (const path of [deep, tree]) chmodSync(path, mode);
    makeReadable(folder, "tree");
    expect([tree, deep].map((path) => lstatSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
    expect(readFileSync(join(deep, "a"), "utf8")).toBe("a");
  },
);

test("what else a mode says is left as it is", () => {
  const folder = makeOwnFolder(join(tempFolder(), "run"));
  mkdirSync(join(folder, "tree"));
  const modes = { sticky: 0o1055, open: 0o666, closed: 0o000, program: 0o111, written: 0o222 };
  for (const [name, mode] of Object.entries(modes)) {
    writeFileSync(join(folder, "tree", name), "");
    chmodSync(join(folder, "tree", name), mode);
  }
  makeReadable(folder, "tree");
  const found = Object.keys(modes).map((name) => lstatSync(join(folder, "tree", name)).mode & 0o7777);
  expect(found).toEqual(Object.values(modes).map((mode) => mode | 0o400));
});

test("names with bytes that are no UTF-8, pipes and dangling links are no hindrance", () => {
  const folder = makeOwnFolder(join(tempFolder(), "run"));
  const script = `mkdir -p tree/$'d\\xff' && cd tree && mkfifo -m 000 pipe && ln -s nowhere link
    echo deep > $'d\\xff/\\xfe' && chmod 000 $'d\\xff/\\xfe' && chmod 000 $'d\\xff'`;
  expect(spawnSync("bash", ["-ec", script], { cwd: folder }).status).toBe(0);
  makeReadable(folder, "tree");
  const read = spawnSync("bash", ["-c", `cat tree/$'d\\xff/\\xfe'; stat -c %a tree/$'d\\xff/\\xfe' tree/pipe`], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(read.stdout).toBe("deep\n400\n0\n");
  expect(readdirSync(join(folder, "tree"))).toHaveLength(3);
});

test("only a folder of ours is touched", () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "tree"), { mode: 0o500 });
  expect(() => makeReadable(folder, "tree")).toThrow(/not/);
  expect(lstatSync(join(folder, "tree")).mode & 0o777).toBe(0o500);
});
