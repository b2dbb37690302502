import { styleText } from "node:util";
import type { Command } from "commander";
import type { AuditReport } from "../../app/audit.ts";
import { visibleText } from "../../std/visible-text.ts";
import { OUTCOME_WORD } from "../../telling/outcome-words.ts";
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
    .option(
      "--signers <file>",
      "an allowed_signers file; without it, the one of the main branch, as the plan found it, and this machine's key",
    )
    .option("--json", "one JSON document")
    .addHelpText("after", VERDICTS)
    .action(async (ref: string, options: Options, command: Command) => {
      exit(await audit(ref, options, command.optsWithGlobals().color !== false && hasColor()));
    });
}

const VERDICTS = `
  proven      everything agrees, and is signed by somebody you know, or by this machine
  consistent  everything agrees, but nobody you know has signed it
  broken      something does not agree; each place is named

Examples:
  planwright audit plan/rate-limit
  planwright audit origin/plan/rate-limit --signers team-keys   who may sign, from a file of yours
  planwright audit main --rerun                                 every contract again, of the plan merged last

Exit status: 0 proven, 1 broken, or a contract fails now (--rerun), 2 the command itself was wrong, 4 consistent, or a
contract could not run here (--rerun).`;

async function audit(ref: string, options: Options, color: boolean): Promise<number> {
  const { audit: examine } = await import("../../app/audit.ts");
  const { progressLine } = await import("../terminal/progress-line.ts");
  const progress = progressLine();
  const report = await interruptible((signal) =>
    examine(ref, {
      ...(options.signers !== undefined && { signers: options.signers }),
      rerun: options.rerun ?? false,
      signal,
      onProgress: (step, command) => progress.show(`step ${step}: ${command}`),
      onRerun: ({ step, command, passes, isRun, told }) => {
        progress.clear();
        const [first = ""] = command.trimEnd().split("\n");
        const no = isRun ? "does not pass any more" : "could not run here";
        const answer = passes ? "passes again" : `${no}: ${told}`;
        if (!options.json) process.stdout.write(visibleText(`step ${step}: \`${first}\` ${answer}`).concat("\n"));
      },
    }).finally(progress.clear),
  );
  if (report === "interrupted") return exitCodes.interrupted;
  if (options.json) {
    const { printableJson } = await import("../terminal/printable-json.ts");
    process.stdout.write(`${printableJson({ version: 1, ...report })}\n`);
  } else process.stdout.write(textOf(report, color));
  if (report.verdict === "broken" || report.reruns.some(failsNow)) return exitCodes.failed;
  const isWhole = report.verdict === "proven" && report.reruns.every(({ isRun }) => isRun);
  return isWhole ? exitCodes.ok : exitCodes.unverified;
}

const failsNow = ({ passes, isRun }: AuditReport["reruns"][number]): boolean => isRun && !passes;

const TONES = { proven: "green", consistent: "yellow", broken: "red" } as const;

function textOf(report: AuditReport, color: boolean): string {
  const { verdict, steps, problems, remarks, isComplete, approval } = report;
  const tone = report.reruns.some(failsNow) ? "red" : TONES[verdict];
  const word = color ? styleText(tone, verdict, { validateStream: false }) : verdict;
  const progress = isComplete ? "complete" : "not complete yet";
  return [
    `${word}: ${visibleText(report.ref)} (${report.tip.slice(0, 10)})`,
    ...meaning(report),
    ...capped(problems).map((line) => `  ${line}`),
    ...(approval ? [visibleText(`plan ${approval.plan}, approved by ${approval.by}, ${progress}`)] : []),
    ...steps.map((step) =>
      visibleText(`  ${step.number}. ${step.title} (${howAccepted(step)}, attempt ${step.attempt})`),
    ),
    ...signersTold(report),
    ...whatElse(report),
    ...capped(remarks).map((line) => `note: ${line}`),
    "",
  ].join("\n");
}

