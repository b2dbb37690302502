import type { Command } from "commander";
import type { Exit } from "./terminal/exit-codes.ts";

type Add = (planwright: Command, exit: Exit) => void;

/** A command by the word that names it. Its file is loaded when it is asked for. */
type ListedCommand = readonly [name: string, load: () => Promise<Add>];
export type CommandGroup = readonly [heading: string, commands: readonly ListedCommand[]];

/** Where commands of commander's own are listed, too. */
export const LAST = "Keep house:";

/** The command that tells of all others. */
export const COMPLETION = "completion";

/** In the order in which a plan passes through them. */
export const commandGroups: readonly CommandGroup[] = [
  [
    "Begin:",
    [
      ["init", async () => (await import("./commands/init.ts")).addInit],
      ["doctor", async () => (await import("./commands/doctor.ts")).addDoctor],
    ],
  ],
  [
    "Write a plan:",
    [
      ["verify", async () => (await import("./commands/verify.ts")).addVerify],
      ["explain", async () => (await import("./commands/explain.ts")).addExplain],
      ["convert", async () => (await import("./commands/convert.ts")).addConvert],
      ["compare", async () => (await import("./commands/compare.ts")).addCompare],
      ["check", async () => (await import("./commands/check.ts")).addCheck],
    ],
  ],
  [
    "Run it:",
    [
      ["rehearse", async () => (await import("./commands/rehearse.ts")).addRehearse],
      ["run", async () => (await import("./commands/run.ts")).addRun],
      ["do", async () => (await import("./commands/do.ts")).addDo],
      ["approve", async () => (await import("./commands/approve.ts")).addApprove],
      ["reject", async () => (await import("./commands/reject.ts")).addReject],
      ["resume", async () => (await import("./commands/resume.ts")).addResume],
      ["pause", async () => (await import("./commands/pause.ts")).addPause],
      ["cancel", async () => (await import("./commands/cancel.ts")).addCancel],
      ["revise", async () => (await import("./commands/revise.ts")).addRevise],
    ],
  ],
  [
    "See and decide:",
    [
      ["status", async () => (await import("./commands/status.ts")).addStatus],
      ["watch", async () => (await import("./commands/watch.ts")).addWatch],
      ["log", async () => (await import("./commands/log.ts")).addLog],
      ["show", async () => (await import("./commands/show.ts")).addShow],
      ["cost", async () => (await import("./commands/cost.ts")).addCost],
      ["inbox", async () => (await import("./commands/inbox.ts")).addInbox],
      ["answer", async () => (await import("./commands/answer.ts")).addAnswer],
      ["topic", async () => (await import("./commands/topic.ts")).addTopic],
    ],
  ],
  [
    "Take over:",
    [
      ["diff", async () => (await import("./commands/diff.ts")).addDiff],
      ["open", async () => (await import("./commands/open.ts")).addOpen],
      ["retry", async () => (await import("./commands/retry.ts")).addRetry],
      ["accept", async () => (await import("./commands/accept.ts")).addAccept],
      ["skip", async () => (await import("./commands/skip.ts")).addSkip],
      ["undo", async () => (await import("./commands/undo.ts")).addUndo],
    ],
  ],
  [
    "Prove it:",
    [
      ["receipts", async () => (await import("./commands/receipts.ts")).addReceipts],
      ["audit", async () => (await import("./commands/audit.ts")).addAudit],
      ["signers", async () => (await import("./commands/signers.ts")).addSigners],
    ],
  ],
  [
    "Finish:",
    [
      ["merge", async () => (await import("./commands/merge.ts")).addMerge],
      ["pr", async () => (await import("./commands/pr.ts")).addPr],
      ["clean", async () => (await import("./commands/clean.ts")).addClean],
    ],
  ],
  [
    LAST,
    [
      ["down", async () => (await import("./commands/down.ts")).addDown],
      [COMPLETION, async () => (await import("./commands/completion.ts")).addCompletion],
    ],
  ],
];
