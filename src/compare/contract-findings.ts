import type { Contract } from "../plan/model.ts";
import { quoted } from "../shell/quoted.ts";
import type { Effect, Finding } from "./change.ts";
import { contractChange } from "./contract-change.ts";
import { contractKey } from "./contract-key.ts";
import type { Shift } from "./shift.ts";

type Contracts = readonly Contract[];

/** What became of a step's contracts. All of them have to pass, so each that goes takes a proof away. */
export function contractFindings(before: Contracts, after: Contracts): Finding[] {
  const isOnly = before.length <= 1 && after.length <= 1;
  const couples = coupled(before, after);
  const findings = couples.flatMap(([then, now]): Finding[] => {
    const { way, why } = contractChange(then, now);
    if (way === "same") return [];
    const name = isOnly ? "its contract" : `its contract ${quoted((then ?? now)?.command ?? "")}`;
    return [{ effect: EFFECT_OF[way], area: "contract", told: `${name} ${why}`, before: then, after: now }];
  });
  if (findings.length > 0 || !isReordered(couples, after)) return findings;
  return [{ effect: "changes", area: "contract", told: "its contracts run in another order", before, after }];
}

const EFFECT_OF: Readonly<Record<Exclude<Shift["way"], "same">, Effect>> = {
  weakened: "loosens",
  changed: "changes",
  strengthened: "tightens",
  reworded: "wording",
};

type Couple = [Contract | undefined, Contract | undefined];

/** Equal ones first, the others in their order. */
function coupled(before: Contracts, after: Contracts): Couple[] {
  const open = Map.groupBy(after.keys(), (index) => contractKey(after[index]));
  const equal = before.map((contract) => open.get(contractKey(contract))?.shift());
  const taken = new Set(equal);
  const others = [...after.keys()].filter((index) => !taken.has(index)).values();
  const kept = before.map((contract, index): Couple => [contract, after[equal[index] ?? others.next().value ?? -1]]);
  return [...kept, ...[...others].map((index): Couple => [undefined, after[index]])];
}

const isReordered = (couples: readonly Couple[], after: Contracts): boolean =>
  couples.some(([, now], index) => now !== after[index]);
