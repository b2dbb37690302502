import type { Command } from "commander";
import { visibleText } from "../../std/visible-text.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

export function addExplain(planwright: Command, exit: Exit): void {
  planwright
    .command("explain")
    .summary("say what a diagnostic means")
    .description("Show the page about a diagnostic: a plan that triggers it, why it matters, and the fixed plan.")
    .argument("[code]", "such as PW302, or a name such as vacuous-contract; without one, all of them are listed")
    .option("--json", "one JSON document")
    .addHelpText("after", AFTER)
    .action(async (code: string | undefined, { json }: { json?: true }) => {
      exit(await explainCode(code, json ?? false));
    });
}

const AFTER = `
Examples:
  planwright explain PW302
  planwright explain           all of them, a line each

Exit status: 0 shown, 2 there is no such diagnostic, or the command itself was wrong.`;

async function explainCode(code: string | undefined, isJson: boolean): Promise<number> {
  const { catalogue, explain, nearestDiagnostic } = await import("../../app/plans/catalogue.ts");
  const { printableJson } = await import("../terminal/printable-json.ts");
  const printJson = (value: object): void => void process.stdout.write(`${printableJson({ version: 1, ...value })}\n`);
  if (code === undefined && isJson) {
    const diagnostics = catalogue.map(({ code: of, name, severity, summary }) => ({
      code: of,
      name,
      severity,
      summary,
    }));
    printJson({ diagnostics });
    return exitCodes.ok;
  }
  if (code === undefined) {
    const width = Math.max(...catalogue.map((kind) => kind.name.length));
    for (const kind of catalogue) process.stdout.write(`${kind.code}  ${kind.name.padEnd(width)}  ${kind.summary}\n`);
    return exitCodes.ok;
  }
  const page = explain(code);
  if (page === null) {
    const meant = nearestDiagnostic(code);
    const help = meant === null ? "`planwright explain` lists them all" : `did you mean ${meant}?`;
    process.stderr.write(`planwright: there is no diagnostic ${visibleText(code)}; ${help}\n`);
    return exitCodes.usage;
  }
  if (isJson) printJson({ page });
  else process.stdout.write(page);
  return exitCodes.ok;
}
