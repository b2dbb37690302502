import type { ProvenContract, StepProof } from "../../contracts/proof/prove-step.ts";
import { purposeOf } from "../../contracts/proof/purpose-of.ts";
import type { Mode } from "../../plan/words.ts";
import type { FileChange } from "../../ports/git.ts";
import type { OutcomeVerdict } from "../state/outcome.ts";
import type { Judged } from "./judge-work.ts";

/** How a run wants to be asked. `isStrict`: also about work that passes and is not proven. */
export type Manners = { mode: Mode; isStrict: boolean };

/** What contracts that have run come to: accepted by themselves, failed, or a person's to decide. */
export function verdictOn(judged: Judged, manners: Manners): OutcomeVerdict {
  if (!judged.isPassing) return silenced(judged) ?? refused(judged.proof);
  return (
    hollow(judged.proof) ??
    testsChanged(judged) ??
    nothingShown(judged, manners) ??
    strayed(judged, manners) ??
    passed(judged)
  );
}

const held = (over: Extract<OutcomeVerdict, { is: "held" }>["over"], told: string): OutcomeVerdict => ({
  is: "held",
  over,
  told,
  places: [],
});

function passed({ receipt, warnings }: Judged): OutcomeVerdict {
  return { is: "passed", outcome: receipt.outcome, warnings };
}

/** Whoever takes away what would say no has failed. */
function silenced({ proof, tests }: Judged): OutcomeVerdict | null {
  if (tests.is !== "silenced") return null;
  const silent = proof.contracts.find(({ after }) => after.verdict.status === "unverified");
  const told = `${silent ? `${tellingOf(silent)}; ` : ""}${tests.told.join("; ")}`;
  return { is: "failed", reason: "contract", told: `${told} (changed: ${some(tests.paths)})` };
}

/** A contract that could not say anything is no failure of the work; it outweighs one that said no. */
function refused({ contracts, restoration }: StepProof): OutcomeVerdict {
  const silent = contracts.find(({ conclusion }) => conclusion === "broken" || conclusion === "unrunnable");
  if (silent) return held("unverified", tellingOf(silent));
  const failing = contracts.find(({ after }) => after.verdict.status !== "passed");
  const told = failing ? tellingOf(failing) : "no contract passed";
  return { is: "failed", reason: "contract", told: `${told}${putBack(restoration)}` };
}

function hollow({ contracts }: StepProof): OutcomeVerdict | null {
  const found = contracts.find(({ conclusion }) => conclusion === "hollow");
  if (!found) return null;
  const told = `\`${found.contract.command}\` still passes when the work is reverted and only its tests are kept: the tests do not notice whether the work is there`;
  return { is: "failed", reason: "hollow", told };
}

function testsChanged({ tests }: Judged): OutcomeVerdict | null {
  if (tests.is === "weaker") {
    const told = `the contract passes, and what judges the work is weaker than before: ${tests.told.join("; ")}`;
    return held("weaker-tests", told);
  }
  if (tests.is !== "contradicted") return null;
  const what = `the contract passes only with changes that no step announces: ${some(tests.paths)}`;
  return held("announce", `${what}; ${tests.told.join("; ")}`);
}

/** It passes, and that says nothing about the work. */
function nothingShown({ proof, receipt }: Judged, { isStrict }: Manners): OutcomeVerdict | null {
  const guardsOnly = proof.contracts.every(({ contract }) => purposeOf(contract) === "guards");
  if (receipt.outcome === "unchanged" && !guardsOnly) {
    const { restored } = proof.restoration;
    const why = restored.length === 0 ? "" : ` (put back: ${some(restored.map(({ path }) => path))})`;
    return held("nothing-done", `nothing was changed${why}, and the contract passes as it did before`);
  }
  const vain = proof.contracts.find(
    ({ contract, conclusion }) => conclusion === "vacuous" && purposeOf(contract) === "proves",
  );
  if (vain) return held("unproven", `${passedBefore(vain)}; it is declared to prove the step`);
  if (receipt.outcome !== "unproven" || !isStrict) return null;
  const first = proof.contracts.find(({ conclusion }) => conclusion === "vacuous");
  return held("unproven", first ? passedBefore(first) : "its contracts also passed before the work");
}

const passedBefore = ({ contract: { command }, reverted }: ProvenContract): string =>
  `\`${firstLine(command)}\` also passed before the work, and ${"notRun" in reverted ? `nothing shows what it is worth: ${reverted.notRun}` : "the tests that the step brings pass without the work"}`;

/** A new file that was forgotten in a list is no question: it is committed, and the run mentions it. */
function strayed({ proof: { restoration }, strays }: Judged, { mode }: Manners): OutcomeVerdict | null {
  const { deleted, moved, bulk, sources } = strays;
  const isKnown = ({ path, before, after }: FileChange): boolean =>
    before !== null && (after !== null || moved.includes(path));
  const changed = restoration.undeclared.filter(
    (change) => isKnown(change) && (mode === "interactive" || change.distance === "far"),
  );
  const paths = [...deleted.map((path) => `${path} (deleted)`), ...changed.map(({ path }) => path)];
  const told = [
    ...(paths.length === 0 ? [] : [`the step also changes what it does not announce: ${some(paths)}`]),
    ...(bulk === null ? [] : [`it changes ${inBulk(bulk)} that nothing announces`]),
    ...(sources.length === 0 ? [] : [`a dependency has another source, which nothing announces: ${some(sources)}`]),
  ];
  return told.length === 0 ? null : held("deviation", `the contract passes, and ${told.join("; ")}`);
}

const inBulk = ({ files, bytes }: { files: number; bytes: number }): string =>
  `${files.toLocaleString("en-US")} ${files === 1 ? "file" : "files"} (${(bytes / 1_000_000).toFixed(1)} MB)`;

/** A worker who changed a test has to know that it did not count. */
function putBack({ restored }: StepProof["restoration"]): string {
  if (restored.length === 0) return "";
  const paths = restored.map(({ path }) => path);
  return ` (put back first, because the step does not announce a change: ${some(paths, 5)})`;
}

function tellingOf({ contract, after }: ProvenContract): string {
  const { verdict, explanation } = after;
  const said = verdict.status === "unverified" ? verdict.told : explanation.headline;
  return `\`${firstLine(contract.command)}\`: ${said}`;
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";

const some = (paths: readonly string[], most = 10): string =>
  `${paths.slice(0, most).join(", ")}${paths.length > most ? ", …" : ""}`;
