import { realpathSync } from "node:fs";
import { type Diagnostic, inOrder } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../diagnostics/span.ts";
import type { DialectId, PlanStatus } from "../../plan/words.ts";
import { verify } from "../../verifier/verify.ts";
import { machineAt } from "./machine.ts";
import { type OpenedPlan, openPlan } from "./open-plan.ts";

export type VerifiedPlan = { path: string; dialect: DialectId; steps: number; status: PlanStatus };

export type Verification = {
  diagnostics: Diagnostic[];
  plans: VerifiedPlan[];
  /** The texts the diagnostics point into. */
  sources: SourceFile[];
  /** Files whose text is not what is on disk, because some bytes could not be decoded. */
  undecodable: ReadonlySet<string>;
};

/**
 * Verifies the plans at these paths, each once however often it is named, and reports everything at once. Nothing a plan contains is executed.
 * With `strict`, warnings count as errors. Throws `Refused` for a path that cannot be read.
 */
export function verifyPaths(paths: readonly string[], { strict = false } = {}): Verification {
  const opened = new Map([...paths].map((path) => openPlan(path)).map((plan) => [realpathSync(plan.files.root), plan]));
  const merged = [...opened.values()].map(verifyPlan).reduce(join, NOTHING);
  const diagnostics = inOrder(merged.diagnostics);
  return { ...merged, diagnostics: strict ? diagnostics.map(asError) : diagnostics };
}

function verifyPlan({ files, dialect, diagnostics, undecodable }: OpenedPlan): Verification {
  if (!dialect) return { diagnostics, plans: [], sources: [...files.files], undecodable };
  const parsed = dialect.parse(files);
  const { plan } = parsed;
  return {
    diagnostics: [...diagnostics, ...verify(parsed, machineAt(files.root))],
    plans: [{ path: files.root, dialect: dialect.id, steps: plan.steps.length, status: plan.status }],
    sources: [...files.files],
    undecodable,
  };
}

const NOTHING: Verification = { diagnostics: [], plans: [], sources: [], undecodable: new Set() };

const join = (a: Verification, b: Verification): Verification => ({
  diagnostics: [...a.diagnostics, ...b.diagnostics],
  plans: [...a.plans, ...b.plans],
  sources: [...a.sources, ...b.sources],
  undecodable: new Set([...a.undecodable, ...b.undecodable]),
});

const asError = (diagnostic: Diagnostic): Diagnostic => ({ ...diagnostic, severity: "error" });
