import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../sandbox/sandbox.testsuite.ts";
import { aWorld } from "./a-pair-of-hands.testkit.ts";

const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));
const world = (...args: Parameters<typeof aWorld> extends [unknown, ...infer Rest] ? Rest : never) =>
  aWorld(shared.sandbox, ...args);
const failed = (text: string | RegExp) => ({ state: "failed", text: expect.stringMatching(text), diff: null });

test("reads a part of a file, and says how to go on", async () => {
  const { use } = await world({
    a: Array.from({ length: 5000 }, (_, at) => `line ${at + 1}\n`).join(""),
    empty: "",
    b: "x",
  });
  expect((await use("read_file", { path: "a", from_line: 10, lines: 2 })).text).toBe(
    "line 10\nline 11\n… lines 10 to 11 of 5000; go on with from_line 12",
  );
  expect((await use("read_file", { path: "a", from_line: 4999 })).text).toBe(
    "line 4999\nline 5000\n… lines 4999 to 5000 of 5000",
  );
  const { text } = await use("read_file", { path: "a", lines: 5000 });
  expect(text.length).toBeLessThanOrEqual(16_000);
  const [, last, next] = /\n… lines 1 to (\d+) of 5000; go on with from_line (\d+)$/.exec(text) ?? [];
  expect(text).toContain(`\nline ${last}\n…`);
  expect(Number(next)).toBe(Number(last) + 1);
  expect(await use("read_file", { path: "empty" })).toMatchObject({ state: "done", text: "empty is empty" });
  expect(await use("read_file", { path: "b" })).toMatchObject({ text: "x" });
  expect(await use("read_file", { path: "b", from_line: 2 })).toEqual(failed(/^b has only 1 lines$/));
});

test("tells what is no file of text", async () => {
  const { use, tree } = await world({ "src/a": "", bin: Uint8Array.of(1, 0, 2) });
  await use("run_command", { command: "mkfifo pipe" });
  symlinkSync("/etc/passwd", join(tree, "users"));
  expect(await use("read_file", { path: "bin" })).toEqual(failed(/^bin is a binary file \(3 bytes\)$/));
  expect(await use("read_file", { path: "src" })).toEqual(failed(/^src is a folder: use list_directory$/));
  expect(await use("read_file", { path: "." })).toEqual(failed(/^\. is a folder: use list_directory$/));
  expect(await use("read_file", { path: "pipe" })).toEqual(failed(/^pipe is no ordinary file$/));
  expect(await use("read_file", { path: "none" })).toEqual(failed(/^none does not exist$/));
  expect(await use("read_file", { path: "src/a/b" })).toEqual(
    failed(/^src\/a\/b does not exist: a file is on its way$/),
  );
  expect(await use("read_file", { path: "users" })).toMatchObject({
    state: "refused",
    text: "users is outside the tree",
  });
  expect(await use("read_file", { path: `${"x".repeat(300)}` })).toEqual(failed(/has too long a name$/));
});

test("a file of 50 MB is read in parts, found and changed; one of a single long line is cut", async () => {
  const line = `${"0123456789".repeat(10)}\n`;
  const { use, tree } = await world({}, { limits: { fileBytes: 1 << 27 } });
  writeFileSync(join(tree, "big"), `${line.repeat(500_000)}the end\n`);
  writeFileSync(join(tree, "long"), "x".repeat(3 << 20));
  expect((await use("read_file", { path: "big", from_line: 500_001 })).text).toBe(
    "the end\n… lines 500001 to 500001 of 500001",
  );
  expect((await use("read_file", { path: "big" })).text).toMatch(/of 500001; go on with from_line \d+$/);
  expect((await use("read_file", { path: "long" })).text).toMatch(/^x{1000} … the line is too long$/);
  expect(await use("update_file", { path: "big", old: "the end", new: "THE END" })).toMatchObject({
    text: "updated big (line 500001)",
  });
  expect(statSync(join(tree, "big")).size).toBe(500_000 * 101 + 8);
  expect(readFileSync(join(tree, "big")).subarray(-8).toString()).toBe("THE END\n");
});

test("creates a file with its folders, and never in place of another", async () => {
  const { use, tree } = await world({ a: "old\n" });
  expect(await use("create_file", { path: "x/y/z.txt", content: "é" })).toEqual({
    state: "done",
    text: "created x/y/z.txt",
    diff: "--- /dev/null\n+++ b/x/y/z.txt\n@@ -0,0 +1,1 @@\n+é\n\\ No newline at end of file\n",
  });
  expect(await use("create_file", { path: "a", content: "new" })).toEqual(
    failed(/^a exists already: use update_file$/),
  );
  expect(await use("create_file", { path: "x", content: "new" })).toEqual(failed(/^x exists already/));
  expect(await use("create_file", { path: "a/b", content: "new" })).toEqual(
    failed(/^a\/b does not exist: a file is on its way$/),
  );
  expect(await use("create_file", { path: ".git/hooks/x", content: "" })).toMatchObject({
    state: "refused",
    text: ".git/hooks/x is git's own: ask git about it",
  });
  expect(readFileSync(join(tree, "a"), "utf8")).toBe("old\n");
  expect(readdirSync(tree).toSorted()).toEqual([".git", "a", "x"]);
});

