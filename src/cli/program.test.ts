import { expect, test } from "vitest";
import { COMPLETION, commandGroups } from "./command-groups.ts";
import { program } from "./program.ts";

const names = commandGroups.flatMap(([, commands]) => commands.map(([name]) => name));
const namesIn = async (words: readonly string[]) =>
  (await program(words, () => {})).commands.map((command) => command.name());

test.each(names.filter((name) => name !== COMPLETION))("holds only %s when that is what is asked for", async (name) => {
  expect(await namesIn([name, "--help"])).toEqual([name]);
});

test.each([
  [[]],
  [["--help"]],
  [["help", "verify"]],
  [["verfy"]],
  [["completion", "bash"]],
  [["--no-color", "verify"]],
  [["--help", "verify"]],
])("holds every command for %j", async (words) => {
  expect(await namesIn(words)).toEqual(names);
});
