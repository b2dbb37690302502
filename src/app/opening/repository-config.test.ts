import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { machineAt } from "../plans/machine.ts";
import { repositoryConfig } from "./repository-config.ts";

test("a repository without a configuration has the built-in names", () => {
  expect(repositoryConfig(tempFolder()).roles).toContain("developer");
});

test("the configuration at the top of the repository speaks for every plan in it", () => {
  const top = tempFolder();
  mkdirSync(join(top, ".git"));
  mkdirSync(join(top, "docs"));
  writeFileSync(join(top, "docs/plan.md"), "");
  writeFileSync(join(top, "planwright.config.yaml"), "roles: {designer: {context_window: 5}}\nagents: [painter]\n");
  const machine = machineAt(join(top, "docs/plan.md"));
  expect(machine.roles).toContain("designer");
  expect(machine.agents).toContain("painter");
  expect(machine.contextWindow("designer")).toBe(5);
});

test("one that cannot be read or parsed is a usage error of one line that names it", () => {
  const top = tempFolder();
  const path = join(top, "planwright.config.yaml");
  writeFileSync(path, "roles: [\n");
  const shown = relative("", path);
  const error = { name: "Refused", message: expect.stringMatching(/^[^\n]+$/) };
  expect(() => repositoryConfig(top)).toThrow(expect.objectContaining(error));
  expect(() => repositoryConfig(top)).toThrow(`${shown}: line 2 is not plain YAML`);
  const other = tempFolder();
  mkdirSync(join(other, "planwright.config.yaml"));
  expect(() => repositoryConfig(other)).toThrow(/planwright\.config\.yaml: not a file$/);
});