test("changes only the bytes it was told to: line ends, a missing last one, invalid text and the mode stay", async () => {
  const odd = Buffer.from([0xff, 0xfe, 10, 97, 98, 99, 10, 0xc3]);
  const { use, tree } = await world({ crlf: "one\r\ntwo\r\nthree", odd, run: "#!/bin/sh\nexit 1\n" });
  chmodSync(join(tree, "run"), 0o750);
  const edit = await use("update_file", { path: "crlf", old: "one\ntwo", new: "1\n2\n3" });
  expect(edit).toMatchObject({ state: "done" });
  expect(readFileSync(join(tree, "crlf"), "utf8")).toBe("1\r\n2\r\n3\r\nthree");
  await use("update_file", { path: "odd", old: "abc", new: "ABC" });
  expect(readFileSync(join(tree, "odd"))).toEqual(Buffer.from([0xff, 0xfe, 10, 65, 66, 67, 10, 0xc3]));
  await use("update_file", { path: "run", old: "exit 1", new: "exit 0" });
  expect(statSync(join(tree, "run")).mode & 0o777).toBe(0o750);
  expect(readdirSync(tree).toSorted()).toEqual([".git", "crlf", "odd", "run"]);
});

test("an update must say exactly which text it means", async () => {
  const { use, tree } = await world({ a: "x = 1\ny = 2\nx = 1\n" });
  expect(await use("update_file", { path: "a", old: "x = 1", new: "x = 2" })).toEqual(
    failed(/^`old` is in a 2 times \(lines 1, 3\): add lines around it, or set `all`$/),
  );
  expect(await use("update_file", { path: "a", old: "y  =  2", new: "" })).toEqual(
    failed(/^`old` is not in a; with other white space it is at line 2:\ny = 2$/),
  );
  expect(await use("update_file", { path: "a", old: "", new: "b" })).toEqual(failed(/^`old` is empty/));
  expect(await use("update_file", { path: "a", old: "y", new: "y" })).toEqual(failed(/are the same$/));
  expect(readFileSync(join(tree, "a"), "utf8")).toBe("x = 1\ny = 2\nx = 1\n");
  expect(await use("update_file", { path: "a", old: "x = 1", new: "x = 2", all: true })).toMatchObject({
    text: "updated a (2 places)",
  });
  expect(readFileSync(join(tree, "a"), "utf8")).toBe("x = 2\ny = 2\nx = 2\n");
});

test("deletes a file, or a link and not what it leads to, and no folder", async () => {
  const { use, tree } = await world({ "src/a": "a\n", b: "b\n" });
  symlinkSync("b", join(tree, "link"));
  expect(await use("delete_file", { path: "link" })).toEqual({ state: "done", text: "deleted link", diff: null });
  expect(existsSync(join(tree, "b"))).toBe(true);
  expect(await use("delete_file", { path: "b" })).toMatchObject({
    diff: "--- a/b\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-b\n",
  });
  expect(existsSync(join(tree, "b"))).toBe(false);
  expect(await use("delete_file", { path: "src" })).toEqual(failed(/^src is a folder/));
  expect(await use("delete_file", { path: "b" })).toEqual(failed(/^b does not exist$/));
  expect(await use("delete_file", { path: "." })).toEqual(failed(/^\. is a folder/));
});

test("what is read-only fails with a sentence, and leaves no draft behind", async () => {
  const files = { "plan/a.md": "a\n", fenced: "f\n", b: "b\n" };
  const read = (tree: string, path: string) =>
    ({ show: join(tree, path), at: join(tree, path), access: "read" }) as const;
  const { use, tree } = await world(files, { mounts: (tree) => [read(tree, "plan"), read(tree, "fenced")] });
  for (const [tool, input] of [
    ["update_file", { path: "plan/a.md", old: "a", new: "b" }],
    ["update_file", { path: "fenced", old: "f", new: "g" }],
    ["delete_file", { path: "fenced" }],
    ["delete_file", { path: "plan/a.md" }],
    ["create_file", { path: "plan/new.md", content: "" }],
  ] as const) {
    expect(await use(tool, input)).toEqual(
      failed(/^(?:plan\/\S+ is read-only here|fenced is protected: it cannot be changed here)$/),
    );
  }
  expect(readdirSync(tree).toSorted()).toEqual([".git", "b", "fenced", "plan"]);
  expect(readdirSync(join(tree, "plan"))).toEqual(["a.md"]);
});

