import { unreachable } from "../std/unreachable.ts";
import { type Difference, differencesBetween } from "./differences.ts";
import type { Plan } from "./model.ts";
import type { TriageClass } from "./progress.ts";
import type { Mode } from "./words.ts";

/** When a plan is changed. In triage `step` is the one that failed, and the class says how far the repair may reach. */
export type Occasion = { at: "draft" } | { at: "checkpoint" } | { at: "triage"; step: string; class: TriageClass };

/**
 * A plan before and after a change. The statuses in `before` are the engine's knowledge, never a file's claim.
 * `approved` is the plan a person said yes to: it permits a change only where `after` says exactly the same.
 */
export type Revision = { before: Plan; after: Plan; occasion: Occasion; mode: Mode; approved?: Plan };

/** One change that is not allowed. `remedy` is what would make it right: approval, going through draft, or nothing. */
export type Violation = { pointer: string; message: string; remedy: Remedy };
export type Remedy = "approval" | "draft" | "none";

/** Everything in a revision that its occasion does not permit; empty when it may be written. */
export function violations(revision: Revision): Violation[] {
  const { before, after, approved } = revision;
  return differencesBetween(before, after, approved).flatMap((change) => {
    const refusal = judge(change, revision);
    if (!refusal) return [];
    return [{ pointer: change.pointer, message: `${change.told}: ${refusal.why}`, remedy: refusal.remedy }];
  });
}

type Refusal = { remedy: Remedy; why: string };

const NEEDS_APPROVAL: Refusal = { remedy: "approval", why: "that takes a person's approval of this exact text" };

function judge(change: Difference, revision: Revision): Refusal | null {
  if (change.step?.status === "done") {
    return { remedy: "none", why: "the step is done, and finished steps stay as they are" };
  }
  switch (change.rule) {
    case "what":
      return change.isApproved ? null : NEEDS_APPROVAL;
    case "architecture":
      return judgeArchitecture(change, revision);
    case "how":
      return judgeHow(change, revision);
    case "terms":
      return judgeTerms(change, revision);
    case "engine":
      return judgeStatus(change, revision);
    default:
      return unreachable(change.rule);
  }
}

function judgeArchitecture({ before, after, isApproved }: Difference, { occasion }: Revision): Refusal | null {
  if (isApproved) return null;
  if (!grows(String(before ?? ""), String(after ?? ""))) {
    return { remedy: "approval", why: "it only grows; to remove or rewrite a decision takes a person's approval" };
  }
  if (occasion.at !== "triage" || occasion.class === 2) return null;
  return { remedy: "approval", why: `triage class ${occasion.class} adds no decision without a person's approval` };
}

/** New text starts on a line of its own: "Use SQLite" does not grow into "Use SQLite in tests only". */
export function grows(before: string, after: string): boolean {
  const kept = before.trimEnd();
  const appended = after.slice(kept.length);
  return after.startsWith(kept) && (kept === "" || /^\s*$|^[^\S\n]*\n/.test(appended));
}

function judgeHow({ step, isApproved }: Difference, { occasion, mode }: Revision): Refusal | null {
  if (occasion.at === "draft") return null;
  const isFailed = occasion.at === "triage" && step?.id === occasion.step;
  if (step && step.status !== "pending" && !isFailed) {
    return { remedy: "draft", why: `the step is ${step.status}, and only pending steps are revised` };
  }
  if (isApproved) return null;
  if (occasion.at === "triage" && !(occasion.class === 2 || (occasion.class === 1 && isFailed))) {
    return { remedy: "approval", why: `triage class ${occasion.class} does not reach it without a person's approval` };
  }
  return mode === "interactive" ? NEEDS_APPROVAL : null;
}

function judgeTerms({ isApproved }: Difference, { occasion }: Revision): Refusal | null {
  if (occasion.at !== "draft") return { remedy: "draft", why: "that goes through draft, with a person's approval" };
  return isApproved ? null : NEEDS_APPROVAL;
}

function judgeStatus({ pointer, after }: Difference, { occasion }: Revision): Refusal | null {
  const becomesDraft = occasion.at === "draft" && pointer === "/status" && after === "draft";
  return becomesDraft ? null : { remedy: "none", why: "only the engine writes it, after what it has seen itself" };
}
