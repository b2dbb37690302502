import { normalPath } from "../../plan/files.ts";
import { foldersAbove } from "../../plan/folders-above.ts";
import type { Plan, Step } from "../../plan/model.ts";
import { type Producers, producersIn } from "../../plan/producers.ts";
import { patternFor } from "../../std/pattern-for.ts";
import { hasFileEnding } from "./identifier.ts";
import { introducer } from "./introduces.ts";
import { namersOf, overviewCodes, type WorkerText } from "./worker-texts.ts";

/** A path that a step's How takes for given though only the overview (`from` is null) or another step explains it. */
export type StrangePath = {
  path: string;
  step: number;
  from: number | null;
  pointer: string;
  start: number;
  end: number;
};

/**
 * The paths in backticks in a step's How that do not exist, that neither the step nor an earlier one produces, and
 * that the overview or another step names.
 */
export function strangePaths(
  plan: Plan,
  texts: readonly WorkerText[],
  exists: (path: string) => boolean,
): StrangePath[] {
  const uses = texts.flatMap((text) => takenForGiven(plan.steps[text.step], text));
  if (uses.length === 0) return [];
  const inOverview = new Set(overviewCodes(plan).map(({ text }) => pathIn(text)));
  const namers = namersOf(texts, pathIn);
  const candidates = uses.flatMap((use): StrangePath[] => {
    const from = inOverview.has(use.path) ? null : namers.get(use.path)?.find((step) => step !== use.step);
    return from === undefined || exists(use.path) ? [] : [{ ...use, from }];
  });
  if (candidates.length === 0) return [];
  const producers = producersIn(plan);
  return candidates.filter(({ path, step }) => !isMade(path, step, producers, exists));
}

type Use = Omit<StrangePath, "from">;

/** The first use of each path in the How, unless the sentence makes it or the step has it in a list. */
function takenForGiven(step: Step | undefined, { step: index, fields }: WorkerText): Use[] {
  const how = fields.find(({ pointer }) => pointer.endsWith("/how"));
  if (!step || !how || step.status === "done") return [];
  const introduces = introducer(how.prose);
  const settled = new Set(ownPaths(step));
  return how.prose.sentences.flatMap((sentence) =>
    sentence.codes.flatMap((code): Use[] => {
      const path = pathIn(code.text);
      if (path === null || settled.has(path)) return [];
      settled.add(path);
      if (introduces(sentence, code)) return [];
      return [{ path, step: index, pointer: how.pointer, start: code.start, end: code.end }];
    }),
  );
}

/** What stands in a list of the step is judged where it stands. */
const ownPaths = ({ files, subscriptions }: Step): string[] =>
  [
    ...Object.values(files).flatMap((entries) => entries.map(({ path }) => path)),
    ...subscriptions.map(({ name }) => name),
  ].map(normalPath);

/** A step that names a folder which is not there yet makes it, and may well fill it. */
const isMade = (path: string, step: number, producers: Producers, exists: (path: string) => boolean): boolean =>
  producers.isInTime(path, step) ||
  foldersAbove(path).some((folder) => producers.isInTime(folder, step) && !exists(folder));

const PATH = patternFor(/^[\w.@][\w.@+#%/-]*$/, () => /^[\p{L}\p{N}_.@][\p{L}\p{N}_.@+#%/-]*$/u);
const LONGEST = 300;

/** Only what ends like a file or a folder: `text/html` and `origin/main` are no paths. */
function pathIn(code: string): string | null {
  const [path = ""] = code.split(":", 1);
  const isPath = path.length < LONGEST && PATH(path).test(path) && (path.endsWith("/") || hasFileEnding(path));
  return isPath && !path.split("/").includes("..") ? normalPath(path) : null;
}
