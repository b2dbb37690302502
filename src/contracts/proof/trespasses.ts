import { covers } from "../../plan/files.ts";
import { followedEntries } from "../../plan/followed-entries.ts";
import type { Plan, Step } from "../../plan/model.ts";
import type { FileChange, TreeId, Trees } from "../../ports/git.ts";
import type { Tampering } from "../../record/verdict.ts";
import { pathOf } from "../../std/path-bytes.ts";

export type Trespass = Tampering & { by: string };

/**
 * Changes to what a plan protects, or what a step must not touch. Whatever the contract says, they stop the step.
 * `links` are the symbolic links of the base with their targets: what is behind one is protected under both names.
 */
export function trespasses(
  plan: Plan,
  step: Step,
  changes: readonly FileChange[],
  links: ReadonlyMap<string, string>,
): Trespass[] {
  const named = [
    ...plan.protectedAreas.flatMap(({ name, paths }) =>
      paths.map((entry) => ({ entry, by: `protected area ${name}` })),
    ),
    ...step.files.mustNotTouch.map(({ path }) => ({ entry: path, by: "must not touch" })),
  ];
  const fences = named.flatMap(({ entry, by }) =>
    followedEntries([entry], (path) => links.get(path) ?? null).map((followed) => ({ entry: followed, by })),
  );
  return changes.flatMap((change) => {
    const fence = fences.find(({ entry }) => covers(entry, change.path));
    return fence ? [{ path: change.path, what: kindOf(change), by: fence.by }] : [];
  });
}

function kindOf({ before, after }: FileChange): Tampering["what"] {
  if (before === null) return "created";
  if (after === null) return "deleted";
  if (before.mode.slice(0, 3) !== after.mode.slice(0, 3)) return "type";
  return before.id === after.id ? "mode" : "changed";
}

/** The symbolic links of a tree, by path. */
export async function linksIn(trees: Trees, tree: TreeId): Promise<Map<string, string>> {
  const entries = (await trees.entries(tree)).filter(({ mode }) => mode === "120000");
  const targets = await trees.read(entries.map(({ id }) => id));
  return new Map(entries.map(({ path }, index) => [path, pathOf(targets[index] ?? new Uint8Array())]));
}
