import { createHash } from "node:crypto";
import type { CommitId } from "../ports/git.ts";
import type { Signer } from "../ports/signer.ts";
import { PLAN_FOLDER } from "../record/plan-artifacts.ts";
import { type AnyProof, RECEIPT_NAMESPACE, Receipt, STATEMENT_TYPE, TEST_RESULT_TYPE } from "../record/receipt.ts";
import { warningsOf } from "./warnings.ts";

/** The bytes of a receipt's two files, and the hash that the acceptance commit names. */
export type SignedReceipt = { json: Uint8Array; sig: string; sha256: string };

export function receiptFor(proof: AnyProof, devCommit: CommitId, signer: Signer): SignedReceipt {
  const json = bytesOf(statementOf(proof, devCommit));
  return { json, sig: signer.sign(json, RECEIPT_NAMESPACE), sha256: sha256Of(json) };
}

/** Where the receipt of a step lies in the tree; its signature lies beside it. A finished plan has a `root` of its own. */
export function receiptPaths(step: number, root: string = PLAN_FOLDER): { json: string; sig: string } {
  const json = `${root}/receipts/${String(step).padStart(2, "0")}.json`;
  return { json, sig: `${json}.sig` };
}

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export type ReadReceipt = { kind: "receipt"; receipt: Receipt } | { kind: "refused"; why: string };

/** Never throws. There is one way to write a receipt, so two readers can never see two things in the same bytes. */
export function readReceipt(bytes: Uint8Array): ReadReceipt {
  const value = jsonIn(bytes);
  if (value === undefined) return { kind: "refused", why: "it is no JSON text" };
  const { data, error } = Receipt.safeParse(value);
  if (!data) {
    const [issue] = error.issues;
    return { kind: "refused", why: `at ${issue?.path.join(".") || "the top"}: ${issue?.message ?? "not understood"}` };
  }
  const [, commit] = data.subject;
  const written = bytesOf(statementOf(data.predicate.planwright, commit.digest.gitCommit));
  const at = written.findIndex((byte, index) => byte !== bytes[index]);
  if (at < 0 && written.length === bytes.length) return { kind: "receipt", receipt: data };
  const why = `it is not written the way Planwright writes receipts, from byte ${at < 0 ? written.length : at} on`;
  return { kind: "refused", why };
}

function statementOf(proof: AnyProof, devCommit: CommitId): Receipt {
  return {
    _type: STATEMENT_TYPE,
    subject: [
      { name: "tree", digest: { gitTree: proof.trees.proven } },
      { name: "commit", digest: { gitCommit: devCommit } },
    ],
    predicateType: TEST_RESULT_TYPE,
    predicate: {
      result: warningsOf(proof).length > 0 ? "WARNED" : "PASSED",
      configuration: [
        { name: proof.plan.path, digest: { sha256: proof.plan.hash } },
        ...proof.contracts.map(({ command, hash }) => ({ name: command, digest: { sha256: hash } })),
      ],
      planwright: proof,
    },
  };
}

/** In the schema's own order, whatever order the keys came in. */
function bytesOf(statement: Receipt): Uint8Array {
  const receipt = Receipt.parse(statement);
  const { environment } = receipt.predicate.planwright;
  const tools = Object.entries(environment.tools).sort(([a], [b]) => (a < b ? -1 : 1));
  environment.tools = Object.fromEntries(tools);
  return Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`);
}

/** Undefined for what is no JSON, or no UTF-8. */
function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