/** An audit of a main branch is about the plan merged last, and about nothing else there. */
function whatElse({ mergedBy, later = 0, ref }: AuditReport): string[] {
  const after = later === 1 ? "one commit came after it" : `${later} commits came after it`;
  if (mergedBy !== null) {
    const also = later === 0 ? "" : `, and ${after}`;
    return [`note: ${mergedBy.slice(0, 10)} merged it${also}; what else is on ${visibleText(ref)} is not proven`];
  }
  return later === 0 ? [] : [`note: ${after} on ${visibleText(ref)}; what else is there is not proven`];
}

function howAccepted({ acceptedBy, outcome }: AuditReport["steps"][number]): string {
  if (outcome !== undefined) return OUTCOME_WORD[outcome];
  return acceptedBy === "eye" ? "accepted by eye" : "by its contract";
}

function meaning({ verdict, problems, reruns, signers }: AuditReport): string[] {
  const failing = reruns.filter(failsNow).length;
  const unrun = reruns.filter(({ isRun }) => !isRun).length;
  return [
    MEANINGS[verdict](problems.length, signers.every(isNamelessOwn)),
    ...(reruns.length > 0 && failing + unrun === 0 ? [`run again here: all ${reruns.length} contracts pass`] : []),
    ...(failing > 0
      ? [`but ${failing} of ${reruns.length} contracts fail here, on the very trees their receipts are about`]
      : []),
    ...(unrun > 0
      ? [`${unrun} of ${reruns.length} contracts could not run here, which says nothing about the branch`]
      : []),
  ];
}

const MEANINGS: Record<AuditReport["verdict"], (problems: number, isOwnAlone: boolean) => string> = {
  proven: (_, isOwnAlone) =>
    `everything agrees, and is signed by ${isOwnAlone ? "this machine's key" : "somebody you know"}`,
  consistent: () => "everything agrees, but the signer is unknown: anybody may have made it",
  broken: (problems) =>
    `${problems === 1 ? "one thing does" : `${problems} things do`} not agree, so nothing of it is proven:`,
};

/** One change early on a branch makes everything after it disagree. */
const MOST_SHOWN = 12;

function capped(problems: AuditReport["problems"]): string[] {
  const rest = problems.length - MOST_SHOWN;
  return [...problems.slice(0, MOST_SHOWN).map(placed), ...(rest > 0 ? [`… and ${rest} more; --json lists all`] : [])];
}

function placed({ commit, file, what }: AuditReport["problems"][number]): string {
  const where = [commit?.slice(0, 10), file].filter((part) => part !== undefined && part !== null).join(" ");
  return visibleText(where === "" ? what : `${where}: ${what}`);
}

function signersTold({ signers, signersFrom }: AuditReport): string[] {
  if (signers.length === 0) return ["signed by nobody"];
  const source = signersFrom === null ? "" : `, known from ${signersFrom}`;
  return [
    ...signers.map(({ identity, isOwn, publicKey, signatures }) => {
      const many = `(${signatures} ${signatures === 1 ? "signature" : "signatures"})`;
      if (identity === null && isOwn) return `signed by this machine's key ${many}`;
      const who = isOwn ? `this machine's key, ${identity}` : identity;
      const told = identity === null ? `an unknown key ${many}: ${publicKey}` : `${who} ${many}${source}`;
      return visibleText(`signed by ${told}`);
    }),
    ...(signers.some(({ identity, isOwn }) => identity === null && !isOwn) ? [WHO_MAY_SIGN] : []),
    ...(signers.some(isNamelessOwn) ? [FOR_OTHERS] : []),
  ];
}

/** This machine knows it, and nobody else does. */
const isNamelessOwn = ({ identity, isOwn }: AuditReport["signers"][number]): boolean =>
  identity === null && isOwn === true;

const WHO_MAY_SIGN =
  "who may sign? give --signers FILE; `planwright signers add` keeps keys in allowed_signers on the main branch";
const FOR_OTHERS = "others do not know this key yet; `planwright signers add` writes the line that tells them";
