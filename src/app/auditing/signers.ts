import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readAllowedSigners, signerOf } from "../../receipts/allowed-signers.ts";
import { allowedSignersLine, openSigner } from "../../receipts/signing-key.ts";
import { readKeyLine } from "../../receipts/ssh-public-key.ts";
import { RECEIPT_NAMESPACE } from "../../record/receipt.ts";
import { createFile } from "../../std/create-atomically.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { writeAtomically } from "../../std/write-atomically.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { withFile } from "../opening/file-access.ts";
import { mainBranches } from "../opening/main-branches.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import { ownKey } from "../opening/own-key.ts";
import type { Scene } from "../opening/scene.ts";
import { SIGNERS_FILE, signersAt } from "./signers-file.ts";

export type AddOptions = {
  /** A file with somebody's public key; without it, the key of this machine. */
  keyFile?: string;
  /** Who that is; without it, the person's address as git knows it, or what the key's file says. */
  as?: string;
};

/** `added` is false when the file has let this key sign already, under that name. */
export type AddedSigner = { path: string; name: string; publicKey: string; isOwn: boolean; added: boolean };

/** Names a key in the `allowed_signers` of this checkout, as somebody who may sign plans. */
export async function addSigner(scene: Scene, { keyFile, as }: AddOptions): Promise<AddedSigner> {
  const opened = await scene.repository();
  const { identity, publicKey } = keyFile === undefined ? ownSigner(scene, opened) : signerIn(keyFile);
  const path = join(opened.git.facts.top, SIGNERS_FILE);
  const text = checkedOut(path);
  const isOwn = publicKey === ownKey(opened.home).publicKey;
  const known = nameIn(text ?? "", publicKey);
  if (known !== null) return { path, name: known, publicKey, isOwn, added: false };
  const name = as ?? identity;
  if (name === null)
    throw new Refused("bad-text", `${keyFile} does not say whose key it is`, {
      remedies: [remedy("again", { as: "ann@example.com" }, "names them")],
    });
  if (!CAN_BE_NAME.test(name))
    throw new Refused("bad-text", `${JSON.stringify(name)} is no name for a signer; an address is`);
  const line = allowedSignersLine({ identity: name, publicKey });
  withFile(path, () => {
    if (text === null) createFile(path, line);
    else writeAtomically(path, `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${line}`);
  });
  return { path, name, publicKey, isOwn, added: true };
}

/** OpenSSH reads several names, and patterns for names, at this place; a team wants to see one person. */
const CAN_BE_NAME = /^[^\s"#*?!,\p{C}][^\s"*?!,\p{C}]*$/u;

type Named = { identity: string | null; publicKey: string };

function ownSigner({ person }: Scene, { home }: OpenedRepository): Named {
  const { identity, publicKey } = openSigner(home.keys);
  const [, address] = /<([^<>\s]+)>$/.exec(person) ?? [];
  return { identity: address ?? identity, publicKey };
}

/** What a `.pub` file holds: the key, and mostly whose it is. */
function signerIn(file: string): Named {
  const [line = ""] = withFile(file, () => readFileSync(file, "utf8"))
    .trim()
    .split("\n");
  const key = readKeyLine(line);
  if (key.kind === "unusable") throw new Refused("bad-text", `${file} holds no public key: ${key.why}`);
  const comment = line.trim().split(/\s+/).slice(2).join(" ");
  return { identity: CAN_BE_NAME.test(comment) ? comment : null, publicKey: key.line };
}

/** A link is none to an audit, and so none here. */
function checkedOut(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (!stats.isFile()) throw new Refused("bad-file", `${path} is no plain file, so no audit reads it`);
  return withFile(path, () => readFileSync(path, "utf8"));
}

/** Whom this text lets sign commits and receipts with the key today. */
function nameIn(text: string, publicKey: string): string | null {
  const names = ["git", RECEIPT_NAMESPACE].map((namespace) =>
    signerOf(publicKey, namespace, readAllowedSigners(text), new Date()),
  );
  return names.every((name) => name !== null) ? (names[0] ?? null) : null;
}

/** One line of the file. Times are in ISO 8601; null where the line does not limit anything. */
export type ListedSigner = {
  name: string;
  publicKey: string;
  namespaces: string | null;
  validAfter: string | null;
  validBefore: string | null;
  /** The key of this machine. */
  isOwn: boolean;
  /** The main branch has it, so plans that begin there from now on count as signed by somebody known. */
  isOnMain: boolean;
  isInCheckout: boolean;
};

export type ListedSigners = {
  /** The branch that audits ask; null when there is none. */
  main: string | null;
  signers: ListedSigner[];
  /** Lines of this checkout that nobody can use. */
  faults: { line: number; why: string }[];
};

/** Who may sign, on the main branch and in this checkout. */
export async function listSigners(scene: Scene): Promise<ListedSigners> {
  const { git, home } = await scene.repository();
  const [main] = await mainBranches(historyOf(git));
  const onMain = main === undefined ? null : await signersAt(treesOf(git), main.commit);
  const inCheckout = checkedOut(join(git.facts.top, SIGNERS_FILE));
  const [there, here] = [onMain, inCheckout].map((text) => readAllowedSigners(text ?? ""));
  const own = ownKey(home).publicKey;
  const lines = new Map(
    [...(there?.signers ?? []), ...(here?.signers ?? [])].map((each) => [JSON.stringify(each), each]),
  );
  const has = (file: typeof here, spelled: string): boolean =>
    (file?.signers ?? []).some((each) => JSON.stringify(each) === spelled);
  const signers = [...lines].map(([spelled, { identity, publicKey, namespaces, validAfter, validBefore }]) => ({
    ...{ name: identity, publicKey, namespaces },
    ...{ validAfter: isoOf(validAfter), validBefore: isoOf(validBefore) },
    isOwn: publicKey === own,
    isOnMain: has(there, spelled),
    isInCheckout: has(here, spelled),
  }));
  return { main: main?.name ?? null, signers, faults: here?.faults ?? [] };
}

const isoOf = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
