import type { AnyProof, Proof } from "../record/receipt.ts";
import { conclusionsOf } from "../telling/receipt-outcome.ts";
import { warningsOfV1 } from "./warnings-v1.ts";

/** What an honest receipt admits: the step was accepted, and this much less is proven than could be. */
export const warningsOf = (proof: AnyProof): string[] => (proof.version === 1 ? warningsOfV1(proof) : ofToday(proof));

function ofToday(proof: Proof): string[] {
  const { accepted, sandbox, outcome, announced } = proof;
  return [
    ...(accepted.by === "eye"
      ? [`${accepted.person} ${outcome === "skipped" ? "left it out" : "accepted it by eye"}`]
      : []),
    ...(sandbox.isHolding ? [] : ["its contracts ran without a sandbox"]),
    ...(outcome === "skipped" ? [] : ofContracts(proof)),
    ...(announced === undefined ? [] : [`${announced.by} allowed a change to ${announced.paths.join(", ")}`]),
  ];
}

/** What is worth a line and no second look: nothing less is proven by it. */
export const notesOf = (proof: AnyProof): string[] =>
  proof.version === 1 || proof.unannounced.length === 0
    ? []
    : [`tests changed without being announced: ${proof.unannounced.join(", ")}`];

/** One contract that fails without the work is enough; those beside it guard what was there. */
function ofContracts(proof: Proof): string[] {
  const conclusions = conclusionsOf(proof);
  const isProven = conclusions.includes("proven");
  return proof.contracts.flatMap(({ command, base, after }, index) => {
    if (after.state !== "green") return [`\`${command}\` was not seen to pass`];
    switch (conclusions[index]) {
      case "vacuous":
        return isProven ? [] : [`\`${command}\` passed before the work, too, so that it passes shows nothing`];
      case "hollow":
        return [`\`${command}\` still passes when the work is taken back and only its tests are kept`];
      case "unchanged":
        return [
          `\`${command}\` passes, and nothing was changed${base.state === "not-run" ? "" : " since it passed before"}`,
        ];
      default:
        return [];
    }
  });
}
