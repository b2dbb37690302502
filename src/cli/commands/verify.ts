import { type Command, Option } from "commander";
import type { Fixed } from "../../app/plans/fix.ts";
import type { Verification } from "../../app/plans/verify.ts";
import { visibleText } from "../../std/visible-text.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

const FORMATS = ["pretty", "json", "sarif", "github", "unix"] as const;
type Options = { format?: (typeof FORMATS)[number]; json?: true; fix?: true; strict?: true };

export function addVerify(planwright: Command, exit: Exit): void {
  planwright
    .command("verify")
    .summary("say everything that is wrong with a plan")
    .description(
      "Check plans like code: every problem at once, with its place, why it matters and what to write instead.",
    )
    .argument("<path...>", "plan files, plan folders, or repositories with a .plan/ folder")
    .addOption(
      new Option(
        "--format <format>",
        "pretty on a terminal, else unix; sarif and github are for code scanning and CI",
      ).choices(FORMATS),
    )
    .addOption(new Option("--json", "the same as --format json").conflicts("format"))
    .option("--fix", "repair what is safe to repair, then report the rest")
    .option("--strict", "count warnings as errors")
    .addHelpText("after", AFTER)
    .action(async (paths: string[], options: Options, command: Command) => {
      const manner = { mayColor: command.optsWithGlobals().color !== false, version: planwright.version() ?? "" };
      exit(await verify(paths, options, manner));
    });
}

const AFTER = `
Examples:
  planwright verify plan.md
  planwright verify .plan --fix                    repair what is safe to repair
  planwright verify plans/*.md --strict            warnings are errors, too
  planwright verify plan.md --json | jq '.diagnostics[].code'
  planwright verify . --format sarif > plan.sarif  for code scanning

Exit status: 0 no errors, 1 errors found, 2 the command itself was wrong.`;

/** How the answer is given. */
type Manner = { mayColor: boolean; version: string };

async function verify(paths: string[], options: Options, manner: Manner): Promise<number> {
  const settings = { strict: options.strict ?? false };
  let result: Verification;
  if (options.fix) {
    const { fixPaths } = await import("../../app/plans/fix.ts");
    const fixed = fixPaths(paths, settings);
    result = fixed.after;
    process.stderr.write(fixSummary(fixed));
  } else {
    const { verifyPaths } = await import("../../app/plans/verify.ts");
    result = verifyPaths(paths, settings);
  }
  const format = options.json ? "json" : (options.format ?? (process.stdout.isTTY ? "pretty" : "unix"));
  process.stdout.write(await render(result, format, manner));
  return result.diagnostics.some((diagnostic) => diagnostic.severity === "error") ? exitCodes.failed : exitCodes.ok;
}

async function render(
  { diagnostics, sources, plans }: Verification,
  format: (typeof FORMATS)[number],
  { mayColor, version }: Manner,
): Promise<string> {
  switch (format) {
    case "json": {
      const { diagnosticsAsJson } = await import("../../diagnostics/json.ts");
      const { printableJson } = await import("../terminal/printable-json.ts");
      return `${printableJson({ version: 1, diagnostics: diagnosticsAsJson(diagnostics, sources), plans })}\n`;
    }
    case "sarif": {
      const { sarifOf } = await import("../../diagnostics/sarif.ts");
      const { catalogue } = await import("../../app/plans/catalogue.ts");
      const { printableJson } = await import("../terminal/printable-json.ts");
      return `${printableJson(sarifOf(diagnostics, sources, catalogue, version))}\n`;
    }
    case "github": {
      const { renderGithub } = await import("../../diagnostics/github.ts");
      return renderGithub(diagnostics, sources);
    }
    case "unix": {
      const { renderUnix } = await import("../../diagnostics/unix.ts");
      return renderUnix(diagnostics, sources);
    }
    case "pretty": {
      if (diagnostics.length === 0) return allWell(plans);
      const { renderPretty } = await import("../../diagnostics/pretty.ts");
      return renderPretty(diagnostics, sources, {
        color: mayColor && hasColor(),
        ...(process.stdout.isTTY && { width: process.stdout.columns || 80 }),
        ...(plans.length > 0 && { plans: plans.length }),
      });
    }
  }
}

function allWell(plans: Verification["plans"]): string {
  return plans.map((plan) => `${visibleText(plan.path)}: ${count(plan.steps, "step")}, nothing to report\n`).join("");
}

const MOST_SHOWN = 20;

function fixSummary({ applied, files }: Fixed): string {
  if (applied.length === 0) return "nothing to fix\n";
  const lines = applied.map(
    ({ diagnostic, fix }) =>
      `fixed ${diagnostic.code} in ${visibleText(diagnostic.span.file)}: ${visibleText(fix.title)}\n`,
  );
  const more = lines.length > MOST_SHOWN ? `… and ${lines.length - MOST_SHOWN} more\n` : "";
  return `${lines.slice(0, MOST_SHOWN).join("")}${more}${count(applied.length, "fix", "fixes")} in ${count(files.length, "file")}\n\n`;
}

const count = (amount: number, one: string, many = `${one}s`): string => `${amount} ${amount === 1 ? one : many}`;
