import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { catalogue } from "../src/app/plans/catalogue.ts";
import { runFixture } from "./fixture.ts";

const home = "test/fixtures/rules";

/** `fault*` raises its own code, and exactly what it marks; `almost*` comes close and stays silent. */
describe.each(catalogue)("$code $name", ({ code }) => {
  const folder = join(home, code);
  const fixtures = existsSync(folder) ? readdirSync(folder).sort() : [];
  const faults = fixtures.filter((name) => name.startsWith("fault"));
  const almosts = fixtures.filter((name) => name.startsWith("almost"));

  test("has a fixture that triggers it and one that almost does", () => {
    expect(faults.length, `test/fixtures/rules/${code}/fault.md`).toBeGreaterThan(0);
    expect(almosts.length, `test/fixtures/rules/${code}/almost.md`).toBeGreaterThan(0);
    expect(fixtures).toEqual([...almosts, ...faults]);
  });

  test.each(faults)("%s raises exactly what it marks, and nothing but this code", (name) => {
    const { marked, found } = runFixture(join(folder, name));
    expect(found).toEqual(marked);
    expect(new Set(found.map((finding) => finding.split(" ")[1]))).toEqual(new Set([code]));
  });

  test.each(almosts)("%s raises nothing", (name) => {
    expect(runFixture(join(folder, name)).found).toEqual([]);
  });
});

test("every fixture belongs to a code that exists", () => {
  const codes = new Set(catalogue.map((kind) => kind.code));
  expect(readdirSync(home).filter((name) => !codes.has(name))).toEqual([]);
});

test("no code is used twice", () => {
  const codes = catalogue.map((kind) => kind.code);
  expect(new Set(codes).size).toBe(codes.length);
});
