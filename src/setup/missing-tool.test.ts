import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { missingToolIn, whereToolIs } from "./missing-tool.ts";

test.each([
  ["bash: line 1: pnpm: command not found", "pnpm"],
  ["first\n./scripts/setup.sh: line 3: uv: command not found\nmore", "uv"],
  ["sh: 1: node-gyp: not found", "node-gyp"],
  ["/usr/bin/env: ‘node’: No such file or directory", "node"],
  ["env: 'ruby': No such file or directory", "ruby"],
  ["npm error 404 left-pad not found", null],
  ["", null],
])("%j names %s", (log, tool) => {
  expect(missingToolIn(log)).toBe(tool);
});

test("says where a tool is, and what helps", () => {
  const top = tempFolder();
  const other = tempFolder();
  mkdirSync(join(top, "bin"));
  for (const path of [join(top, "bin/own"), join(other, "hidden")]) writeFileSync(path, "");
  const about = (tool: string): string =>
    whereToolIs(tool, { searched: ["/usr/bin", join(top, "bin"), other], shown: ["/usr/bin"], top });
  expect(about("nowhere")).toBe("`nowhere` is not on your PATH; install it");
  expect(about("own")).toBe(
    `your PATH has \`own\` in ${top}/bin, and no program is taken from the repository by its name; write its path`,
  );
  expect(about("hidden")).toBe(
    `your PATH has \`hidden\` in ${other}, which is not shown because it may hold secrets; install it elsewhere`,
  );
});
