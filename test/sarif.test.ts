import { readdirSync } from "node:fs";
import { join } from "node:path";
import schema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { catalogue } from "../src/app/plans/catalogue.ts";
import { verifyPaths } from "../src/app/plans/verify.ts";
import type { Diagnostic } from "../src/diagnostics/diagnostic.ts";
import { sarifOf } from "../src/diagnostics/sarif.ts";
import type { SourceFile } from "../src/diagnostics/span.ts";

// One of the schema's patterns has a bracket that only the older kind of regular expression accepts.
const ajv = new Ajv.default({ allErrors: true, strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const isValid = ajv.compile(schema);

/** What the official schema has to say against a log; nothing, when all is well. */
function complaints(diagnostics: Diagnostic[], sources: SourceFile[]) {
  const log = JSON.parse(JSON.stringify(sarifOf(diagnostics, sources, catalogue, "1.2.3")));
  return isValid(log) ? [] : isValid.errors?.slice(0, 5);
}

test("the official schema accepts a log of every diagnostic there is", () => {
  const home = "test/fixtures/rules";
  const plans = catalogue.flatMap(({ code }) =>
    readdirSync(join(home, code))
      .filter((name) => name.startsWith("fault"))
      .map((name) => join(home, code, name)),
  );
  const { diagnostics, sources } = verifyPaths(plans);
  expect(new Set(diagnostics.map(({ code }) => code)).size).toBeGreaterThan(40);
  expect(complaints(diagnostics, sources)).toEqual([]);
});

test("the official schema accepts an empty log, and hostile names and messages", () => {
  expect(complaints([], [])).toEqual([]);
  const names = [
    "a b.md",
    "http://evil/x.md",
    "//evil/x",
    "/x",
    "../x",
    "%.md",
    "a\n\u001b\ud800.md",
    "ü#?.md",
    "",
    "C:\\x",
  ];
  const diagnostics = names.map((file): Diagnostic => {
    const span = { file, start: 0, end: 0 };
    const words = `{0} [x](y) \u202e\u0000\ud800 ${file}`;
    const fix = { title: words, edits: [{ ...span, text: words }] };
    return { code: "PW302", severity: "error", span, message: words, why: "", help: words, fix };
  });
  expect(complaints(diagnostics, [])).toEqual([]);
});

test("the schema is awake", () => {
  expect(isValid({ version: "2.1.0", runs: [{ tool: {} }] })).toBe(false);
});
