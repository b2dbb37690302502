import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { program } from "../src/cli/program.ts";

const planwright = await program([], () => {});

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({
    writeOut: (more) => {
      text += more;
    },
  });
  command.outputHelp();
  return text;
}

/** The command lines of the examples, without what stands beside them as an explanation. */
const examplesIn = (help: string): string[] =>
  (/\nExamples?:\n((?: {2}\S.*\n)+)/.exec(help)?.[1] ?? "")
    .trimEnd()
    .split("\n")
    .map((line) => line.trim().split(/ {2,}/)[0] ?? "");

describe.each(planwright.commands.map((command) => [command.name(), command] as const))(
  "%s --help",
  (name, command) => {
    const help = helpOf(command);
    const examples = examplesIn(help);

    test("has examples of its own, and says what the exit status means", () => {
      expect(examples.filter((line) => line.includes(`planwright ${name}`))).not.toEqual([]);
      expect(help).toMatch(/\nExit status: /);
    });

    test("names no option in an example that there is not", () => {
      for (const example of examples) {
        const [, of = "", words = ""] = /planwright (\S+)([^|>]*)/.exec(example) ?? [];
        const meant = planwright.commands.find((each) => each.name() === of);
        const known = [...(meant?.options ?? []), ...planwright.options].flatMap(({ long, short }) => [long, short]);
        expect(meant, example).toBeDefined();
        for (const [, flag] of words.replaceAll(/"[^"]*"|'[^']*'/g, "").matchAll(/ (--?[a-z][\w-]*)/g)) {
          expect(known, example).toContain(flag);
        }
      }
    });
  },
);
