import { createHash } from "node:crypto";
import type { FileChange, TreeId, Trees } from "../../ports/git.ts";
import { restore } from "../restore/restoration.ts";
import { canBeResult, isData, type SeenFiles } from "../restore/seen-files.ts";
import { type TreeView, viewOf } from "../restore/tree-view.ts";
import { unannounced } from "../restore/unannounced.ts";
import type { RunSide } from "../sides/side.ts";
import { knownOnBase, type ProofTools, type StepWork } from "./prove-step.ts";

/** What was found out in one go: `sides` are all its runs, `after` those of them with the work. */
export type Round<Found> = { found: Found; sides: RunSide[]; after: RunSide[] };

/**
 * Proves work, and proves it again where the runs themselves have shown that something in the tree is none of the work: a
 * script that judges it, found only while it ran, or a file that the contract writes and may read as its result. At most
 * twice: the last time every script that was changed without a word comes from the base, so that no more can be found.
 */
export async function settled<Found>(
  work: StepWork,
  tools: ProofTools,
  prove: (seen: SeenFiles) => Promise<Round<Found>>,
): Promise<Found> {
  const { trees } = tools;
  const changes = await unannounced(trees, work);
  if (changes.size === 0) return (await prove(NOTHING)).found;
  const worker = await viewOf(trees, work.worker, await viewOf(trees, work.base));
  const scene = { trees, changes, worker };
  // A result of an earlier run may also be why it fails, and then nobody would look at the base.
  const mayBeResults = [...changes.values()].some(({ path, before }) => before === null && isData(path));
  const before = await knownOnBase(work, tools, mayBeResults);
  let known = await learned(NOTHING, { sides: before, after: [] }, scene);
  for (let round = 1; ; round++) {
    const last = await prove(known);
    const next = await learned(known, last, scene);
    if (round > MOST_AGAIN || (await isSame(trees, work, known, next))) return last.found;
    known = round < MOST_AGAIN ? next : { ...next, opened: new Set(changes.keys()) };
  }
}

const MOST_AGAIN = 2;

type Known = SeenFiles & {
  /** Those that contracts make where there is none. */
  made: ReadonlySet<string>;
  /** Those that look like results and are the worker's own: a contract makes the very same, or only changes what is there. */
  own: ReadonlySet<string>;
};

const NOTHING: Known = { opened: new Set(), results: new Set(), made: new Set(), own: new Set() };

type Scene = { trees: Trees; changes: ReadonlyMap<string, FileChange>; worker: TreeView };

async function learned(
  known: Known,
  { sides, after }: { sides: RunSide[]; after: RunSide[] },
  scene: Scene,
): Promise<Known> {
  const { changes } = scene;
  const [opened, results] = [new Set(known.opened), new Set(known.results)];
  const [made, own] = [new Set(known.made), new Set(known.own)];
  for (const { seen, tree } of sides) {
    for (const path of seen?.opened ?? []) if (changes.has(path)) opened.add(path);
    for (const { path, hash } of seen?.written ?? []) {
      const change = changes.get(path);
      if (change === undefined || !canBeResult(change)) continue;
      if (await isWorkers(path, tree, scene)) {
        // A formatter writes to what is there, too.
        if (isData(path)) results.add(path);
      } else if (hash !== undefined && hash === (await hashOf(change, scene))) own.add(path);
      else {
        made.add(path);
        results.add(path);
      }
    }
  }
  const written = new Set(after.flatMap(({ seen }) => seen?.written.map(({ path }) => path) ?? []));
  const wasLeftOut = async (path: string): Promise<boolean> =>
    after[0]?.seen?.missed === null && !(await isWorkers(path, after[0].tree, scene));
  for (const path of known.results)
    if (!made.has(path) && !written.has(path) && (await wasLeftOut(path))) own.add(path);
  for (const path of own) results.delete(path);
  return { opened, results, made, own };
}

/** Whether a tree holds a path as the worker left it. */
async function isWorkers(path: string, tree: TreeId, { trees, worker }: Scene): Promise<boolean> {
  const { files } = await viewOf(trees, tree, worker);
  return files.get(path)?.id === worker.files.get(path)?.id;
}

async function hashOf({ after }: FileChange, { trees }: Scene): Promise<string | null> {
  if (!after?.mode.startsWith("100")) return null;
  const [bytes = new Uint8Array()] = await trees.read([after.id]);
  return createHash("sha256").update(bytes).digest("hex");
}

/** Whether nothing would be run on another tree than before. What is put back at all is put back where only names count. */
async function isSame(trees: Trees, work: StepWork, known: Known, next: Known): Promise<boolean> {
  if (isEqual(known.opened, next.opened) && isEqual(known.results, next.results)) return true;
  const treeWith = async (seen: SeenFiles): Promise<TreeId> =>
    (await restore(trees, { ...work, contracts: work.step.contracts, extent: "strictly", seen })).proven;
  return (await treeWith(known)) === (await treeWith(next));
}

const isEqual = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));
