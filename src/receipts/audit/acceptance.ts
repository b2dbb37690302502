import { contractHash } from "../../plan/approval.ts";
import type { Step } from "../../plan/model.ts";
import type { CommitObject, FileChange } from "../../ports/git.ts";
import { HARNESS_NAME, workerName } from "../../record/commit-message.ts";
import { RECEIPT_NAMESPACE, type Receipt } from "../../record/receipt.ts";
import { sameJson } from "../../std/same-json.ts";
import { verifySignature } from "../sshsig.ts";
import { notesOf, warningsOf } from "../warnings.ts";
import { readReceipt, receiptPaths, sha256Of } from "../write-receipt.ts";
import { allowNoCode, allowNoFinished, allowNoReceipts, changesOf } from "./file-changes.ts";
import { falseFirstProof } from "./first-proof.ts";
import { baseTreeOf, finding, type Ledger, type Of, type Report, stepNumbered } from "./ledger.ts";
import { checkDecisions, checkDoneSteps, planIn } from "./plan-text.ts";
import { falseClaims } from "./receipt-claims.ts";

/** A dev commit: the work on one step that may be begun, and nothing of the plan. */
export async function checkDev(
  ledger: Ledger,
  commit: CommitObject,
  message: Of<"dev">,
  report: Report,
): Promise<void> {
  if (ledger.open) report(`the commit before it, ${ledger.open.commit.id}, was never accepted`);
  ledger.open = { commit, message };
  const [, agent] = /^Planwright Worker \((.*)\)$/s.exec(commit.author.name) ?? [];
  if (agent === undefined || workerName(agent) !== commit.author.name) report("its author is no worker of Planwright");
  checkStepTrailers(ledger, commit, message, report);
  const step = stepNumbered(ledger, message.step);
  if (!step) report(`the plan has no step ${message.step}`);
  else checkTurn(ledger, step, report);
  const { plan, receipts, finished } = await changesOf(ledger, commit, ledger.plan);
  for (const { path } of plan) report("a worker's commit may not change the plan", path);
  allowNoReceipts(receipts, report);
  allowNoFinished(finished, report);
}

/** An acceptance: the receipt for the dev commit right before it, and the plan with the step marked done. */
export async function checkAccepted(
  ledger: Ledger,
  commit: CommitObject,
  message: Of<"accepted">,
  report: Report,
): Promise<void> {
  const { open, approval } = ledger;
  ledger.open = null;
  if (commit.author.name !== HARNESS_NAME) report(`its author is not ${HARNESS_NAME}`);
  checkStepTrailers(ledger, commit, message, report);
  const { code, receipts, finished } = await changesOf(ledger, commit, ledger.plan);
  allowNoCode(code, report);
  allowNoFinished(finished, report);
  const step = stepNumbered(ledger, message.step);
  if (open?.message.step !== message.step || open.message.attempt !== message.attempt) {
    allowNoReceipts(receipts, report);
    report(`it accepts step ${message.step}, and the commit before it is not the work on that step`);
  } else if (step) await acceptStep(ledger, { commit, message, step, dev: open.commit, receipts }, report);

  if (!approval) return;
  const plan = await planIn(ledger, commit, approval, report);
  if (!plan) return;
  checkDoneSteps(ledger, plan, report);
  checkDecisions(ledger, plan, report);
  ledger.plan = plan;
}

function checkStepTrailers(
  ledger: Ledger,
  commit: CommitObject,
  message: Of<"dev"> | Of<"accepted">,
  report: Report,
): void {
  const { approval } = ledger;
  if (message.tree !== commit.tree) report(`it says its tree is ${message.tree}, and it is ${commit.tree}`);
  if (approval && message.plan !== approval.plan) report(`it speaks of the plan \`${message.plan}\``);
  const step = stepNumbered(ledger, message.step);
  if (step && !sameJson(step.contracts.map(contractHash), message.contractHashes)) {
    report(`its Contract-Hash is not that of step ${step.number} of the approved plan`);
  }
}

/** A step is done once, and after all it depends on. */
function checkTurn({ steps }: Ledger, step: Step, report: Report): void {
  const isAccepted = (id: string): boolean => steps.some((each) => each.id === id);
  if (isAccepted(step.id)) report(`step ${step.number} was accepted before`);
  for (const id of step.dependsOn) {
    if (!isAccepted(id)) report(`step ${step.number} depends on \`${id}\`, which was not accepted before it`);
  }
}

type Acceptance = {
  commit: CommitObject;
  message: Of<"accepted">;
  step: Step;
  dev: CommitObject;
  receipts: readonly FileChange[];
};

async function acceptStep(ledger: Ledger, acceptance: Acceptance, report: Report): Promise<void> {
  const { commit, message, step, dev, receipts } = acceptance;
  const paths = receiptPaths(step.number);
  const isOwn = ({ path, before, after }: FileChange): boolean =>
    (path === paths.json || path === paths.sig) && before === null && after?.mode === "100644";
  allowNoReceipts(
    receipts.filter((change) => !isOwn(change)),
    report,
  );
  const added = new Map(receipts.filter(isOwn).map(({ path, after }) => [path, after?.id ?? ""]));
  const [json, sig] = [added.get(paths.json), added.get(paths.sig)];
  if (json === undefined) report("the receipt is missing", paths.json);
  if (sig === undefined) report("the receipt's signature is missing", paths.sig);
  if (json === undefined || sig === undefined) return;

  const receipt = await checkedReceipt(ledger, acceptance, [json, sig], report);
  if (!receipt) return;
  const proof = receipt.predicate.planwright;
  ledger.steps.push({
    id: step.id,
    number: step.number,
    title: step.title,
    attempt: message.attempt,
    devCommit: dev.id,
    acceptedCommit: commit.id,
    receipt: paths.json,
    acceptedBy: proof.accepted.by,
    ...(proof.version === 1 ? {} : { outcome: proof.outcome }),
  });
}

async function checkedReceipt(
  ledger: Ledger,
  { commit, message, step, dev }: Acceptance,
  blobs: readonly [string, string],
  report: Report,
): Promise<Receipt | null> {
  const { plan, approval, input } = ledger;
  const paths = receiptPaths(step.number);
  const [bytes, signature] = await input.trees.read(blobs);
  if (!bytes || !signature || !plan || !approval) return null;
  if (sha256Of(bytes) !== message.receipt) report("the receipt is not the one whose hash the commit names", paths.json);
  const answer = verifySignature(bytes, RECEIPT_NAMESPACE, Buffer.from(signature).toString("utf8"));
  if (answer.kind === "invalid") report(`the signature is not valid: ${answer.why}`, paths.sig);
  else {
    const time = new Date(commit.committer.time * 1000);
    const { publicKey } = answer;
    ledger.seals.push({ commit: commit.id, file: paths.sig, publicKey, namespace: RECEIPT_NAMESPACE, time });
  }
  const read = readReceipt(bytes);
  if (read.kind === "refused") {
    report(`the receipt is refused: ${read.why}`, paths.json);
    return null;
  }
  const base = await baseTreeOf(ledger, dev);
  const claimed = { plan, planHash: approval.hash, step, attempt: message.attempt, devCommit: dev, base };
  const proof = read.receipt.predicate.planwright;
  for (const what of falseClaims(read.receipt, claimed)) report(what, paths.json);
  for (const what of await falseFirstProof(input.trees, proof)) report(what, paths.json);
  const told = [...warningsOf(proof), ...notesOf(proof)];
  ledger.remarks.push(...told.map((what) => finding(`step ${step.number}: ${what}`, commit.id, paths.json)));
  return read.receipt;
}
