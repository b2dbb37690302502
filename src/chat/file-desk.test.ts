import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { aDesk, aTask, compile, type DeskScene, writeFiles, writePlan } from "./a-desk.testkit.ts";
import { openFileDesk } from "./file-desk.ts";

const stateFile = (home: string): string => join(home, "threads/thread_1/threads.json");
const storeOf = (home: string): string => join(home, "threads/thread_1/revisions");

/** Everything below a folder, with what files say. */
const all = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => `${path} ${contentOf(path)}`);

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

describe("an agent that plants links", () => {
  test("clear-current deletes the links, and nothing that they lead to", async () => {
    const { run, folder } = await aDesk();
    const outside = tempFolder();
    writeFiles(outside, { "a.md": "mine\n", "b/c.md": "mine\n" });
    const before = all(outside);
    symlinkSync(outside, join(folder(0), "tasks"));
    symlinkSync(join(outside, "a.md"), join(folder(0), "plan.md"));
    mkdirSync(join(folder(0), "deep/er"), { recursive: true });
    symlinkSync(join(outside, "b"), join(folder(0), "deep/er/b"));
    symlinkSync("nowhere", join(folder(0), "dangling"));
    linkSync(join(outside, "a.md"), join(folder(0), "hard"));
    expect((await run("plan", "clear-current")).status).toBe(0);
    expect(readdirSync(folder(0))).toEqual([]);
    expect(all(outside)).toEqual(before);
  });

  test("remove-thread does neither", async () => {
    const { run, folder, desk } = await aDesk();
    await run("plan", "request-thread-dir");
    const outside = tempFolder();
    writeFiles(outside, { "a.md": "mine\n" });
    symlinkSync(outside, join(folder(1), "tasks"));
    const gone = folder(1);
    expect((await run("plan", "remove-thread", "--thread-id", desk.folders()[1]?.thread ?? "")).status).toBe(0);
    expect(existsSync(gone)).toBe(false);
    expect(all(outside)).toEqual([`${outside}/a.md mine\n`]);
  });

  test("a plan directory that is itself a link is nobody's: nothing is read or deleted there", async () => {
    const { run, folder } = await aDesk();
    const outside = tempFolder();
    writePlan(outside);
    const before = all(outside);
    rmSync(folder(0), { recursive: true });
    symlinkSync(outside, folder(0));
    await run("plan", "clear-current");
    expect((await run("plan", "commit")).json).toMatchObject({ committed: [{ hash: null }] });
    expect(all(outside)).toEqual(before);
  });

  test("commit names every link, follows none and shows nothing that they lead to", async () => {
    const { run, folder, home } = await aDesk();
    writePlan(folder(0));
    const outside = tempFolder();
    writeFiles(outside, { "secret.md": "---\nsecret: hunter2\n---\n", "03-c.md": aTask("c") });
    symlinkSync(join(outside, "secret.md"), join(folder(0), "notes.md"));
    symlinkSync(join(outside, "03-c.md"), join(folder(0), "tasks/03-c.md"));
    symlinkSync("01-create-schema.md", join(folder(0), "tasks/04-d.md"));
    const { status, stderr } = await run("plan", "commit");
    expect(status).toBe(1);
    for (const name of ["notes.md", "tasks/03-c.md", "tasks/04-d.md"]) {
      expect(stderr).toContain(`error: ${folder(0)}/${name} is a symbolic link; put the file itself here\n`);
    }
    expect(stderr).not.toContain("hunter2");
    expect(existsSync(storeOf(home))).toBe(false);
  });
});

