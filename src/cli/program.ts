import { Command, Option } from "commander";
import { version } from "../app/version.ts";
import { visibleText } from "../std/visible-text.ts";
import { addAccept } from "./commands/accept.ts";
import { addAnswer } from "./commands/answer.ts";
import { addApprove } from "./commands/approve.ts";
import { addAudit } from "./commands/audit.ts";
import { addCancel } from "./commands/cancel.ts";
import { addCheck } from "./commands/check.ts";
import { addClean } from "./commands/clean.ts";
import { addCompare } from "./commands/compare.ts";
import { addConvert } from "./commands/convert.ts";
import { addDiff } from "./commands/diff.ts";
import { addDo } from "./commands/do.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addDown } from "./commands/down.ts";
import { addExplain } from "./commands/explain.ts";
import { addInbox } from "./commands/inbox.ts";
import { addInit } from "./commands/init.ts";
import { addLog } from "./commands/log.ts";
import { addMerge } from "./commands/merge.ts";
import { addOpen } from "./commands/open.ts";
import { addPause } from "./commands/pause.ts";
import { addPr } from "./commands/pr.ts";
import { addReceipts } from "./commands/receipts.ts";
import { addReject } from "./commands/reject.ts";
import { addResume } from "./commands/resume.ts";
import { addRetry } from "./commands/retry.ts";
import { addRun } from "./commands/run.ts";
import { addSkip } from "./commands/skip.ts";
import { addStatus } from "./commands/status.ts";
import { addUndo } from "./commands/undo.ts";
import { addVerify } from "./commands/verify.ts";
import { addWatch } from "./commands/watch.ts";
import type { Exit } from "./terminal/exit-codes.ts";

export function program(exit: Exit): Command {
  const planwright = new Command("planwright")
    .description("A plan is a file in your branch. A step is done when the harness has seen its contract pass.")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .addHelpCommand(new Command("help").argument("[command]").summary("show help for a command").helpGroup(LAST))
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
  for (const [heading, commands] of GROUPS) {
    planwright.commandsGroup(heading);
    for (const add of commands) add(planwright, exit);
  }
  return planwright;
}

const LAST = "Keep house:";
type Add = (planwright: Command, exit: Exit) => void;

/** In the order in which a plan passes through them. */
const GROUPS: readonly [heading: string, commands: readonly Add[]][] = [
  ["Begin:", [addInit, addDoctor]],
  ["Write a plan:", [addVerify, addExplain, addConvert, addCompare, addCheck]],
  ["Carry it out:", [addRun, addDo, addApprove, addReject, addResume, addPause, addCancel]],
  ["See and decide:", [addStatus, addWatch, addLog, addInbox, addAnswer]],
  ["Take over:", [addDiff, addOpen, addRetry, addAccept, addSkip, addUndo]],
  ["Prove it:", [addReceipts, addAudit]],
  ["Finish:", [addMerge, addPr, addClean]],
  [LAST, [addDown]],
];

const EXAMPLES = `Examples:
  planwright verify plan.md            what is wrong with a plan
  planwright verify .plan --fix        repair what is safe to repair
  planwright compare old.md new.md     what a new version loosens
  planwright convert plan.md --to json the same plan in another dialect
  planwright explain PW302             what a diagnostic means
  planwright check plan.md             run its contracts on this checkout
  planwright run plan.md --agent command:./agent.sh
  planwright do "fix the upload" --contract 'npm test'
  planwright inbox                     what waits for you
  planwright audit plan/rate-limit     prove a branch, trusting nobody
`;
