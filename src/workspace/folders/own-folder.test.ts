import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { prerequisite } from "../../../test/prerequisite.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import { isOurs, isTaken, leaveOwnFolder, makeOwnFolder, removeOwnFolder } from "./own-folder.ts";

const unshare = prerequisite(
  "mounts of one's own",
  spawnSync("unshare", ["-rm", "true"]).status === 0,
  "a kernel that lets users have namespaces",
);

const refused = (path: string) =>
  expect(() => removeOwnFolder(path)).toThrow(expect.objectContaining({ code: "not-ours" }));

describe("a folder of ours", () => {
  test("is known by its marker, which is beside the content", () => {
    const path = join(tempFolder(), "runs", "one");
    expect(makeOwnFolder(path)).toBe(path);
    mkdirSync(join(path, "tree"));
    expect(isOurs(path)).toBe(true);
    expect(isOurs(join(path, "tree"))).toBe(false);
    expect(readdirSync(path)).toEqual(["planwright-folder.1", "tree"]);
  });

  test("may be made twice by one process", () => {
    const path = join(tempFolder(), "one");
    makeOwnFolder(path);
    writeFileSync(join(path, "kept"), "");
    makeOwnFolder(path);
    expect(existsSync(join(path, "kept"))).toBe(true);
  });

  test("is taken over when its process is gone, and not while it lives", () => {
    const path = join(tempFolder(), "one");
    madeElsewhere(path);
    makeOwnFolder(path);
    expect(readFileSync(join(path, "planwright-folder.2"), "utf8")).toContain(`"pid":${process.pid}`);

    const busy = join(tempFolder(), "two");
    makeOwnFolder(busy);
    expect(elsewhere(`makeOwnFolder(${JSON.stringify(busy)})`).stderr).toContain("is in use by process");
  });

  test("is given to one of two that make it at the same moment, and the other is told that it is in use", () => {
    const root = tempFolder();
    const program = `
      import { existsSync, writeFileSync } from "node:fs";
      import { makeOwnFolder } from "${here("own-folder.ts")}";
      const [me, other] = process.argv.slice(1);
      const meet = (point) => {
        writeFileSync("${root}/" + point + "-" + me, "");
        while (!existsSync("${root}/" + point + "-" + other));
      };
      const outcome = (n) => {
        try { makeOwnFolder("${root}/folder-" + n); return "made"; } catch (error) { return error.code; }
      };
      const outcomes = Array.from({ length: 100 }, (_, n) => { meet(n); return outcome(n); });
      meet("end");
      console.log(outcomes.join(" "));
    `;
    const script = `"$0" --input-type=module -e "$1" a b > ${root}/a & "$0" --input-type=module -e "$1" b a > ${root}/b; wait`;
    expect(spawnSync("sh", ["-c", script, process.execPath, program], { encoding: "utf8" }).stderr).toBe("");
    const [a, b] = ["a", "b"].map((name) => readFileSync(join(root, name), "utf8").trim().split(" "));
    expect(a?.map((outcome, n) => [outcome, b?.[n]].sort())).toEqual(Array(100).fill(["locked", "made"]));
  });

  test("goes with all that is in it, and nothing behind a link", () => {
    const top = tempFolder();
    const outside = join(top, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "precious"), "");
    const path = makeOwnFolder(join(top, "one"));
    mkdirSync(join(path, "tree/closed/inner"), { recursive: true });
    writeFileSync(join(path, "tree/closed/inner/file"), "");
    symlinkSync(outside, join(path, "tree/link"));
    chmodSync(join(path, "tree/closed/inner"), 0o500);
    chmodSync(join(path, "tree/closed"), 0);
    removeOwnFolder(path);
    expect(readdirSync(top)).toEqual(["outside"]);
    expect(readdirSync(outside)).toEqual(["precious"]);
  });

  test("goes even when it is deeper than any path can say", () => {
    const top = tempFolder();
    const path = makeOwnFolder(join(top, "one"));
    const made = spawnSync("python3", [
      "-c",
      `
import os
os.chdir(${JSON.stringify(path)})
for i in range(3000):
  os.mkdir("folder-%d" % i); os.chdir("folder-%d" % i)
open("end", "w")`,
    ]);
    expect(made.status).toBe(0);
    removeOwnFolder(path);
    expect(readdirSync(top)).toEqual([]);
  });

  test("that is not there any more is no fault", () => {
    removeOwnFolder(join(tempFolder(), "never"));
  });
});

