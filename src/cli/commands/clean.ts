import type { Command } from "commander";
import type { Cleaned, Proposal } from "../../app/finishing/clean.ts";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";

type Options = { all?: true; branch?: true; branches?: true; journals?: true; yes?: true; dryRun?: true; json?: true };

export function addClean(planwright: Command, exit: Exit): void {
  planwright
    .command("clean")
    .summary("remove what runs that are over have left behind")
    .description(
      "Remove work trees, transcripts and debug branches of runs that are over, and unused set-ups. Says what goes and what it frees, and asks first. What is proven stays unless you ask for it: branches of plans with their receipts, and the journal.",
    )
    .argument("[run]", "only what this run has left")
    .option("--all", "also what failed plans have left, and everything that can be made again")
    .option("--branch", "discard the plan of this run: also its branch, though it is not merged")
    .option("--branches", "also branches of plans that are merged into a main branch")
    .option("--journals", "also what is remembered of runs that are over: `status` and `log` know them no more")
    .option("-n, --dry-run", "only say what would go")
    .option("-y, --yes", "do not ask")
    .option("--json", "one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  planwright clean --dry-run           what would go
  planwright clean rate-limit --yes    what one run has left
  planwright clean rate-limit --branch discard the plan: its branch goes, merged or not
  planwright clean --all --branches    as much as possible

Exit status: 0 clean, 2 you said no, the run is not over, its branch cannot go, or --yes is missing where nobody can be
asked.`,
    )
    .action(async (run: string | undefined, options: Options) =>
      exit(await inScene((scene) => tidyUp(scene, run, options))),
    );
}

async function tidyUp(
  scene: Scene,
  run: string | undefined,
  { all, branch, branches, journals, yes, dryRun, json }: Options,
): Promise<number> {
  const { clean } = await import("../../app/finishing/clean.ts");
  const { canAsk, confirm, confirmWord } = await import("../terminal/prompt.ts");
  const mayAsk = !json && canAsk();
  const cleaned = await clean(scene, {
    ...(run !== undefined && { run }),
    ...{ all: all ?? false, branch: branch ?? false, branches: branches ?? false, journals: journals ?? false },
    async confirm(proposal) {
      if (!json) process.stdout.write(textOf(proposal));
      if (dryRun) return false;
      if (yes || !mayAsk) return yes ?? false;
      const { lost } = proposal;
      return lost === null ? confirm("remove it?") : confirmWord(visibleText(`${losing(lost)}.`), "discard");
    },
  });
  return json ? printJson(cleaned, dryRun || yes) : ending(cleaned, { isDry: dryRun ?? false, mayAsk });
}

async function printJson(cleaned: Cleaned, isDecided = false): Promise<number> {
  const { printableJson } = await import("../terminal/printable-json.ts");
  process.stdout.write(`${printableJson({ version: 1, ...cleaned })}\n`);
  if (isDecided || cleaned.goes.length === 0) return exitCodes.ok;
  process.stderr.write(UNASKED);
  return exitCodes.usage;
}

function ending({ goes, stays, isDone }: Cleaned, { isDry, mayAsk }: { isDry: boolean; mayAsk: boolean }): number {
  if (goes.length === 0) {
    process.stdout.write(`nothing to remove\n${stays.map(keptLine).join("")}`);
    return exitCodes.ok;
  }
  if (isDry) return exitCodes.ok;
  if (isDone) {
    process.stdout.write(`removed, ${size(total(goes))} freed\n`);
    return exitCodes.ok;
  }
  process.stderr.write(mayAsk ? "nothing was removed\n" : UNASKED);
  return exitCodes.usage;
}

const losing = ({ branch, commits }: NonNullable<Proposal["lost"]>): string =>
  `${commits === 1 ? "One commit" : `${commits} commits`} of ${branch} will be lost`;

const UNASKED = "planwright: nothing was removed; --yes removes it\n";

const textOf = ({ goes, stays }: Proposal): string =>
  [
    ...goes.map(({ what, bytes }) => `${size(bytes).padStart(9)}  ${visibleText(what)}\n`),
    `${size(total(goes)).padStart(9)}  in all\n`,
    ...stays.map(keptLine),
  ].join("");

const keptLine = ({ what, why }: Proposal["stays"][number]): string =>
  `${"kept".padStart(9)}  ${visibleText(`${what}: ${why}`)}\n`;

const total = (goes: Proposal["goes"]): number => goes.reduce((sum, { bytes }) => sum + bytes, 0);

/** `0 B`, `12.3 kB`, `4.0 MB`. */
function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const power = Math.min(4, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(1)} ${["B", "kB", "MB", "GB", "TB"][power]}`;
}
