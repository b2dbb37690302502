import { Command, Option } from "commander";
import { visibleText } from "../std/visible-text.ts";
import { addAudit } from "./commands/audit.ts";
import { addCheck } from "./commands/check.ts";
import { addCompare } from "./commands/compare.ts";
import { addConvert } from "./commands/convert.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addExplain } from "./commands/explain.ts";
import { addReceipts } from "./commands/receipts.ts";
import { addRun } from "./commands/run.ts";
import { addVerify } from "./commands/verify.ts";
import type { Exit } from "./terminal/exit-codes.ts";
import { version } from "./version.ts";

export function program(exit: Exit): Command {
  const planwright = new Command("planwright")
    .description("A plan is a file in your branch. A step is done when the harness has seen its contract pass.")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show help for a command")
    .option("--no-color", "plain text")
    .addOption(new Option("--debug", "show where a fault of Planwright's own comes from").hideHelp())
    .configureOutput({
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
    .addHelpText("before", EXAMPLES);
  for (const add of [addVerify, addRun, addCheck, addCompare, addConvert, addExplain, addReceipts, addAudit, addDoctor])
    add(planwright, exit);
  return planwright;
}

const EXAMPLES = `Examples:
  planwright verify plan.md            what is wrong with a plan
  planwright verify .plan --fix        repair what is safe to repair
  planwright compare old.md new.md     what a new version loosens
  planwright convert plan.md --to json the same plan in another dialect
  planwright explain PW302             what a diagnostic means
  planwright check plan.md             run its contracts on this checkout
  planwright audit plan/rate-limit     prove a branch, trusting nobody
`;
