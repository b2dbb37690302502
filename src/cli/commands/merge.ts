import { type Command, Option } from "commander";
import type { Landing, Merge, Proposal } from "../../app/finishing/merge.ts";
import type { Scene } from "../../app/opening/scene.ts";
import { Refused } from "../../std/refusal.ts";
import { visibleText } from "../../std/visible-text.ts";
import { outcomeCounts } from "../../telling/outcome-words.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";
import { interruptible } from "../terminal/interruptible.ts";
import { print } from "../terminal/print.ts";

type Options = { into?: string; ff?: true; squash?: true; yes?: true; json?: true };

export function addMerge(planwright: Command, exit: Exit): void {
  planwright
    .command("merge")
    .summary("merge a plan that is done, if all its contracts pass on the merged tree")
    .description(
      "Run every contract of a plan on the tree that merging would give, and merge only if all of them pass. Nothing moves before that, nor before you say so. The plan becomes one merge commit, a single line in `git log --first-parent`, unless you ask for something else.",
    )
    .argument("[run]", "a run, its plan or its branch; without it, the newest")
    .option("--into <branch>", "the branch to merge into; without it, the one that is checked out")
    .addOption(
      new Option("--ff", "only move the branch forward where it has nothing of its own; else a merge commit").conflicts(
        "squash",
      ),
    )
    .option("--squash", "one ordinary commit with all that the plan has changed")
    .option("-y, --yes", "do not ask")
    .option("--json", "one JSON document")
    .addHelpText(
      "after",
      `
A branch that is checked out here moves with its files, and only when nothing uncommitted is in the way. The plan's own
commits stay at refs/planwright/plans/ID, whichever way it is merged: an audit follows them. Push that ref with the branch.

Examples:
  planwright merge                            the newest plan into this branch
  planwright merge rate-limit --into main --yes
  planwright merge --squash                   one commit on this branch, named after the plan
  planwright merge --ff                       no merge commit, where nothing else has happened here

Exit status: 0 merged, 1 a contract breaks, or there are conflicts, 2 you said no, or the command itself was wrong.`,
    )
    .action(async (run: string | undefined, options: Options) =>
      exit(await inScene((scene) => merge(scene, run, options))),
    );
}

async function merge(scene: Scene, run: string | undefined, { into, ff, squash, yes, json }: Options): Promise<number> {
  const { mergeRun } = await import("../../app/finishing/merge.ts");
  const { progressLine } = await import("../terminal/progress-line.ts");
  const { canAsk, confirmInWord } = await import("../terminal/prompt.ts");
  const progress = progressLine();
  const merged = await interruptible((signal) =>
    mergeRun(scene, run, {
      ...(into !== undefined && { into }),
      how: squash ? "squash" : ff ? "ff" : "merge",
      signal,
      ready() {
        if (!yes && (json || !canAsk()))
          throw new Refused("incomplete", "there is no terminal to ask; --yes merges what passes");
      },
      onProgress: (step, command) => progress.show(`step ${step}: ${command}`),
      onLine: (line) => progress.show(line),
      async confirm(proposal) {
        progress.clear();
        const isAgreed = yes || (await confirmInWord(visibleText(`${passing(proposal)}; ${moving(proposal)}?`)));
        // Ctrl-C is no answer.
        signal.throwIfAborted();
        return isAgreed;
      },
    }).finally(progress.clear),
  );
  if (merged === "interrupted") return exitCodes.interrupted;
  if (json) {
    const { printableJson } = await import("../terminal/printable-json.ts");
    process.stdout.write(`${printableJson({ version: 1, ...merged })}\n`);
  } else for (const line of linesOf(merged)) await print(`${visibleText(line)}\n`);
  return STATUS[merged.status];
}

const STATUS: Record<Merge["status"], number> = {
  merged: exitCodes.ok,
  already: exitCodes.ok,
  conflict: exitCodes.failed,
  broken: exitCodes.failed,
  declined: exitCodes.usage,
};

function passing({ contracts, outcomes }: Proposal): string {
  const steps = outcomes.length === 0 ? "" : ` (${outcomeCounts(outcomes)})`;
  if (contracts === 0) return `no step was accepted by a contract, so nothing was run${steps}`;
  return contracts === 1
    ? `its contract passes on the merged tree${steps}`
    : `all ${contracts} contracts pass on the merged tree${steps}`;
}

const moving = ({ plan, into, how, checkout }: Proposal): string =>
  `${MOVING[how](`plan/${plan}`, into)}${checkout === null ? "" : `, with the files in ${checkout}`}`;

const MOVING: Record<Landing, (branch: string, into: string) => string> = {
  merge: (branch, into) => `merge ${branch} into ${into} with a merge commit`,
  ff: (branch, into) => `move ${into} forward to ${branch}, without a merge commit`,
  squash: (branch, into) => `put all of ${branch} on ${into} as one commit`,
};

const MOVED: Record<Landing, string> = {
  merge: "a merge commit",
  ff: "moved forward",
  squash: "one commit with all of the plan",
};

function linesOf(merged: Merge): string[] {
  const { plan, into } = merged;
  switch (merged.status) {
    case "already":
      return [`plan/${plan} is in ${into} already`];
    case "conflict":
      return [
        `plan/${plan} and ${into} change the same places, so nothing was merged:`,
        ...merged.paths.map((path) => `  ${path}`),
        `\`git merge plan/${plan}\` lets you resolve them yourself; \`planwright check\` then runs the contracts`,
      ];
    case "broken":
      return [
        `merged with ${into}, plan/${plan} no longer passes its contracts, so nothing was merged:`,
        ...merged.broken.flatMap(({ step, title, command, told, log }) => [
          `step ${step}, ${title}: ${told}`,
          `  $ ${command}`,
          ...log.split("\n").map((line) => `  ${line}`),
        ]),
      ];
    case "declined":
      return ["nothing was merged"];
    case "merged":
      return [
        passing(merged),
        `${into} is at ${merged.commit.slice(0, 10)}, ${MOVED[merged.how]}`,
        `${merged.kept} keeps the plan's own commits`,
        ...(merged.push === null ? [] : [`\`${merged.push}\` pushes both`]),
        `\`planwright audit ${into}\` checks it, \`planwright clean ${plan}\` tidies up`,
      ];
  }
}