describe("what is not ours stays", () => {
  test("a folder without a marker, a file, the root and the home folder", () => {
    const top = tempFolder();
    mkdirSync(join(top, "theirs"));
    writeFileSync(join(top, "file"), "");
    for (const path of [join(top, "theirs"), join(top, "file"), "/", homedir()]) refused(path);
    expect(readdirSync(top)).toEqual(["file", "theirs"]);
  });

  test("a folder with a home folder in it, even with a marker", () => {
    const path = makeOwnFolder(join(tempFolder(), "one"));
    vi.stubEnv("HOME", join(path, "tree"));
    onTestFinished(() => void vi.unstubAllEnvs());
    refused(path);
  });

  test("what is mounted inside a folder of ours", (context) => {
    unshare(context);
    const top = tempFolder();
    mkdirSync(join(top, "outside"));
    writeFileSync(join(top, "outside", "precious"), "");
    const path = makeOwnFolder(join(top, "one"));
    mkdirSync(join(path, "tree"));
    const program = `import { removeFolder } from "${here("remove-folder.ts")}"; removeFolder("${path}")`;
    const mount = `mount --bind ${top}/outside ${path}/tree && "$0" --input-type=module -e '${program}'`;
    const tried = spawnSync("unshare", ["-rm", "sh", "-c", mount, process.execPath], { encoding: "utf8" });
    expect(tried.stderr).toContain("tree is mounted inside a folder to be removed; unmount it first");
    expect(readdirSync(join(top, "outside"))).toEqual(["precious"]);
  });

  test("a link to a folder of ours, and a way to it through a link", () => {
    const top = tempFolder();
    const path = makeOwnFolder(join(top, "real", "one"));
    symlinkSync(path, join(top, "link"));
    symlinkSync(join(top, "real"), join(top, "way"));
    refused(join(top, "link"));
    refused(join(top, "way", "one"));
    refused(`${top}/real/../real/one`);
    refused(`${path}/`);
    expect(isOurs(path)).toBe(true);
  });

  test("a copy, a moved one, and one whose marker says nonsense", () => {
    const top = tempFolder();
    const path = makeOwnFolder(join(top, "one"));
    cpSync(path, join(top, "copy"), { recursive: true });
    refused(join(top, "copy"));
    writeFileSync(join(top, "copy", "planwright-folder.1"), "{");
    refused(join(top, "copy"));
    writeFileSync(join(top, "copy", "planwright-folder.1"), '{"holder":null,"note":"[]"}');
    refused(join(top, "copy"));
    renameSync(path, join(top, "moved"));
    refused(join(top, "moved"));
  });

  test("a folder in which a repository begins", () => {
    const path = makeOwnFolder(join(tempFolder(), "one"));
    mkdirSync(join(path, ".git"));
    refused(path);
  });
});

describe("what is left half made or half removed", () => {
  const gone = (name: string) => `.planwright-${name}.${spawnSync("true").pid}.tmp`;

  test("goes when its process is gone, as soon as a folder is made beside it", () => {
    const root = tempFolder();
    madeElsewhere(join(root, "gone"));
    mkdirSync(join(root, gone("1"), "tree"), { recursive: true });
    mkdirSync(join(root, `.planwright-2.${process.pid}.tmp`));
    mkdirSync(join(root, ".planwright-theirs"));
    makeOwnFolder(join(root, "mine"));
    expect(readdirSync(root)).toEqual([`.planwright-2.${process.pid}.tmp`, ".planwright-theirs", "gone", "mine"]);
  });

  test("is swept by several at once", () => {
    const root = tempFolder();
    for (let n = 0; n < 30; n += 1) {
      const folder = join(root, gone(`${n}`));
      mkdirSync(folder);
      for (let file = 0; file < 20; file += 1) writeFileSync(join(folder, `file-${file}`), "");
    }
    const make = (name: string) =>
      `import("${here("own-folder.ts")}").then((own) => own.makeOwnFolder("${join(root, name)}"))`;
    const both = spawnSync("sh", ["-c", `"$0" -e '${make("a")}' & "$0" -e '${make("b")}'; wait`, process.execPath], {
      encoding: "utf8",
    });
    expect(both.stderr).toBe("");
    expect(readdirSync(root)).toEqual(["a", "b"]);
  });
});

const here = (file: string): string => new URL(file, import.meta.url).pathname;

test("a folder taken under one name is refused to any other of the same process, until it is left", () => {
  const path = makeOwnFolder(join(tempFolder(), "one"), "the first lease");
  makeOwnFolder(join(path, "work"));
  expect(makeOwnFolder(path, "the first lease")).toBe(path);
  for (const as of ["the second lease", undefined]) {
    expect(() => makeOwnFolder(path, as)).toThrow(expect.objectContaining({ code: "locked" }));
  }
  expect([isTaken(path), isTaken(join(path, "work"))]).toEqual([true, true]);
  leaveOwnFolder(path);
  expect([isTaken(path), isTaken(join(path, "work"))]).toEqual([false, false]);
  expect(makeOwnFolder(path, "the second lease")).toBe(path);
  leaveOwnFolder(join(path, "gone"));
});

function elsewhere(code: string) {
  const program = `import { makeOwnFolder } from "${here("own-folder.ts")}"; ${code}`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
}

function madeElsewhere(path: string): void {
  expect(elsewhere(`makeOwnFolder(${JSON.stringify(path)})`).stderr).toBe("");
}
