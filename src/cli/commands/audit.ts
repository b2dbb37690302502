import { styleText } from "node:util";
import type { Command } from "commander";
import type { AuditReport, PlanReport } from "../../app/auditing/audit.ts";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import { OUTCOME_WORD, outcomeCounts } from "../../telling/outcome-words.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";
import { interruptible } from "../terminal/interruptible.ts";
import { print } from "../terminal/print.ts";

type Options = { rerun?: true; plan?: string; signers?: string; json?: true };

export function addAudit(planwright: Command, exit: Exit): void {
  planwright
    .command("audit")
    .summary("check a plan's branch, or all finished plans of a main branch, from git alone")
    .description(
      "Check every commit, trailer, receipt and signature of a plan's branch against each other, with nothing but this clone. On a main branch that is every finished plan in .plan/done/.",
    )
    .argument("<ref>", "the plan's branch, a commit on it, or a main branch")
    .option("--plan <id>", "only this one of the finished plans that lie there")
    .option("--rerun", "also run every contract again, on the tree its receipt names")
    .option(
      "--signers <file>",
      "an allowed_signers file; without it, the one of the main branch, as the plan found it, and this machine's key",
    )
    .option("--json", "one JSON document")
    .addHelpText("after", VERDICTS)
    .action(async (ref: string, options: Options, command: Command) => {
      exit(
        await inScene((scene) => audit(scene, ref, options, command.optsWithGlobals().color !== false && hasColor())),
      );
    });
}

const VERDICTS = `
  proven      everything agrees, and is signed by a person you know, or by this machine
  consistent  everything agrees, but nobody you know has signed it, or the plan was squashed and its commits are not here
  broken      something does not agree; each place is named

Examples:
  planwright audit plan/rate-limit
  planwright audit origin/plan/rate-limit --signers team-keys   who may sign, from a file of yours
  planwright audit main                                         every finished plan that lies on main
  planwright audit main --plan rate-limit --rerun               one of them, and its contracts again

Exit status: 0 proven, 1 broken, or a contract fails now (--rerun), 2 the command itself was wrong, 4 consistent, or a
contract could not run here (--rerun).`;

async function audit(scene: Scene, ref: string, options: Options, color: boolean): Promise<number> {
  const { audit: examine } = await import("../../app/auditing/audit.ts");
  const { progressLine } = await import("../terminal/progress-line.ts");
  const progress = progressLine();
  const report = await interruptible((signal) =>
    examine(scene, ref, {
      ...(options.signers !== undefined && { signers: options.signers }),
      ...(options.plan !== undefined && { plan: options.plan }),
      rerun: options.rerun ?? false,
      signal,
      onProgress: (step, command) => progress.show(`step ${step}: ${command}`),
      onRerun: ({ step, command, passes, isRun, told }) => {
        progress.clear();
        const [first = ""] = command.trimEnd().split("\n");
        const no = isRun ? "no longer passes" : "could not run here";
        const answer = passes ? "passes again" : `${no}: ${told}`;
        if (!options.json) process.stdout.write(visibleText(`step ${step}: \`${first}\` ${answer}`).concat("\n"));
      },
    }).finally(progress.clear),
  );
  if (report === "interrupted") return exitCodes.interrupted;
  if (options.json) {
    const { printableJson } = await import("../terminal/printable-json.ts");
    process.stdout.write(`${printableJson({ version: 1, ...(onlyIn(report) ?? report) })}\n`);
  } else await print(textOf(report, color));
  const reruns = report.plans.flatMap((plan) => plan.reruns);
  if (report.verdict === "broken" || reruns.some(failsNow)) return exitCodes.failed;
  const isWhole = report.verdict === "proven" && reruns.every(({ isRun }) => isRun);
  return isWhole ? exitCodes.ok : exitCodes.unverified;
}

/** The one plan of a plan's own branch; what lies on a main branch may always be more. */
function onlyIn({ plans }: AuditReport): PlanReport | null {
  const [only] = plans;
  return plans.length === 1 && only?.plan === undefined ? (only ?? null) : null;
}

const failsNow = ({ passes, isRun }: PlanReport["reruns"][number]): boolean => isRun && !passes;

const TONES = { proven: "green", consistent: "yellow", broken: "red" } as const;

function textOf(report: AuditReport, color: boolean): string {
  const [first, ...others] = report.plans;
  return first !== undefined && others.length === 0 ? planText(first, color) : plansText(report, color);
}

/** A line for each plan of a main branch, and below it what a person has to know. */
function plansText({ ref, verdict, plans }: AuditReport, color: boolean): string {
  const worst = plans.flatMap(({ reruns }) => reruns).some(failsNow) ? "red" : TONES[verdict];
  const sure = plans.filter((plan) => plan.verdict === "proven").length;
  const counted = sure === plans.length ? "all of them proven" : `${sure} of them proven`;
  const found = plans.map((plan) => ({ plan, word: tinted(plan.verdict.padEnd(10), toneOf(plan), color) }));
  return [
    `${tinted(verdict, worst, color)}: ${visibleText(ref)}, ${plans.length} finished plans, ${counted}`,
    ...found.flatMap(({ plan, word }) => [
      `  ${word}  ${visibleText(`${plan.plan}${countedSteps(plan)}${howLanded(plan)}`)}`,
      ...[...capped(plan.problems), ...plan.remarks.slice(0, MOST_SHOWN).map(placed)].map((line) => `      ${line}`),
      ...rerunTold(plan.reruns).map((line) => `      ${line}`),
    ]),
    ...new Set(plans.flatMap(signersTold)),
    `what else is on ${visibleText(ref)} is not proven; --plan ID shows one of them`,
    "",
  ].join("\n");
}

