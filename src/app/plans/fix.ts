import { statSync } from "node:fs";
import type { Diagnostic, Fix } from "../../diagnostics/diagnostic.ts";
import { applyEdits, withoutOverlap } from "../../diagnostics/text-edit.ts";
import { Refused } from "../../std/refusal.ts";
import { writeAtomically } from "../../std/write-atomically.ts";
import { withFile } from "../opening/file-access.ts";
import { type Verification, verifyPaths } from "./verify.ts";

export type Fixed = { applied: { diagnostic: Diagnostic; fix: Fix }[]; files: string[]; after: Verification };

/** One fix can uncover another; more rounds than this would mean that two fixes undo each other. */
const MOST_ROUNDS = 10;

/** Applies every safe fix, each file written whole or not at all, until none is left. */
export function fixPaths(paths: readonly string[], options: { strict?: boolean }): Fixed {
  const applied: Fixed["applied"] = [];
  const files = new Set<string>();
  let after = verifyPaths(paths, options);
  for (let round = 0; ; round++) {
    const chosen = fixable(after);
    if (chosen.length === 0) break;
    if (round === MOST_ROUNDS) throw new Error("fixes undo each other");
    for (const file of write(after, chosen)) files.add(file);
    applied.push(...chosen.map(({ diagnostic, fix }) => ({ diagnostic, fix })));
    after = verifyPaths(paths, options);
  }
  return { applied, files: [...files].sort(), after };
}

const ANYONE_MAY_WRITE = 0o222;

/** Root could write it all the same, and a rename does not ask; whoever made it read-only meant it. */
function refuse(path: string): never {
  throw new Refused("bad-file", `${path}: the file is read-only, so it was not fixed`);
}

type Chosen = { diagnostic: Diagnostic; fix: Fix; edits: Fix["edits"] };

function fixable({ diagnostics, undecodable }: Verification): Chosen[] {
  const groups = diagnostics.flatMap((diagnostic) => {
    const { fix } = diagnostic;
    const isSafe = fix?.edits.every((edit) => !undecodable.has(edit.file));
    return fix && isSafe ? [{ diagnostic, fix, edits: fix.edits }] : [];
  });
  return withoutOverlap(groups);
}

function write({ sources }: Verification, chosen: readonly Chosen[]): string[] {
  const edits = chosen.flatMap((each) => each.edits);
  const touched = sources.filter((source) => edits.some((edit) => edit.file === source.path));
  for (const { path, text } of touched) {
    const own = edits.filter((edit) => edit.file === path);
    const fixed = applyEdits(text, own);
    withFile(path, () => (statSync(path).mode & ANYONE_MAY_WRITE ? writeAtomically(path, fixed) : refuse(path)));
  }
  return touched.map((source) => source.path);
}