describe("an agent that writes too much, or nothing of use", () => {
  test.each<[string, (folder: string) => void, string]>([
    ["a file that is too large", (folder) => bigFile(join(folder, "big.md"), 5), "big.md is larger than a plan can be"],
    [
      "files that are too large together",
      (folder) => {
        for (const name of ["a", "b", "c", "d", "e"]) bigFile(join(folder, `${name}.bin`), 4);
      },
      "is larger than a plan can be",
    ],
    [
      "too many files",
      (folder) => Array.from({ length: 1001 }, (_, at) => writeFileSync(join(folder, `n${at}`), "")),
      "holds more than 1000 files and folders",
    ],
    [
      "folders without an end",
      (folder) => mkdirSync(join(folder, "a/".repeat(400)), { recursive: true }),
      "lies too deep for a plan",
    ],
  ])("%s is refused", async (_, plant, told) => {
    const { run, folder, home } = await aDesk();
    writePlan(folder(0));
    plant(folder(0));
    expect(await run("plan", "commit")).toMatchObject({ status: 1, stderr: expect.stringContaining(told) });
    expect(existsSync(storeOf(home))).toBe(false);
    expect((await run("plan", "clear-current")).status).toBe(0);
    expect(readdirSync(folder(0))).toEqual([]);
  });

  test("a pipe is named and not waited for", async () => {
    const { run, folder } = await aDesk();
    writePlan(folder(0));
    const made = spawn("mkfifo", [join(folder(0), "tasks/03-c.md")]);
    await once(made, "exit");
    expect((await run("plan", "commit")).stderr).toContain("tasks/03-c.md is no file\n");
  });

  test("bytes that are no text are a fault of the plan, and kept as they are elsewhere", async () => {
    const { run, folder, home } = await aDesk();
    writePlan(folder(0));
    const picture = Buffer.of(0x89, 0x50, 0xff, 0x00);
    writeFileSync(join(folder(0), "picture.png"), picture);
    expect((await run("plan", "commit")).status).toBe(0);
    const [hash = ""] = readdirSync(storeOf(home));
    expect(readFileSync(join(storeOf(home), hash, "picture.png"))).toEqual(picture);
    writeFileSync(join(folder(0), "tasks/03-c.md"), Buffer.concat([Buffer.from(aTask("c")), Buffer.of(0xff)]));
    expect((await run("plan", "commit")).stderr).toContain("the byte ff is not UTF-8");
  });
});

describe("what is kept is looked at before it is believed", () => {
  const GOOD = { id: "thread_1", requestedBy: null, topic: null, isCleared: false, revisions: [] };
  const folder = "0c1719f9-c23d-4e04-bc70-6de076442bb4";
  const state = (...threads: object[]): string => JSON.stringify({ format: 1, threads });

  test.each([
    ["", "it is not JSON"],
    ['{"format":1,"threads":[', "it is not JSON"],
    ["[]", "its format is not 1"],
    ['{"format":2,"threads":[]}', "its format is not 1"],
    ['{"format":1,"threads":[]}', "it has no threads"],
    ['{"format":1,"format":1,"threads":[]}', "it says `format` twice"],
    [state({ ...GOOD, folder: "../../keys" }), "thread 1 makes no sense"],
    [state({ ...GOOD, folder: "" }), "thread 1 makes no sense"],
    [state({ ...GOOD, folder, id: "thread_2" }), "thread 1 makes no sense"],
    [state({ ...GOOD, folder, revisions: ["../x"] }), "thread 1 makes no sense"],
    [state({ ...GOOD, folder, topic: 3 }), "thread 1 makes no sense"],
    [state({ ...GOOD, folder }, { ...GOOD, folder }), "two threads have one id"],
    [state({ ...GOOD, folder }, { ...GOOD, folder, id: "thread_1.000000000000" }), "two threads have one folder"],
  ])("a file that says %j is damaged, and left as it is", async (text, why) => {
    const { home, run } = await aDesk();
    writeFileSync(stateFile(home), text);
    const told = `${stateFile(home)} is damaged (${why}); put it right, or move it away to begin anew`;
    await expect(aDesk("thread_1", home)).rejects.toThrow(told);
    await expect(run("plan", "clear-current")).rejects.toThrow(told);
    expect(readFileSync(stateFile(home), "utf8")).toBe(text);
  });

  test("a revision whose files were changed is damaged", async () => {
    const { home, run, folder } = await aDesk();
    writePlan(folder(0));
    await run("plan", "commit");
    const [hash = ""] = readdirSync(storeOf(home));
    writeFileSync(join(storeOf(home), hash, "plan.md"), "forged\n");
    await expect(run("plan", "commit")).rejects.toThrow("its files are not those that were committed");
  });

  test.each(["", ".", "..", "../x", "a/b", "a b", "-a", "a".repeat(65), "a.b", "a\n"])(
    "%j cannot be the id of a thread, and nothing is made for it",
    async (thread) => {
      const home = tempFolder();
      await expect(openFileDesk({ home, thread, compile })).rejects.toThrow("cannot be the id of a thread");
      expect(readdirSync(home)).toEqual([]);
    },
  );
});

