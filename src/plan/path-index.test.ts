import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { covers, overlap } from "./files.ts";
import { type OwnedPath, pathIndex } from "./path-index.ts";

const owned = (...paths: string[]): OwnedPath[] => paths.map((path, owner) => ({ path, owner }));
const found = (paths: string[], path: string): string | undefined => pathIndex(owned(...paths)).meeting(path)?.path;
const over = (paths: string[], path: string, except?: number): string | undefined =>
  pathIndex(owned(...paths)).covering(path, (owner) => owner !== except)?.path;

describe("pathIndex", () => {
  test("finds the entry itself, one above it and one below it", () => {
    expect(found(["src/pay/a.ts"], "src/pay/a.ts")).toBe("src/pay/a.ts");
    expect(found(["src/pay/"], "src/pay/a.ts")).toBe("src/pay/");
    expect(found(["src/pay/a.ts"], "src")).toBe("src/pay/a.ts");
    expect(found(["src/pay/**"], "./src//pay/a.ts")).toBe("src/pay/**");
    expect(found(["src/payment"], "src/pay")).toBeUndefined();
  });

  test("finds patterns from both sides", () => {
    expect(found(["**/*.sql"], "db/001.sql")).toBe("**/*.sql");
    expect(found(["db/001.sql"], "**/*.sql")).toBe("db/001.sql");
    expect(found(["db/*.sql"], "db/*.ts")).toBeUndefined();
  });

  test("knows that nothing is below a file", () => {
    for (const file of ["src/a.ts", "Makefile", ".gitignore"]) {
      expect(found(["**/*.sql"], file)).toBeUndefined();
      expect(found([file], "**/*.sql")).toBeUndefined();
    }
    expect(found(["**/a.ts"], "src/*.ts")).toBe("**/a.ts");
    expect(found(["**/*.sql"], "src")).toBe("**/*.sql");
    expect(found(["**/*.sql"], "src/v1.2/")).toBe("**/*.sql");
  });

  test("gives the first of several", () => {
    expect(found(["b", "a/b", "a"], "a/b")).toBe("a/b");
    expect(found(["b", "a", "a/b"], "a/b")).toBe("a");
  });

  test("finds what covers all of an entry, among the owners that are asked for", () => {
    expect(over(["b", "a/b", "a"], "a/b")).toBe("a/b");
    expect(over(["b", "a/b", "a"], "a/b", 1)).toBe("a");
    expect(over(["a"], "a", 0)).toBeUndefined();
    expect(over(["a/b.ts", "a/c/"], "a")).toBeUndefined();
    expect(over(["a/b.ts", "a/c/"], "a/*.ts")).toBeUndefined();
    expect(over(["a/b.ts", "a/*.ts"], "a/b.ts", 0)).toBe("a/*.ts");
    expect(over(["a/"], "a/*.ts")).toBe("a/");
    expect(over(["**/*.sql"], "db/001.sql")).toBe("**/*.sql");
    expect(over(["", "./"], "x")).toBe("./");
    expect(over(["./"], " ")).toBeUndefined();
  });

  test("knows no entry that was left empty", () => {
    expect(found(["", " "], "a")).toBeUndefined();
    expect(found(["a"], " ")).toBeUndefined();
    expect(found(["./"], "a")).toBe("./");
  });

  test("finds what comparing with each in turn finds", () => {
    const deep = "a/".repeat(60);
    const name = fc.constantFrom("a", "b", "ab", "*", "**", "a*", "?", ".", "");
    const path = fc.oneof(
      { weight: 9, arbitrary: fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/")) },
      { weight: 1, arbitrary: fc.constantFrom(deep, `${deep}b`, "a/a/a/a") },
    );
    const entry = fc.record({ path, owner: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), path, fc.nat(3), (entries, asked, owner) => {
        expect(pathIndex(entries).meeting(asked)).toEqual(entries.find((each) => overlap(each.path, asked)));
        const covering = pathIndex(entries).covering(asked, (each) => each !== owner);
        if (!/[*?]/.test(asked) && asked.trim() !== "") {
          expect(covering).toEqual(entries.find((each) => each.owner !== owner && covers(each.path, asked)));
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("does not take for ever on 20,000 paths, 5,000 patterns and paths of 10,000 names", () => {
    const plain = pathIndex(owned(...Array.from({ length: 20_000 }, (_, at) => `src/part-${at}/deep/file.ts`)));
    const patterns = pathIndex(owned(...Array.from({ length: 5000 }, (_, at) => `**/part-${at}*.ts`)));
    const owners = Array.from({ length: 20_000 }, (_, at) => plain.meeting(`src/part-${at}/deep`)?.owner);
    expect(owners).toEqual(Array.from(owners, (_, at) => at));
    for (let at = 0; at < 5000; at++) patterns.meeting(`lib/other-${at}`);
    const deep = pathIndex(owned(...Array.from({ length: 200 }, (_, at) => `${"a/".repeat(10_000)}${at}`)));
    for (let at = 0; at < 200; at++) deep.meeting(`${"a/".repeat(10_000)}x${at}`);
  });
});
