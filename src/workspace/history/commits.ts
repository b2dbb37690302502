import type { CommitId, Person, TreeId } from "../../ports/git.ts";
import type { Signer } from "../../ports/signer.ts";
import { WorkspaceError } from "../errors.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { objectId } from "../git/object-id.ts";
import { SIGNATURE_HEADER } from "../objects/commit-bytes.ts";
import { storeObject } from "../objects/loose-object.ts";

export type NewCommit = {
  tree: TreeId;
  parents: readonly CommitId[];
  author: Person;
  committer: Person;
  message: string;
  signer?: Signer;
};

/** Stores a commit that is exactly this; no branch moves. The same commit twice has the same id. */
export async function writeCommit(git: HarnessGit, commit: NewCommit): Promise<CommitId> {
  const headers = [
    `tree ${objectId(commit.tree)}`,
    ...commit.parents.map((parent) => `parent ${objectId(parent)}`),
    `author ${personLine(commit.author)}`,
    `committer ${personLine(commit.committer)}`,
  ];
  const message = cleaned(commit.message);
  const unsigned = Buffer.from(`${headers.join("\n")}\n\n${message}`);
  const input = commit.signer
    ? Buffer.from(`${headers.join("\n")}\n${signatureHeader(git, commit.signer, unsigned)}\n\n${message}`)
    : unsigned;
  return storeObject(git, "commit", input);
}

/** Git takes from a name what would end it too early, and dots and quotes around it. */
function personLine({ name, email, time, zone }: Person): string {
  const [plainName, plainEmail] = [withoutCrud(name), withoutCrud(email)];
  if (plainName === "")
    throw new WorkspaceError("git-failed", "a commit needs a name; set one with `git config user.name`");
  if (!Number.isSafeInteger(time) || time < 0 || !/^[+-]\d{4}$/.test(zone))
    throw new WorkspaceError("git-failed", `a commit needs a time; ${time} ${zone} is none`);
  return `${plainName} <${plainEmail}> ${time} ${zone}`;
}

const withoutCrud = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[<>\n\0]/g, "")
    .replace(/^[\0-\x20.,:;"\\']+|[\0-\x20.,:;"\\']+$/g, "");

/** As `git commit --cleanup=whitespace` does it. A commit cannot hold a NUL. */
const cleaned = (message: string): string => {
  const lines = message
    .toWellFormed()
    .replaceAll("\0", "")
    .replace(/[ \t\r\v\f]+$/gm, "");
  const text = lines.replace(/\n{3,}/g, "\n\n").replace(/^\n+|\n+$/g, "");
  return text === "" ? "" : `${text}\n`;
};

/** A header of several lines: each further one begins with a space. */
const signatureHeader = (git: HarnessGit, signer: Signer, bytes: Uint8Array): string =>
  `${SIGNATURE_HEADER[git.objectFormat]} ${signer.sign(bytes, "git").trimEnd().replaceAll("\n", "\n ")}`;
