import type { Plan, StepFiles } from "../../plan/model.ts";
import { resolvePath } from "../../shell/paths.ts";

/** One entry of a step's file lists and where it is written. */
export type ListedPath = { step: number; list: keyof StepFiles; path: string; pointer: string };

/** Every entry of these lists, step by step. */
export function listedPaths(plan: Plan, lists: readonly (keyof StepFiles)[]): ListedPath[] {
  return plan.steps.flatMap(({ files }, step) =>
    lists.flatMap((list) =>
      files[list].map(({ path }, at) => ({ step, list, path, pointer: `/steps/${step}/files/${list}/${at}/path` })),
    ),
  );
}

/** The lists of what a step may write. */
export const WRITES = ["change", "add", "delete"] as const;

/** An entry as it would be written without `..`: `docs/../src/pay/` is `src/pay/`. What left the repository still does. */
export function withoutDetours(entry: string): string {
  if (entry.trim() === "") return "";
  const path = resolvePath("", entry);
  if (path === "") return "./";
  return entry.endsWith("/") ? `${path}/` : path;
}
