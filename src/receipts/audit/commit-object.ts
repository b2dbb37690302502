import { createHash } from "node:crypto";
import type { CommitObject, Person } from "../../ports/git.ts";
import { verifySignature } from "../sshsig.ts";
import type { Ledger, Report } from "./ledger.ts";

/** The namespace in which git signs commits. */
const GIT_NAMESPACE = "git";

/**
 * A commit of the harness is nothing but its tree, parents, author, committer, signature and message, in git's own
 * spelling. So it is built again from what was read; that its id comes out leaves no byte that nobody looked at.
 */
export function checkObject(ledger: Ledger, commit: CommitObject, report: Report): void {
  if (commit.signature === null) return report("it is not signed");
  const signature = verifySignature(commit.signed, GIT_NAMESPACE, commit.signature);
  if (signature.kind === "invalid") return report(`its signature is not valid: ${signature.why}`);
  if (idOf(commit, commit.signature) !== commit.id) {
    return report("it holds something that Planwright never writes into a commit");
  }
  const { publicKey } = signature;
  const time = new Date(commit.committer.time * 1000);
  ledger.seals.push({ commit: commit.id, file: null, publicKey, namespace: GIT_NAMESPACE, time });
}

function idOf(commit: CommitObject, signature: string): string {
  const isSha1 = commit.id.length === 40;
  const headers = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${lineOf(commit.author)}`,
    `committer ${lineOf(commit.committer)}`,
    `${isSha1 ? "gpgsig" : "gpgsig-sha256"} ${signature.replace(/\n$/, "").replaceAll("\n", "\n ")}`,
  ];
  const bytes = Buffer.from(`${headers.join("\n")}\n\n${commit.message}`);
  return createHash(isSha1 ? "sha1" : "sha256")
    .update(`commit ${bytes.length}\0`)
    .update(bytes)
    .digest("hex");
}

const lineOf = ({ name, email, time, zone }: Person): string => `${name} <${email}> ${time} ${zone}`;