describe("killed in the middle", () => {
  const twoPlans = async (): Promise<DeskScene> => {
    const scene = await aDesk();
    await scene.run("plan", "request-thread-dir");
    writePlan(scene.folder(0));
    writePlan(scene.folder(1), "Add invoices");
    return scene;
  };

  test("a commit that was stopped before its last write has committed nothing, and comes to its end the next time", async () => {
    const { home, run } = await twoPlans();
    const before = readFileSync(stateFile(home), "utf8");
    const first = await run("plan", "commit");
    // The copies are there, and the one file that counts is not written.
    writeFileSync(stateFile(home), before);
    const again = await aDesk("thread_1", home);
    expect((await again.run("plan", "commit")).json).toEqual(first.json);
    expect(readdirSync(storeOf(home))).toHaveLength(2);
  });

  test("half a copy is swept, and never taken for a revision", async () => {
    const { home, run } = await twoPlans();
    const draft = join(storeOf(home), ".0123.abcdef.4194301.tmp");
    writeFiles(draft, { "plan.md": "half" });
    expect((await run("plan", "commit")).status).toBe(0);
    expect(existsSync(draft)).toBe(false);
  });

  test("all are committed or none where the disk refuses one of them", async () => {
    if (process.getuid?.() === 0) return withoutWriting();
    const { home, run } = await twoPlans();
    mkdirSync(storeOf(home));
    chmodSync(storeOf(home), 0o500);
    await expect(run("plan", "commit")).rejects.toThrow(/EACCES/);
    chmodSync(storeOf(home), 0o700);
    expect(readFileSync(stateFile(home), "utf8")).not.toMatch(/[0-9a-f]{64}/);
  });

  /** Root may write anywhere but into a file that stands where a folder should. */
  async function withoutWriting(): Promise<void> {
    const { home, run } = await twoPlans();
    writeFileSync(storeOf(home), "");
    await expect(run("plan", "commit")).rejects.toThrow();
    expect(readFileSync(stateFile(home), "utf8")).not.toMatch(/[0-9a-f]{64}/);
  }

  test("a directory that was written down and not made is made when the thread goes on", async () => {
    const { home, folder } = await twoPlans();
    rmSync(folder(1), { recursive: true });
    const again = await aDesk("thread_1", home);
    expect(readdirSync(again.folder(1))).toEqual([]);
  });

  test("what is judged is what is kept, whatever is written meanwhile", async () => {
    const home = tempFolder();
    const sly = await openFileDesk({
      home,
      thread: "thread_1",
      compile: async (folder, files) => {
        truncateSync(join(folder, "plan.md"));
        return compile(folder, files);
      },
    });
    const path = sly.folders()[0]?.path ?? "";
    writePlan(path);
    const written = readFileSync(join(path, "plan.md"), "utf8");
    expect((await sly.commit()).ok).toBe(true);
    const [hash = ""] = readdirSync(storeOf(home));
    expect(readFileSync(join(storeOf(home), hash, "plan.md"), "utf8")).toBe(written);
  });
});

test("many at once, in one process, lose nothing", async () => {
  const { home, desk } = await aDesk();
  const desks = [desk, (await aDesk("thread_1", home)).desk];
  await Promise.all(Array.from({ length: 16 }, (_, at) => desks[at % 2]?.requestThread()));
  expect(desk.folders()).toHaveLength(17);
  expect(new Set(desk.folders().map(({ path }) => path)).size).toBe(17);
});

const MEBI = 1024 * 1024;

function bigFile(path: string, mebi: number): void {
  writeFileSync(path, "");
  truncateSync(path, mebi * MEBI);
}
