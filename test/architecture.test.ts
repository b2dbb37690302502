import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Module, roomsOf, unusedGrants, violations } from "./architecture.ts";
import { filesBelow } from "./fixture.ts";

const rooms = roomsOf(readFileSync("ARCHITECTURE.md", "utf8"));
const modules = filesBelow("src")
  .filter((path) => path.endsWith(".ts") && !/\.test(?:suite|kit)?\.ts$/.test(path))
  .map((path): Module => ({ path, text: readFileSync(path, "utf8") }));

test("the rooms of src/ import only what the table in ARCHITECTURE.md allows", () => {
  expect(violations(rooms, modules)).toEqual([]);
});

test("a room may import nothing that it does not use", () => {
  expect(unusedGrants(rooms, modules)).toEqual([]);
  const generous = rooms.map((room) => (room.name === "std" ? { ...room, mayImport: new Set(["plan"]) } : room));
  expect(unusedGrants(generous, modules)).toEqual(["std never uses plan"]);
});

test("the table describes every room, and only rooms that exist", () => {
  const inUse = new Set(modules.map((module) => module.path.split("/")[1]));
  expect(new Set(rooms.map((room) => room.name))).toEqual(inUse);
});

describe("goes red when a wall is broken", () => {
  const planted = (path: string, text: string): string[] => violations(rooms, [...modules, { path, text }]);

  test.each([
    ["a lower room imports a higher one", "src/std/oops.ts", `import { verify } from "../verifier/verify.ts";`],
    ["a type import counts too", "src/plan/oops.ts", `import type { Parsed } from "../ports/dialect.ts";`],
    ["a dynamic import counts too", "src/verifier/oops.ts", `const later = await import("../app/verify.ts");`],
    ["a re-export counts too", "src/dialects/oops.ts", `export { verify } from "../verifier/verify.ts";`],
    ["a package strays from its room", "src/plan/oops.ts", `import { parse } from "yaml";`],
    ["a room is not in the table", "src/utils/oops.ts", "export const a = 1;"],
    ["someone else reads the environment", "src/app/oops.ts", "export const home = process.env.HOME;"],
    ["a use case looks where the process stands", "src/app/oops.ts", "export const here = process.cwd();"],
    ["a use case opens what is around the process", "src/engine/oops.ts", `const facts = locateRepository(".");`],
    ["a use case opens a store of its own", "src/app/oops.ts", "const store = await openStoreFor(home);"],
    ["a use case words a command", "src/engine/oops.ts", "export const told = `\\`planwright resume x\\` goes on`;"],
    ["someone else starts processes", "src/cli/oops.ts", `import { spawn } from "node:child_process";`],
    ["someone loads the schemas", "src/dialects/oops.ts", `import { Plan } from "../plan/model.ts";`],
    ["two folders import each other", "src/verifier/rules/oops.ts", `import { verify } from "../verify.ts";`],
  ])("%s", (_, path, text) => {
    expect(planted(path, text).some((sentence) => /oops|each other/.test(sentence))).toBe(true);
  });
});
