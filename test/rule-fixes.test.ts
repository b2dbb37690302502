import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { catalogue } from "../src/app/plans/catalogue.ts";
import { fixPaths } from "../src/app/plans/fix.ts";
import { verifyPaths } from "../src/app/plans/verify.ts";
import type { Diagnostic } from "../src/diagnostics/diagnostic.ts";
import { filesBelow, makeLinks, withoutMarks } from "./fixture.ts";
import { tempFolder } from "./temp-folder.ts";

const home = "test/fixtures/rules";
const faults = catalogue.flatMap(({ code }) => {
  const folder = join(home, code);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.startsWith("fault")).map((name) => join(folder, name));
});

/** What `--fix` promises, on every plan that has something to fix. */
describe.each([
  ["LF", "\n"],
  ["CRLF", "\r\n"],
])("a fix in a file with %s", (_, ending) => {
  test.each(faults)("takes its fault away and brings no other: %s", (path) => {
    const root = copyOf(path, ending);
    const before = verifyPaths([root]).diagnostics;
    const { after } = fixPaths([root], {});
    expect(codes(after.diagnostics)).toEqual(codes(before.filter((diagnostic) => !diagnostic.fix)));
    for (const file of filesBelow(root))
      expect(readFileSync(file, "latin1").replaceAll(ending, "")).not.toMatch(/[\r\n]/);
  });
});

function copyOf(path: string, ending: string): string {
  const root = join(tempFolder(), basename(path));
  cpSync(path, root, { recursive: true });
  for (const file of filesBelow(root)) {
    const text = withoutMarks(readFileSync(file, "latin1"));
    writeFileSync(file, text.replaceAll(/\r?\n/g, ending), "latin1");
  }
  makeLinks(root);
  return root;
}

const codes = (diagnostics: readonly Diagnostic[]): string[] => diagnostics.map(({ code }) => code).sort();
