import type { ContractProofV1, ProofV1 } from "../record/receipt.ts";

/** What a receipt of version 1 admits. Frozen: who audits an old branch reads what was read when it was made. */
export function warningsOfV1({ accepted, sandbox, contracts }: ProofV1): string[] {
  return [
    ...(accepted.by === "eye" ? [`${accepted.person} accepted it by eye`] : []),
    ...(sandbox.isHolding ? [] : ["its contracts ran without a sandbox"]),
    ...contracts.flatMap(warningsOfContract),
  ];
}

/** A contract that guards is meant to be green all along; one whose new tests notice that the work is gone proves it. */
function warningsOfContract({ command, kind, base, reverted }: ContractProofV1): string[] {
  if (base.state === "not-run") return [`\`${command}\` was not compared with the tree before the work: ${base.why}`];
  if (kind === "guards") return [];
  if (base.state === "green" && reverted.state === "red") return [];
  if (base.state === "green") return [`\`${command}\` passed before the work, too, so that it passes shows nothing`];
  if (reverted.state !== "green") return [];
  return [`\`${command}\` still passes when the work is taken back and only its tests are kept`];
}
