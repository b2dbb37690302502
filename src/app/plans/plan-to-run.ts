import { basename, relative } from "node:path";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../diagnostics/span.ts";
import { editedText } from "../../engine/plan-text/edited-text.ts";
import { approvalHash } from "../../plan/approval.ts";
import type { Plan } from "../../plan/model.ts";
import type { Dialect, FileSet, PlanEdit } from "../../ports/dialect.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { verify } from "../../verifier/verify.ts";
import { idFromCheckout } from "./checked-out-plan.ts";
import { machineAt } from "./machine.ts";
import { openPlan } from "./open-plan.ts";

/** A plan as it will lie in its branch, and what the compiler says about it. */
export type PlanToRun = {
  /** What the person named; null for a plan that lies in no file yet. */
  path: string | null;
  dialect: Dialect;
  plan: Plan;
  files: readonly SourceFile[];
  hash: string;
  diagnostics: Diagnostic[];
  sources: readonly SourceFile[];
  /** Steps that the file calls done, though nothing proves it. */
  ticked: string[];
  /** Whether its branch is there and checked out, and the plan lies in it already. */
  isCheckedOut: boolean;
};

/** Reads a plan that a person wants carried out. Whatever its file says about progress is set back: only proof counts. */
export function planToRun(path: string): PlanToRun {
  const { files, dialect, diagnostics } = openPlan(path);
  if (!dialect)
    throw new Refused("not-a-plan", `${path} is no plan`, {
      remedies: [remedy("verify", { plan: path }, "says more")],
    });
  const read = readyToRun(dialect, files, diagnostics);
  const id = idFromCheckout(path);
  if (id === null) return { path, ...read };
  const plan = { ...read.plan, id };
  return { path, ...read, plan, hash: approvalHash(plan), isCheckedOut: true };
}

/** The same for a plan that was read already. `files.root` is there: around it lies what the plan is verified against. */
export function readyToRun(
  dialect: Dialect,
  files: FileSet,
  diagnostics: readonly Diagnostic[],
): Omit<PlanToRun, "path"> {
  const parsed = dialect.parse(files);
  const found = [...diagnostics, ...verify(parsed, machineAt(files.root))];
  const inBranch: FileSet = { root: ".plan", files: files.files.map((file) => moved(file, files.root, dialect)) };
  const clean = withoutProgress(dialect, inBranch);
  const { plan } = dialect.parse(clean);
  return {
    dialect,
    plan,
    files: clean.files,
    hash: approvalHash(plan),
    diagnostics: found,
    sources: files.files,
    ticked: parsed.plan.steps.filter(({ status }) => status === "done").map(({ id }) => id),
    isCheckedOut: false,
  };
}

function moved({ path, text }: SourceFile, root: string, { form }: Dialect): SourceFile {
  return { path: `.plan/${form === "file" ? basename(path) : relative(root, path)}`, text };
}

export function withoutProgress(dialect: Dialect, files: FileSet): FileSet {
  const { plan } = dialect.parse(files);
  const edits: PlanEdit[] = [
    ...(plan.status === "approved" ? [] : [{ type: "plan-status", status: "approved" } as const]),
    ...plan.steps.flatMap(({ id, status, failCount }): PlanEdit[] => [
      ...(status === "pending" ? [] : [{ type: "step-status", step: id, status: "pending" } as const]),
      ...(failCount === 0 ? [] : [{ type: "fail-count", step: id, count: 0 } as const]),
    ]),
  ];
  return editedText(dialect, files, edits);
}
