import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { createFile, createFolder, ExistsError } from "./create-atomically.ts";

describe("createFile", () => {
  test("makes a file and leaves no draft beside it", () => {
    const folder = tempFolder();
    createFile(join(folder, "a.txt"), "text");
    expect(readdirSync(folder)).toEqual(["a.txt"]);
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("text");
  });

  test.each(["file", "folder", "dangling link"])("does not replace a %s", (kind) => {
    const folder = tempFolder();
    const path = join(folder, "a");
    if (kind === "file") writeFileSync(path, "mine");
    else if (kind === "folder") mkdirSync(path);
    else symlinkSync("nowhere", path);
    expect(() => createFile(path, "text")).toThrow(ExistsError);
    expect(readdirSync(folder)).toEqual(["a"]);
  });

  test("is not kept from it by what a killed process of the same number has left", () => {
    const folder = tempFolder();
    writeFileSync(join(folder, `.a.${process.pid}.tmp`), "ha");
    createFile(join(folder, "a"), "text");
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("text");
  });

  test("says what the system says when the folder is missing", () => {
    expect(() => createFile(join(tempFolder(), "no", "a.txt"), "")).toThrow(/ENOENT/);
  });
});

describe("createFolder", () => {
  const files = [
    { path: "plan.md", text: "a" },
    { path: "tasks/01-a.md", text: "b" },
  ];

  test("makes a folder with everything in it and leaves no draft beside it", async () => {
    const folder = tempFolder();
    await createFolder(join(folder, "plan"), files);
    expect(readdirSync(folder)).toEqual(["plan"]);
    expect(readdirSync(join(folder, "plan"), { recursive: true }).sort()).toEqual([
      "plan.md",
      "tasks",
      "tasks/01-a.md",
    ]);
  });

  test("takes the place of an empty folder", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "plan"));
    await createFolder(join(folder, "plan"), files);
    expect(readFileSync(join(folder, "plan", "tasks", "01-a.md"), "utf8")).toBe("b");
  });

  test.each(["full folder", "file"])("leaves a %s alone", async (kind) => {
    const folder = tempFolder();
    const path = join(folder, "plan");
    if (kind === "file") writeFileSync(path, "mine");
    else {
      mkdirSync(path);
      writeFileSync(join(path, "mine.txt"), "mine");
    }
    await expect(createFolder(path, files)).rejects.toThrow(ExistsError);
    expect(readdirSync(folder)).toEqual(["plan"]);
  });

  test("leaves nothing behind when a file cannot be written", async () => {
    const folder = tempFolder();
    const clash = [
      { path: "a", text: "" },
      { path: "a/b", text: "" },
    ];
    await expect(createFolder(join(folder, "plan"), clash)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("stops when it is told to, and leaves nothing behind", async () => {
    const folder = tempFolder();
    const many = Array.from({ length: 100 }, (_, index) => ({ path: `${index}.md`, text: "a" }));
    const control = new AbortController();
    const made = createFolder(join(folder, "plan"), many, control.signal);
    control.abort(new Error("enough"));
    await expect(made).rejects.toThrow("enough");
    expect(readdirSync(folder)).toEqual([]);
  });
});
