import { styleText } from "node:util";
import type { Command } from "commander";
import type { AuditReport } from "../../app/audit.ts";
import { visibleText } from "../../std/visible-text.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { interruptible } from "../terminal/interruptible.ts";

type Options = { rerun?: true; signers?: string; json?: true };

export function addAudit(planwright: Command, exit: Exit): void {
  planwright
    .command("audit")
    .summary("prove a plan's branch, trusting nobody")
    .description(
      "Check every commit, trailer, receipt and signature of a plan's branch against each other, with nothing but this clone.",
    )
    .argument("<ref>", "the plan's branch, or a commit on it")
    .option("--rerun", "also run every contract again, on the tree its receipt names")
    .option("--signers <file>", "an allowed_signers file; without it, the one of the main branch")
    .option("--json", "one JSON document")
    .addHelpText("after", VERDICTS)
    .action(async (ref: string, options: Options, command: Command) => {
      exit(await audit(ref, options, command.optsWithGlobals().color !== false && hasColor()));
    });
}

const VERDICTS = `
  proven      everything agrees, and is signed by somebody you know
  consistent  everything agrees, but nobody you know has signed it
  broken      something does not agree; each place is named

Exit status: 0 proven, 1 broken, 2 the command itself was wrong, 7 consistent.`;

async function audit(ref: string, options: Options, color: boolean): Promise<number> {
  const { audit: examine } = await import("../../app/audit.ts");
  const report = await interruptible((signal) =>
    examine(ref, {
      ...(options.signers !== undefined && { signers: options.signers }),
      rerun: options.rerun ?? false,
      signal,
      onRerun: ({ step, command, passes, told }) => {
        const answer = passes ? "passes" : told;
        if (!options.json) process.stdout.write(`rerun step ${step}: ${visibleText(`${command}: ${answer}`)}\n`);
      },
    }),
  );
  if (report === "interrupted") return exitCodes.interrupted;
  if (options.json) {
    const { printableJson } = await import("../terminal/printable-json.ts");
    process.stdout.write(`${printableJson({ version: 1, ...report })}\n`);
  } else process.stdout.write(textOf(report, color));
  if (report.verdict === "broken" || report.reruns.some(({ passes }) => !passes)) return exitCodes.failed;
  return report.verdict === "proven" ? exitCodes.ok : exitCodes.signerUnknown;
}

const TONES = { proven: "green", consistent: "yellow", broken: "red" } as const;

function textOf(report: AuditReport, color: boolean): string {
  const { verdict, steps, problems, remarks, isComplete, approval } = report;
  const word = color ? styleText(TONES[verdict], verdict, { validateStream: false }) : verdict;
  const progress = isComplete ? "complete" : "not complete yet";
  return [
    `${word}: ${visibleText(report.ref)} (${report.tip.slice(0, 10)})${verdict === "consistent" ? ", signer unknown" : ""}`,
    ...(approval ? [visibleText(`plan ${approval.plan}, approved by ${approval.by}, ${progress}`)] : []),
    ...steps.map(({ number, title, acceptedBy, attempt }) =>
      visibleText(
        `  step ${number}: ${title} (${acceptedBy === "eye" ? "accepted by eye" : "by its contract"}, attempt ${attempt})`,
      ),
    ),
    ...problems.map((problem) => `  problem: ${placed(problem)}`),
    ...remarks.map((remark) => `  note: ${placed(remark)}`),
    signersTold(report),
    "",
  ].join("\n");
}

function placed({ commit, file, what }: AuditReport["problems"][number]): string {
  const where = [commit?.slice(0, 10), file].filter((part) => part !== undefined && part !== null).join(" ");
  return visibleText(where === "" ? what : `${where}: ${what}`);
}

function signersTold({ signers, signersFrom }: AuditReport): string {
  const source = signersFrom ?? "nobody told who may sign: give --signers, or put allowed_signers on the main branch";
  const names = signers.map(({ identity, publicKey, signatures }) =>
    visibleText(`${identity ?? `unknown key …${publicKey.slice(-12)}`} (${signatures} signatures)`),
  );
  return `  signed by ${names.join(", ") || "nobody"}; ${visibleText(source)}`;
}
