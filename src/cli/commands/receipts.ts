import type { Command } from "commander";
import type { ListedReceipt } from "../../app/receipts.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

export function addReceipts(planwright: Command, exit: Exit): void {
  planwright
    .command("receipts")
    .summary("list what a branch has proven")
    .description(
      "List the receipts that a plan's branch keeps under .plan/receipts/. Whether to believe them is what `audit` says.",
    )
    .argument("[ref]", "a branch or commit", "HEAD")
    .option("--json", "one JSON document")
    .addHelpText(
      "after",
      "\nExit status: 0 all receipts can be read and are signed, 1 one is not, 2 the command itself was wrong.",
    )
    .action(async (ref: string, options: { json?: true }) => exit(await list(ref, options.json ?? false)));
}

async function list(ref: string, isJson: boolean): Promise<number> {
  const { receipts } = await import("../../app/receipts.ts");
  const { commit, receipts: found } = await receipts(ref);
  if (isJson) {
    const { printableJson } = await import("../terminal/printable-json.ts");
    process.stdout.write(`${printableJson({ version: 1, ref, commit, receipts: found })}\n`);
  } else if (found.length === 0) {
    process.stdout.write(`${visibleText(ref)} has no receipts; they come with the first step that is accepted\n`);
  } else for (const receipt of found) process.stdout.write(linesOf(receipt));
  return found.every((receipt) => "proof" in receipt && receipt.key !== null) ? exitCodes.ok : exitCodes.failed;
}

function linesOf(receipt: ListedReceipt): string {
  const signed = receipt.key === null ? "NO VALID SIGNATURE" : `key …${receipt.key.slice(-12)}`;
  if ("refused" in receipt) return `${visibleText(receipt.path)}: ${visibleText(receipt.refused)} · ${signed}\n`;
  const { step, accepted, contracts, finishedAt, sandbox, trees } = receipt.proof;
  const by = accepted.by === "eye" ? `accepted by eye by ${accepted.person}` : "proven";
  const held = sandbox.isHolding ? "" : " · UNSANDBOXED";
  const head = `${step.number}. ${step.title}: ${by}, attempt ${step.attempt}, ${finishedAt}, tree ${trees.proven.slice(0, 10)}, ${signed}${held}`;
  const rest = contracts.map(({ command, base, after, reverted }) => {
    const sides = `base ${base.state}, after ${after.state}, reverted ${reverted.state}`;
    return `   $ ${(command.split("\n")[0] ?? "").slice(0, 100)}  (${sides})`;
  });
  return [head, ...rest].map((line) => `${visibleText(line)}\n`).join("");
}
