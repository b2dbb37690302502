import type { Command } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import type { PullRequest } from "../../app/publishing/pr.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";
import { print } from "../terminal/print.ts";

type Options = { remote: string; draft?: true; dryRun?: true; json?: true };

export function addPr(planwright: Command, exit: Exit): void {
  planwright
    .command("pr")
    .summary("push a plan's branch and open a pull request")
    .description(
      "Push the branch of a plan with your own git, without its hooks, and open a pull request with gh. Without gh, print where to open it, and write the text for it to a file.",
    )
    .argument("[run]", "a run, its plan or its branch; without it, the one under way, or else the newest")
    .option("--remote <name>", "where to push", "origin")
    .option("--draft", "open a draft, also of a plan that is not done")
    .option("-n, --dry-run", "push nothing; print what would be done")
    .option("--json", "one JSON document")
    .addHelpText(
      "after",
      `
With a plan that is done goes refs/planwright/plans/ID, which keeps its commits when the host squashes the pull request. A
remote that refuses it still gets the branch.

Examples:
  planwright pr --dry-run          what would be pushed, and the text of the pull request
  planwright pr rate-limit
  planwright pr --draft            show work that is not done yet

Exit status: 0 pushed, 2 it could not be pushed or opened, or the command itself was wrong.`,
    )
    .action(async (run: string | undefined, options: Options) =>
      exit(await inScene((scene) => request(scene, run, options))),
    );
}

async function request(
  scene: Scene,
  run: string | undefined,
  { remote, draft, dryRun, json }: Options,
): Promise<number> {
  const { openPullRequest } = await import("../../app/publishing/pr.ts");
  const { canAsk } = await import("../terminal/prompt.ts");
  const opened = await openPullRequest(scene, run, {
    ...{ remote, draft: draft ?? false, dryRun: dryRun ?? false },
    isAtTerminal: !json && canAsk(),
  });
  if (json) {
    const { printableJson } = await import("../terminal/printable-json.ts");
    process.stdout.write(`${printableJson({ version: 1, ...opened })}\n`);
  } else for (const line of linesOf(opened)) await print(`${visibleText(line)}\n`);
  return exitCodes.ok;
}

function linesOf(opened: PullRequest): string[] {
  const { branch, remote, at, title, body, kept, outcome } = opened;
  switch (outcome.is) {
    case "planned":
      return [
        `would push ${branch} to ${remote} (${at})${kept === null ? "" : `, and ${kept.ref}`}`,
        outcome.with === "gh" ? "would open a pull request with gh:" : "gh is not on PATH; would write this to a file:",
        ...["", `# ${title}`, "", ...body.trimEnd().split("\n")],
      ];
    case "opened":
      return [`${branch} is on ${remote}`, ...keptLines(opened), outcome.said];
    case "there-already":
      return [
        `${branch} is on ${remote}; its pull request is there already`,
        ...keptLines(opened),
        ...outcome.said.split("\n"),
      ];
    case "pushed":
      return [
        `${branch} is on ${remote} (${at})`,
        ...keptLines(opened),
        outcome.address === null
          ? "open a pull request for it there; with gh on PATH it is opened for you"
          : `open a pull request: ${outcome.address}`,
        `with this text: ${outcome.file}`,
      ];
  }
}

const keptLines = ({ kept }: PullRequest): string[] =>
  kept === null ? [] : [kept.trouble ?? `${kept.ref} keeps the plan's commits there`];
