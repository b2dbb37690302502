import type { Verdict } from "../../../src/record/verdict.ts";
import type { StepAttempt } from "../../attempt-step.ts";

/** Everything a person would be told about an attempt, one fact per line; the first says what became of it. */
export function toldAbout({ outcome, worker }: StepAttempt): string {
  if (outcome.status === "tampered") {
    return ["tampered", ...outcome.places.map(({ path, what }) => `${path}: ${what}`)].join("\n");
  }
  const { left, proof } = outcome;
  const { restored, findings, undeclared } = proof.restoration;
  return [
    outcome.status,
    worker.exit.kind === "exited" && worker.exit.code === 0 ? "" : `the worker's script: ${JSON.stringify(worker)}`,
    ...restored.map(({ path, why, findings: lost }) => `restored ${[`${path}: ${why}`, ...lost].join("; ")}`),
    ...findings.map(({ path, line, told }) => `finding ${path}:${line ?? ""} ${told}`),
    ...undeclared.map(({ path, distance }) => `undeclared ${path} (${distance})`),
    ...left.ignored.map((path) => `ignored ${path}`),
    ...left.nested.map((path) => `nested ${path}`),
    ...proof.contracts.flatMap(({ conclusion, after: { verdict, explanation } }) => [
      `${conclusion}: ${inWords(verdict)}`,
      `explained ${explanation.headline}`,
    ]),
  ]
    .filter((line) => line !== "")
    .join("\n");
}

const inWords = (verdict: Verdict): string =>
  [verdict.status, ...("reason" in verdict ? [verdict.reason] : []), ...("told" in verdict ? [verdict.told] : [])].join(
    ", ",
  );