test("a file larger than files may be is told, and the hands live on", async () => {
  const { use } = await world({ a: "a" }, { limits: { fileBytes: 1 << 20 } });
  expect(await use("create_file", { path: "big", content: "x".repeat(2 << 20) })).toEqual(
    failed(/^big cannot be written: it is larger than files may be here$/),
  );
  expect(await use("read_file", { path: "a" })).toMatchObject({ text: "a" });
});

test("lists folders with links and without what git ignores", async () => {
  const { use, tree } = await world({ ".gitignore": "out/\n", "src/deep/er/a": "", "src/b": "", "out/x/y": "" });
  symlinkSync("src", join(tree, "link"));
  expect((await use("list_directory", {})).text).toBe(".git/\n.gitignore\nlink -> src\nout/\nsrc/");
  expect((await use("list_directory", { depth: 3 })).text).toBe(
    ".git/ (not entered)\n.gitignore\nlink -> src\nout/ (not entered)\nsrc/\nsrc/b\nsrc/deep/\nsrc/deep/er/",
  );
  expect((await use("list_directory", { path: "src/deep", depth: 2 })).text).toBe("er/\ner/a");
  expect(await use("list_directory", { path: "src/b" })).toEqual(failed(/^src\/b is no folder: use read_file$/));
  mkdirSync(join(tree, "none"));
  expect((await use("list_directory", { path: "none" })).text).toBe("none is empty");
});

test("finds lines in what git does not ignore, new files included", async () => {
  const { use, tree } = await world({
    ".gitignore": "out/\n",
    "src/a.ts": "one\n  two();\n",
    "src/b.js": "two\n",
    "out/x": "two\n",
  });
  writeFileSync(join(tree, "new.ts"), `${"a".repeat(500)}two`);
  const outside = join(tempFolder(), "secret");
  writeFileSync(outside, "two");
  symlinkSync(outside, join(tree, "link"));
  expect((await use("search_code", { pattern: "two\\b" })).text).toMatch(
    /^new\.ts\n1: a+ … \d+ characters left out … a+two\nsrc\/a\.ts\n2: two\(\);\nsrc\/b\.js\n1: two$/,
  );
  expect((await use("search_code", { pattern: "two", glob: "*.js" })).text).toBe("src/b.js\n1: two");
  expect((await use("search_code", { pattern: "two", path: "src", most: 1 })).text).toBe(
    "src/a.ts\n2: two();\n… only the first 1",
  );
  expect((await use("search_code", { pattern: "two", path: "out/x" })).text).toBe("out/x\n1: two");
  expect((await use("search_code", { pattern: "three" })).text).toBe("no line matches, in 5 files");
  expect(await use("search_code", { pattern: "(" })).toEqual(failed(/^Invalid regular expression/));
  expect(await use("search_code", { pattern: "x", glob: "[z-a]" })).toEqual(failed(/is no pattern of file names$/));
});

test("a pattern that would take for ever is stopped, and the hands live on", async () => {
  const { use } = await world({ a: `${"a".repeat(50)}!\n`, b: "b" });
  const begun = performance.now();
  expect(await use("search_code", { pattern: "(a+)+$" })).toEqual(
    failed(/^`\(a\+\)\+\$` takes too long: write a simpler pattern$/),
  );
  expect(await use("search_code", { pattern: "b", glob: `${"*a".repeat(60)}` })).toMatchObject({ state: "done" });
  expect(performance.now() - begun).toBeLessThan(25_000);
});

test("asks git about the past and the present, and runs nothing of the repository's", async () => {
  const { use, tree } = await world({ "a b": "1\n", ".gitattributes": "* diff=evil\n" });
  await use("run_command", {
    command: `echo 2 > 'a b'; git -c user.name=A -c user.email=a@b commit -qam 'the second'; echo 3 > 'a b'
      git config diff.evil.textconv 'touch ran;cat'; git config diff.external 'touch ran'
      git config core.fsmonitor "$PWD/.git/spy"; printf '#!/bin/sh\ntouch ran' > .git/spy; chmod +x .git/spy`,
  });
  expect((await use("git_log", { path: "a b", most: 1 })).text).toMatch(/^\w{7} \d{4}-\d\d-\d\d the second$/);
  expect((await use("git_log", { path: ".gitattributes" })).text).toMatch(/the first$/);
  expect((await use("git_diff", { path: "a b" })).text).toMatch(/-2\n\+3$/);
  expect((await use("git_diff", { from: "HEAD~1" })).text).toMatch(/-1\n\+3$/);
  expect((await use("git_diff", { path: ".gitattributes" })).text).toBe("no difference");
  expect((await use("git_log", { path: "none" })).text).toBe("no commit touches it");
  for (const from of ["--output=ran", "-p", "none", "HEAD..HEAD", ""]) {
    expect(await use("git_diff", { from })).toEqual(failed(/^git knows no commit /));
  }
  expect(existsSync(join(tree, "ran"))).toBe(false);
});
