import { stepHash } from "../../plan/approval.ts";
import type { Plan } from "../../plan/model.ts";
import { artifactsIn, finishedFolder } from "../../record/plan-artifacts.ts";
import { RECEIPT_NAMESPACE, type Receipt } from "../../record/receipt.ts";
import { verifySignature } from "../sshsig.ts";
import { notesOf, warningsOf } from "../warnings.ts";
import { readReceipt, receiptPaths } from "../write-receipt.ts";
import type { Audit, AuditInput } from "./audit.ts";
import { finding, type Ledger, newLedger, type Report, reporter } from "./ledger.ts";
import { checkDoneSteps } from "./plan-text.ts";
import { judgeSigners } from "./signers.ts";

/**
 * What can be said of a finished plan whose commits are not here, as after a squash: its receipts are whole, signed, and
 * about the plan that lies beside them. That they speak of what was committed, only the commits show; so it is never proven.
 * `input.tip` is the commit in which it lies.
 */
export async function auditReceipts(input: AuditInput, id: string): Promise<Audit> {
  const ledger = newLedger(input);
  const [commit] = await input.history.firstParents(input.tip, () => true);
  if (!commit) throw new Error(`${input.tip} is no commit`);
  const report = reporter(ledger, commit);
  const entries = await input.trees.entries(commit.tree);
  const { text, receipts } = artifactsIn(entries, id);
  const own = new Set([...text, ...receipts].map(({ path }) => path));
  for (const { path } of entries) {
    if (path.startsWith(`${finishedFolder(id)}/`) && !own.has(path)) report("no finished plan has such a file", path);
  }
  const written = await input.planAt(commit.tree, id);
  if (!written) report("no plan can be read here", finishedFolder(id));
  else {
    const plan = { ...written, id };
    await checkReceipts(ledger, plan, new Map(receipts.map((each) => [each.path, each.id])), report);
    checkDoneSteps(ledger, plan, report);
  }
  const { signers, problems, remarks } = judgeSigners(ledger);
  const found = [...ledger.problems, ...problems];
  return {
    verdict: found.length > 0 ? "broken" : "consistent",
    isComplete: written?.status === "done",
    approval: null,
    steps: ledger.steps,
    signers,
    problems: found,
    remarks: [...remarks, ...ledger.remarks],
  };
}

async function checkReceipts(
  ledger: Ledger,
  plan: Plan,
  blobs: ReadonlyMap<string, string>,
  report: Report,
): Promise<void> {
  const { trees, tip } = ledger.input;
  const expected = new Set<string>();
  for (const step of plan.steps) {
    const paths = receiptPaths(step.number, finishedFolder(plan.id));
    for (const path of [paths.json, paths.sig]) expected.add(path);
    const [json, sig] = [blobs.get(paths.json), blobs.get(paths.sig)];
    if (json === undefined || sig === undefined) continue;
    const [bytes = new Uint8Array(), signature = new Uint8Array()] = await trees.read([json, sig]);
    const read = readReceipt(bytes);
    if (read.kind === "refused") {
      report(`the receipt is refused: ${read.why}`, paths.json);
      continue;
    }
    const answer = verifySignature(bytes, RECEIPT_NAMESPACE, Buffer.from(signature).toString("utf8"));
    const proof = read.receipt.predicate.planwright;
    if (answer.kind === "invalid") report(`the signature is not valid: ${answer.why}`, paths.sig);
    else {
      const [time, namespace] = [new Date(proof.finishedAt), RECEIPT_NAMESPACE];
      ledger.seals.push({ commit: tip, file: paths.sig, publicKey: answer.publicKey, namespace, time });
    }
    for (const what of otherClaims(read.receipt, plan, step)) report(what, paths.json);
    for (const what of [...warningsOf(proof), ...notesOf(proof)])
      ledger.remarks.push(finding(`step ${step.number}: ${what}`, tip, paths.json));
    ledger.steps.push({
      ...{ id: step.id, number: step.number, title: step.title, attempt: proof.step.attempt },
      devCommit: read.receipt.subject[1].digest.gitCommit,
      acceptedCommit: null,
      receipt: paths.json,
      acceptedBy: proof.accepted.by,
      ...(proof.version === 1 ? {} : { outcome: proof.outcome }),
    });
  }
  for (const path of blobs.keys()) if (!expected.has(path)) report("the plan has no step that this belongs to", path);
}

/** A plan folder that was folded into its overview says less of its steps than their receipts. */
function otherClaims(receipt: Receipt, plan: Plan, step: Plan["steps"][number]): string[] {
  const { plan: of, step: about } = receipt.predicate.planwright;
  const isFolded = plan.source.dialect === "branch";
  return [
    ...(of.id === plan.id ? [] : [`it speaks of the plan ${of.id}`]),
    ...(about.id === step.id && about.number === step.number ? [] : [`it speaks of the step ${about.id}`]),
    ...(isFolded || about.hash === stepHash(step) ? [] : ["it speaks of another text of the step"]),
  ];
}
