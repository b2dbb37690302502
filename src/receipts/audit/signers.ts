import { type AllowedSigners, readAllowedSigners, signerOf } from "../allowed-signers.ts";
import type { AuditedSigner, Problem } from "./audit.ts";
import { finding, type Ledger, type Seal } from "./ledger.ts";

/**
 * Who signed. As soon as one of the signatures is by somebody known, or by this machine, all must be; if none is, they
 * must at least be all by one key, or a stranger could add to another stranger's work.
 */
export function judgeSigners({ seals, input }: Ledger): {
  signers: AuditedSigner[];
  isKnown: boolean;
  problems: Problem[];
  remarks: Problem[];
} {
  const allowed = readAllowedSigners(input.signers ?? "");
  const later = typeof input.signersLater === "string" ? readAllowedSigners(input.signersLater) : null;
  const named = seals.map(
    (seal): Named => ({
      ...seal,
      identity: later === null || identityOf(seal, later) !== null ? identityOf(seal, allowed) : null,
      isOwn: seal.publicKey === input.ownKey,
    }),
  );
  const isAnyKnown = named.some(isKnown);
  const strangers = named.filter((seal) => (isAnyKnown ? !isKnown(seal) : seal.publicKey !== seals[0]?.publicKey));
  const what = isAnyKnown
    ? "it is signed by a key that is not among the allowed signers for this purpose and time"
    : "it is signed by another key than the approval, and neither is known";
  return {
    signers: grouped(named),
    isKnown: named.length > 0 && named.every(isKnown),
    problems: strangers.map(({ commit, file }) => finding(what, commit, file)),
    remarks: allowed.faults.map(({ line, why }) =>
      finding(`line ${line} of the allowed signers is not used: ${why}`, null),
    ),
  };
}

type Named = Seal & { identity: string | null; isOwn: boolean };

const isKnown = ({ identity, isOwn }: Named): boolean => identity !== null || isOwn;

const identityOf = ({ publicKey, namespace, time }: Seal, allowed: AllowedSigners): string | null =>
  signerOf(publicKey, namespace, allowed, time);

function grouped(named: readonly Named[]): AuditedSigner[] {
  const found = new Map<string, AuditedSigner>();
  for (const { publicKey, identity, isOwn } of named) {
    const key = `${publicKey} ${identity}`;
    const signer = found.get(key) ?? { publicKey, identity, ...(isOwn && { isOwn }), signatures: 0 };
    found.set(key, { ...signer, signatures: signer.signatures + 1 });
  }
  return [...found.values()];
}