function countedSteps({ steps }: PlanReport): string {
  const outcomes = steps.flatMap(({ outcome }) => outcome ?? []);
  return outcomes.length === 0 ? "" : `: ${outcomeCounts(outcomes)}`;
}

function howLanded({ mergedBy, squashedTo }: PlanReport): string {
  if (squashedTo !== undefined) return `, squashed to ${squashedTo.slice(0, 10)}`;
  return mergedBy === null ? "" : `, merged by ${mergedBy.slice(0, 10)}`;
}

const toneOf = ({ verdict, reruns }: PlanReport) => (reruns.some(failsNow) ? "red" : TONES[verdict]);

const tinted = (word: string, tone: (typeof TONES)[keyof typeof TONES], color: boolean): string =>
  color ? styleText(tone, word, { validateStream: false }) : word;

function planText(report: PlanReport, color: boolean): string {
  const { verdict, steps, problems, remarks, isComplete, approval, tip } = report;
  const progress = isComplete ? "complete" : "not complete yet";
  const where = tip === null ? `plan ${report.plan}` : tip.slice(0, 10);
  return [
    `${tinted(verdict, toneOf(report), color)}: ${visibleText(`${report.ref} (${where})`)}`,
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
function whatElse({ plan, mergedBy, squashedTo, later = 0, ref }: PlanReport): string[] {
  const after = later === 1 ? "one commit came after it" : `${later} commits came after it`;
  if (squashedTo !== undefined)
    return [`note: ${squashedTo.slice(0, 10)} is the plan squashed; what else is on ${visibleText(ref)} is not proven`];
  if (mergedBy !== null) {
    const also = later === 0 ? "" : `, and ${after}`;
    return [`note: ${mergedBy.slice(0, 10)} merged it${also}; what else is on ${visibleText(ref)} is not proven`];
  }
  if (plan !== undefined) return [`note: what else is on ${visibleText(ref)} is not proven`];
  return later === 0 ? [] : [`note: ${after} on ${visibleText(ref)}; what else is there is not proven`];
}

function howAccepted({ acceptedBy, outcome }: PlanReport["steps"][number]): string {
  if (outcome !== undefined) return OUTCOME_WORD[outcome];
  return acceptedBy === "eye" ? "accepted by eye" : "by its contract";
}

function meaning({ verdict, problems, reruns, signers, tip }: PlanReport): string[] {
  const isAway = verdict === "consistent" && tip === null;
  return [isAway ? AWAY : MEANINGS[verdict](problems.length, signers.every(isNamelessOwn)), ...rerunTold(reruns)];
}

const AWAY = "its receipts are whole and signed, but the plan's own commits are not here to compare them with";

function rerunTold(reruns: PlanReport["reruns"]): string[] {
  const failing = reruns.filter(failsNow).length;
  const unrun = reruns.filter(({ isRun }) => !isRun).length;
  return [
    ...(reruns.length > 0 && failing + unrun === 0 ? [`run again here: all ${reruns.length} contracts pass`] : []),
    ...(failing > 0
      ? [`but ${failing} of ${reruns.length} contracts fail here, on the very trees their receipts are about`]
      : []),
    ...(unrun > 0
      ? [`${unrun} of ${reruns.length} contracts could not run here, which says nothing about the branch`]
      : []),
  ];
}

const MEANINGS: Record<PlanReport["verdict"], (problems: number, isOwnAlone: boolean) => string> = {
  proven: (_, isOwnAlone) =>
    `everything agrees, and is signed by ${isOwnAlone ? "this machine's key" : "a person you know"}`,
  consistent: () => "everything agrees, but the signer is unknown: anyone may have made it",
  broken: (problems) =>
    `${problems === 1 ? "one thing does" : `${problems} things do`} not agree, so nothing of it is proven:`,
};

/** One change early on a branch makes everything after it disagree. */
const MOST_SHOWN = 12;

function capped(problems: PlanReport["problems"]): string[] {
  const rest = problems.length - MOST_SHOWN;
  return [...problems.slice(0, MOST_SHOWN).map(placed), ...(rest > 0 ? [`… and ${rest} more; --json lists all`] : [])];
}

function placed({ commit, file, what }: PlanReport["problems"][number]): string {
  const where = [commit?.slice(0, 10), file].filter((part) => part !== undefined && part !== null).join(" ");
  return visibleText(where === "" ? what : `${where}: ${what}`);
}

function signersTold({ signers, signersFrom }: PlanReport): string[] {
  if (signers.length === 0) return ["not signed"];
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
const isNamelessOwn = ({ identity, isOwn }: PlanReport["signers"][number]): boolean =>
  identity === null && isOwn === true;

const WHO_MAY_SIGN =
  "who may sign? give --signers FILE; `planwright signers add` keeps keys in allowed_signers on the main branch";
const FOR_OTHERS = "others do not know this key yet; `planwright signers add` writes the line that tells them";
