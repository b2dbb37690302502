import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { repositoryAt } from "../a-repository.testkit.ts";
import { isTrue, setting } from "./config-setting.ts";

test.each([
  ["[core]\n\tbare = true", "true"],
  ["[CORE]\nBare=yes", "yes"],
  ["[core] bare = on # really", "on"],
  ["[core]\n\tbare", "true"],
  ['[core]\n\tbare = "a b" ; note', "a b"],
  ['[core]\n\tbare = "a \\"b\\" \\\\c"', 'a "b" \\c'],
  ["[core]\nbare = false\n[user]\nbare = x\n[core]\nbare = 1", "1"],
  ["# [core]\n#bare = true", null],
  ['[core "sub"]\nbare = true', null],
  ["[core]\nbarely = true", null],
])("reads %j as git does", (text, value) => {
  expect(setting(text, "core", "bare")).toBe(value);
  const file = join(tempFolder(), "config");
  writeFileSync(file, text);
  const said = repositoryAt("/").gitWith({ mayFail: true }, "config", "--file", file, "--get", "core.bare");
  expect(said).toBe(value === "true" && !text.includes("=") ? "" : (value ?? ""));
});

test.each([
  ["true", true],
  ["Yes", true],
  ["1", true],
  ["off", false],
  [null, false],
])("%s is %s", (value, answer) => {
  expect(isTrue(value)).toBe(answer);
});
