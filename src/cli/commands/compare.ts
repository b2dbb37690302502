import { type Command, Option } from "commander";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

const FORMATS = ["words", "json"] as const;
type Options = { format?: (typeof FORMATS)[number]; json?: true };

export function addCompare(planwright: Command, exit: Exit): void {
  planwright
    .command("compare")
    .summary("say what a new version of a plan demands and permits")
    .description(
      "Compare two plans by what they mean: weaker contracts, lost protection and wider grants first, rewording last.",
    )
    .argument("<old>", "a plan file, a plan folder, or a repository with a .plan/ folder")
    .argument("<new>", "the same plan later; its dialect may be another one")
    .addOption(new Option("--format <format>", "for people or for programs").choices(FORMATS))
    .addOption(new Option("--json", "the same as --format json").conflicts("format"))
    .addHelpText("after", AFTER)
    .action(async (before: string, after: string, options: Options) => exit(await compare(before, after, options)));
}

const AFTER = `
Examples:
  planwright compare old.md new.md
  planwright compare old.md .plan --format json   two dialects, for a program

Exit status: 0 nothing loosens, 1 something does or a plan cannot be read, 2 the command itself was wrong.`;

async function compare(before: string, after: string, { format, json }: Options): Promise<number> {
  const { comparePaths } = await import("../../app/plans/compare.ts");
  const comparison = comparePaths(before, after);
  if (comparison.status === "unreadable") {
    const { renderUnix } = await import("../../diagnostics/unix.ts");
    process.stderr.write(renderUnix(comparison.diagnostics, comparison.sources));
    return exitCodes.failed;
  }
  const { status: _, ...result } = comparison;
  if (json || format === "json") {
    const { printableJson } = await import("../terminal/printable-json.ts");
    process.stdout.write(`${printableJson({ version: 1, ...result })}\n`);
  } else {
    const { inWords } = await import("../../compare/in-words.ts");
    process.stdout.write(inWords(result.before.path, result.after.path, result.changes));
  }
  return result.verdict === "loosens" ? exitCodes.failed : exitCodes.ok;
}
