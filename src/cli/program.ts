import { Command, Option } from "commander";
import { version } from "../app/opening/version.ts";
import { visibleText } from "../std/visible-text.ts";
import { COMPLETION, type CommandGroup, commandGroups, LAST } from "./command-groups.ts";
import { OTHER_WORDS } from "./meant-words.ts";
import type { Exit } from "./terminal/exit-codes.ts";
import { linesWithin } from "./terminal/lines-within.ts";
import { terminalSize } from "./terminal/terminal-size.ts";

/**
 * What the command line can say. Holds only the command that these words begin with, because the descriptions of all of
 * them would be a tenth of the time that `verify` takes; where they begin with anything else, as help and a mistyped
 * command do, or with the command that tells of all others, it holds every one.
 */
export async function program([name]: readonly string[], exit: Exit): Promise<Command> {
  const planwright = new Command("planwright")
    .description("A plan is a file in your branch. A step is done when the harness has seen its contract pass.")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .addHelpCommand(new Command("help").argument("[command]").summary("show help for a command").helpGroup(LAST))
    .option("--no-color", "plain text")
    .addOption(new Option("--debug", "show where a fault of Planwright's own comes from").hideHelp())
    .configureOutput({
      // Only descriptions are broken up by commander itself. All of help is plain letters.
      writeOut: (text) =>
        process.stdout.write(
          process.stdout.isTTY ? linesWithin(text, terminalSize(process.stdout).width, (line) => line.length) : text,
        ),
      outputError: (text, write) =>
        write(
          // Words of the command line are told again, and may hold anything.
          `${visibleText(
            text
              .replace(/^error: /, "planwright: ")
              .trimEnd()
              .replaceAll("\n", " "),
          )}\n`,
        ),
    })
    .showHelpAfterError(false)
    .exitOverride()
    .addHelpText("before", EXAMPLES)
    .addHelpText("after", otherWords);
  for (const [heading, commands] of groupsFor(name)) {
    planwright.commandsGroup(heading);
    for (const [, load] of commands) (await load())(planwright, exit);
  }
  return planwright;
}

function groupsFor(name: string | undefined): readonly CommandGroup[] {
  const one = commandGroups
    .map(([heading, commands]): CommandGroup => [heading, commands.filter(([each]) => each === name)])
    .filter(([, commands]) => commands.length > 0);
  return one.length > 0 && name !== COMPLETION ? one : commandGroups;
}

function otherWords(): string {
  const told = [...OTHER_WORDS].map(([word, command]) => `${word} (${command})`);
  return `\nAlso understood: ${told.join(", ")}, plan run (run), plan verify (verify)`;
}

const EXAMPLES = `Examples:
  planwright verify plan.md            what is wrong with a plan
  planwright verify .plan --fix        repair what is safe to repair
  planwright compare old.md new.md     what a new version loosens
  planwright convert plan.md --to json the same plan in another dialect
  planwright explain PW302             what a diagnostic means
  planwright check plan.md             run its contracts on this checkout
  planwright rehearse plan.md          what happens when a step fails, or an agent lies
  planwright run plan.md --agent claude-code
  planwright do "fix the upload" --contract 'npm test'
  planwright inbox                     what waits for you
  planwright topic post news "..."     tell the steps that listen
  planwright audit plan/rate-limit     check a branch, from git alone
`;
