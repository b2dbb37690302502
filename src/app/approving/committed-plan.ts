import { realpathSync } from "node:fs";
import { relative } from "node:path";
import type { Plan } from "../../plan/model.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { withoutProgress } from "../plans/plan-to-run.ts";
import type { Candidate } from "./run-plan.ts";

/** The plan as it stands in the commit that is checked out; null where none of its files is there, or they say no plan. */
export async function committedPlan({ opened, sources, dialect, base, plan }: Candidate): Promise<Plan | null> {
  const { git } = opened;
  const places = new Map(sources.map(({ path }) => [relative(git.facts.top, realpathSync(path)), path]));
  const trees = treesOf(git);
  const entries = (await trees.entries(await trees.treeOf(base.commit))).filter(({ path }) => places.has(path));
  if (entries.length === 0) return null;
  const texts = await trees.read(entries.map(({ id }) => id));
  const files = entries.map(({ path }, index) => ({
    path: places.get(path) ?? path,
    text: Buffer.from(texts[index] ?? []).toString("utf8"),
  }));
  const read = { root: sources[0]?.path ?? ".", files };
  const parsed = dialect.parse(read);
  if (parsed.plan.steps.length === 0) return null;
  return { ...dialect.parse(withoutProgress(dialect, read)).plan, id: plan.id };
}
