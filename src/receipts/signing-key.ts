import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Signer } from "../ports/signer.ts";
import { RECEIPT_NAMESPACE } from "../record/receipt.ts";
import { createFile, ExistsError } from "../std/create-atomically.ts";
import { removeDeadDrafts } from "../std/dead-drafts.ts";
import { draftFor, writeDurably } from "../std/durable-draft.ts";
import { Refused } from "../std/refusal.ts";
import { ed25519Blob } from "./ssh-public-key.ts";
import { armouredSignature } from "./sshsig.ts";

/** A signing key that cannot be trusted as it lies there. */
export class SigningKeyError extends Refused<"link" | "open-to-others" | "damaged"> {
  override readonly name = "SigningKeyError";
}

/**
 * The key in this folder, made on first use. The file `signing-key` holds who signs and the key, so that both appear at
 * once; however many processes start together, one of them makes the key and all use it. `signing-key.pub` is for people.
 */
export function openSigner(folder: string): Signer {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  refuseOpenFolder(folder);
  removeDeadDrafts(folder);
  const path = join(folder, "signing-key");
  const text = readPrivately(path) ?? created(path);
  const { identity, key } = keyIn(text, path);
  const publicKey = publicLine(key);
  keepPublicLine(`${path}.pub`, `${publicKey} ${identity}\n`);
  return { identity, publicKey, sign: (bytes, namespace) => armouredSignature(bytes, namespace, key) };
}

/** The public half of the key in this folder; null when none was made yet, and none is made. */
export function publicKeyIn(folder: string): string | null {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return null;
  refuseOpenFolder(folder);
  const path = join(folder, "signing-key");
  const text = readPrivately(path);
  return text === null ? null : publicLine(keyIn(text, path).key);
}

const publicLine = (key: KeyObject): string => `ssh-ed25519 ${ed25519Blob(createPublicKey(key)).toString("base64")}`;

/** The line that makes a signer known to `ssh-keygen -Y verify`, `git verify-commit` and the audit. */
export const allowedSignersLine = ({ identity, publicKey }: Pick<Signer, "identity" | "publicKey">): string =>
  `${identity} namespaces="git,${RECEIPT_NAMESPACE}" ${publicKey}\n`;

function refuseOpenFolder(folder: string): void {
  const stats = lstatSync(folder);
  if (stats.isSymbolicLink()) throw new SigningKeyError("link", `${folder} is a symbolic link; make it a folder`);
  if (isOpen(stats)) {
    throw new SigningKeyError("open-to-others", `${folder} is open to other users; run: chmod 700 '${folder}'`);
  }
}

/** Looks at what was opened, and not at what lay there a moment before. */
function readPrivately(path: string): string | null {
  let handle: number;
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    if (code !== "ELOOP") throw error;
    throw new SigningKeyError("link", `${path} is a symbolic link; put the key itself there`, { cause: error });
  }
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) throw damaged(path);
    if (isOpen(stats)) {
      throw new SigningKeyError("open-to-others", `${path} is open to other users; run: chmod 600 '${path}'`);
    }
    return readFileSync(handle, "utf8");
  } finally {
    closeSync(handle);
  }
}

/** Others may read or write it, or it is theirs. Where there are no users, there are no modes either. */
function isOpen({ mode, uid }: Stats): boolean {
  const self = process.geteuid?.();
  return self !== undefined && ((mode & 0o077) !== 0 || uid !== self);
}

/** When another process was quicker, theirs is the key. */
function created(path: string): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  const identity = `planwright@${hostname().replaceAll(/[^\w.-]/g, "") || "localhost"}`;
  try {
    createFile(path, `${identity}\n${privateKey.export({ type: "pkcs8", format: "pem" })}`, 0o600);
  } catch (error) {
    if (!(error instanceof ExistsError)) throw error;
  }
  const text = readPrivately(path);
  if (text === null) throw damaged(path);
  return text;
}

function keyIn(text: string, path: string): { identity: string; key: KeyObject } {
  const [, identity, pem] = /^([\w.@-]+)\n(-----BEGIN PRIVATE KEY-----\n[\s\S]*)$/.exec(text) ?? [];
  if (identity === undefined || pem === undefined) throw damaged(path);
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === "ed25519") return { identity, key };
  } catch (cause) {
    throw damaged(path, { cause });
  }
  throw damaged(path);
}

const damaged = (path: string, options?: ErrorOptions): SigningKeyError =>
  new SigningKeyError("damaged", `${path} holds no signing key; move it away, and a new key is made`, options);

function keepPublicLine(path: string, line: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() && readFileSync(path, "utf8") === line) return;
  const draft = draftFor(path);
  try {
    writeDurably(draft, line, 0o644);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
