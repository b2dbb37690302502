import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../diagnostics/span.ts";
import type { Committed, Committing } from "../ports/plan-desk.ts";
import type { KeptThread } from "./kept-threads.ts";
import { type PlanFile, readPlanFiles } from "./plan-files.ts";
import { hashOfFiles, keepRevision } from "./revisions.ts";

/** Says what is wrong with the plan that these files are; `folder` is where they were read. */
export type Compile = (folder: string, files: readonly PlanFile[]) => Promise<Compiled>;

export type Compiled = { diagnostics: readonly Diagnostic[]; sources: readonly SourceFile[] };

/** A thread and its plan directory. */
export type Planned = { kept: KeptThread; path: string };

/** What is to be written down about the threads, where they may be committed. */
type Outcome = { committing: Committing; changed: readonly KeptThread[] };

/**
 * Looks at all plans together, the current thread's first. The files are read once: what is judged is what is kept, whatever
 * is written meanwhile.
 */
export async function commitPlans(
  planned: readonly Planned[],
  { store, compile }: { store: string; compile: Compile },
): Promise<Outcome> {
  const looks = await Promise.all(planned.map((each, index) => lookAt(each, index === 0, planned.length > 1, compile)));
  const diagnostics = looks.flatMap((look) => look.diagnostics);
  const sources = looks.flatMap((look) => look.sources);
  const problems = looks.flatMap((look) => look.problems);
  const found = { problems, diagnostics, sources };
  if (problems.length > 0 || diagnostics.some(({ severity }) => severity === "error"))
    return { committing: { ...found, ok: false }, changed: [] };
  for (const { hash, files } of looks) if (hash !== null) await keepRevision(store, hash, files);
  const changed = looks.map(({ kept, hash }) => withRevision(kept, hash));
  return { committing: { ...found, ok: true, committed: changed.map(committedOf) }, changed };
}

type Look = Compiled & { kept: KeptThread; files: readonly PlanFile[]; problems: string[]; hash: string | null };

async function lookAt(
  { kept, path }: Planned,
  isCurrent: boolean,
  hasOthers: boolean,
  compile: Compile,
): Promise<Look> {
  const { files, problems } = readPlanFiles(path);
  const told = problems.map((problem) => `${path}/${problem}`);
  if (files.length > 0)
    return { kept, files, problems: told, hash: hashOfFiles(files), ...(await compile(path, files)) };
  const hasNoPlan = isCurrent && (kept.isCleared || (kept.revisions.length === 0 && hasOthers));
  if (!hasNoPlan && told.length === 0) told.push(`${path} is empty; ${isCurrent ? EMPTY : emptyOther(kept.id)}`);
  return { kept, files, problems: told, hash: null, diagnostics: [], sources: [] };
}

const EMPTY = "write plan.md and tasks/, or run `agentctl plan clear-current` if this thread is to have no plan";

const emptyOther = (id: string): string =>
  `write plan.md and tasks/, or run \`agentctl plan remove-thread --thread-id ${id}\``;

/** The same text again is the same revision; so is no plan where there was none. */
const withRevision = (kept: KeptThread, hash: string | null): KeptThread => ({
  ...kept,
  isCleared: hash === null && kept.isCleared,
  revisions: (kept.revisions.at(-1) ?? null) === hash ? kept.revisions : [...kept.revisions, hash],
});

const committedOf = ({ id, revisions }: KeptThread): Committed => ({
  thread: id,
  revision: revisions.length,
  hash: revisions.at(-1) ?? null,
});
