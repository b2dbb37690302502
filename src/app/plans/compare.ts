import { type Change, type Verdict, verdictOf } from "../../compare/change.ts";
import { comparePlans } from "../../compare/compare-plans.ts";
import { type Diagnostic, inOrder } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../diagnostics/span.ts";
import type { Plan } from "../../plan/model.ts";
import type { DialectId } from "../../plan/words.ts";
import { openPlan } from "./open-plan.ts";

export type ComparedPlan = { path: string; dialect: DialectId };

export type Comparison =
  | { status: "compared"; before: ComparedPlan; after: ComparedPlan; verdict: Verdict; changes: Change[] }
  /** What cannot be read cannot be compared: the errors say why. */
  | { status: "unreadable"; diagnostics: Diagnostic[]; sources: SourceFile[] };

/** Compares the plans at two paths, whatever their dialects. Throws `Refused` for a path that cannot be read. */
export function comparePaths(before: string, after: string): Comparison {
  const [then, now] = [readPlan(before), readPlan(after)];
  if (then.plan === null || now.plan === null) {
    const isSame = then.path === now.path;
    const faulty = isSame ? [then] : [then, now];
    return {
      status: "unreadable",
      diagnostics: inOrder(faulty.flatMap(({ errors }) => errors)),
      sources: faulty.flatMap(({ sources }) => sources),
    };
  }
  const changes = comparePlans(then.plan, now.plan);
  return {
    status: "compared",
    before: { path: then.path, dialect: then.plan.source.dialect },
    after: { path: now.path, dialect: now.plan.source.dialect },
    verdict: verdictOf(changes),
    changes,
  };
}

/** `plan` is null when there are errors. Warnings do not matter here. */
type ReadPlan = { path: string; plan: Plan | null; errors: Diagnostic[]; sources: SourceFile[] };

function readPlan(path: string): ReadPlan {
  const { files, dialect, diagnostics } = openPlan(path);
  const parsed = dialect?.parse(files) ?? null;
  const all = [...diagnostics, ...(parsed?.diagnostics ?? [])];
  const errors = all.filter(({ severity }) => severity === "error");
  return {
    path: files.root,
    plan: errors.length > 0 ? null : (parsed?.plan ?? null),
    errors,
    sources: [...files.files],
  };
}
