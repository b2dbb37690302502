import { covers } from "../../plan/files.ts";
import type { Contract, Step } from "../../plan/model.ts";
import type { Blob, FileChange, TreeId, Trees } from "../../ports/git.ts";
import { resolvePath } from "../../shell/paths.ts";
import { onlyAddsDependencies } from "./added-dependencies.ts";
import { type Announcements, announcementsOf, type Extent, knownPaths } from "./announced.ts";
import { restoreInnerTests } from "./inner-tests.ts";
import { madeByMake, whyTakenForMade } from "./made-by-make.ts";
import { restoreManifest } from "./manifest.ts";
import { type Surroundings, surroundingsOf, whyTakenOut } from "./newcomers.ts";
import { putBack } from "./put-back.ts";
import { type Reliance, restsOn } from "./rests-on.ts";
import { type FileRole, isInProductionPlace, isJudge, isTestRole, roleOfFile } from "./role-of-file.ts";
import { canBeResult, isScript, NOTHING_SEEN, type SeenFiles } from "./seen-files.ts";
import { folderOf, foldersOf, nameOf, type TreeView, textOf, textsOf, viewOf } from "./tree-view.ts";
import { type Undeclared, undeclaredIn } from "./undeclared.ts";
import type { Finding } from "./weakening/finding.ts";
import { type ChangedText, weakeningsIn } from "./weakening/weakenings.ts";

/** What became of a worker's tree before anything is proven on it. */
export type Restoration = {
  /** What the contract runs on, and what is committed. */
  proven: TreeId;
  /** Paths that are as on the base again, or gone again, with the reason; `findings` say what the change would have weakened. */
  restored: { path: string; why: string; findings: string[] }[];
  /** What is weaker in files that stay as the worker left them, because the step announces them. */
  findings: Finding[];
  /** Changes left in `proven` that a step which lists files does not announce. */
  undeclared: Undeclared[];
  /** Tests and what they read, as far as `proven` differs from the base. */
  testsChanged: string[];
};

type Input = { step: Step; contracts: Contract[]; base: TreeId; worker: TreeId } & Judges;

/** What counts as announced, and which judges are not those of the base. */
export type Judges = {
  extent?: Extent;
  /**
   * Tests that an earlier step has changed without announcing it, as they were trusted last; null for those that were not
   * there. They judge in the place of what the base has, unless the step announces them.
   */
  trusted?: Trusted;
  /** What runs have shown already. */
  seen?: SeenFiles;
};

export type Trusted = ReadonlyMap<string, Blob | null>;

/**
 * Puts back what judges the work. Tests, runner and build config, lockfiles, CI files and whatever a contract executes
 * come from the base unless the step says that it changes them; so weakening them has no effect, whoever did it and why.
 */
export async function restore(trees: Trees, input: Input): Promise<Restoration> {
  const { step, base, worker, trusted = NONE } = input;
  const changes = await trees.changes(base, worker);
  const scene = await sceneOf(trees, input, changes);
  const texts = await changedTexts(
    trees,
    changes.filter(({ path }) => isReadable(path, scene)),
  );
  const decisions: Decision[] = [];
  for (const change of changes) {
    const decision = await decide(change, texts.get(change.path)?.after ?? null, scene);
    if (decision !== null && !trusted.has(change.path)) decisions.push(decision);
  }
  decisions.push(...trustedInstead(trusted, scene));
  const { edits, along } = putBack(decisions, scene.base, scene.worker);
  const proven = edits.size === 0 ? worker : await trees.compose(worker, edits);
  const kept = proven === worker ? changes : await trees.changes(base, proven);
  const stays = kept.filter(({ path, after }) => !edits.has(path) && !isSaidToGo(path, after, scene));
  return {
    proven,
    restored: [...decisions, ...along].map(({ change, why }) => ({
      path: change.path,
      why,
      findings: told(texts.get(change.path), change),
    })),
    findings: weakeningsIn(
      stays.flatMap(({ path }) => texts.get(path) ?? []),
      scene.extent === "tests" || scene.extent === "all",
    ),
    undeclared: undeclaredIn(kept, step, scene.announced),
    testsChanged: kept.map(({ path }) => path).filter((path) => isTestRole(roleOfFile(path))),
  };
}

const NONE: Trusted = new Map();

function trustedInstead(trusted: Trusted, { base, worker, announced }: Scene): Decision[] {
  return [...trusted].flatMap(([path, to]) => {
    const [before, after] = [base.files.get(path) ?? null, worker.files.get(path) ?? null];
    if (announced.writes(path) || (after?.id === to?.id && after?.mode === to?.mode)) return [];
    return [{ change: { path, before, after }, to, why: "no step has announced a change to this test" }];
  });
}

/** Everything a decision about one path may ask. */
type Scene = {
  trees: Trees;
  step: Step;
  extent: Extent;
  base: TreeView;
  worker: TreeView;
  announced: Announcements;
  onBase: Reliance;
  /** What contracts rest on, on the base or after the work, by path. */
  reliedOn: ReadonlyMap<string, string>;
  /** Files and folders that tests of the base are links to, by path. */
  linked: ReadonlyMap<string, string>;
  /** What make would make, and a worker could put there instead. */
  made: ReadonlySet<string>;
  surroundings: Surroundings;
  seen: SeenFiles;
};

async function sceneOf(
  trees: Trees,
  { step, contracts, base: from, worker: to, extent = "listed", seen = NOTHING_SEEN }: Input,
  changes: readonly FileChange[],
): Promise<Scene> {
  const base = await viewOf(trees, from);
  const worker = await viewOf(trees, to, base);
  const commands = contracts.map(({ command }) => command);
  const [onBase, onWorker] = [await restsOn(commands, base), await restsOn(commands, worker)];
  const announced = announcementsOf(step, knownPaths(base, worker, changes), extent);
  const reliedOn = new Map([...onWorker.files, ...onBase.files]);
  return {
    trees,
    step,
    extent,
    base,
    worker,
    announced,
    onBase,
    reliedOn,
    linked: await linkTargets(trees, base),
    made: await madeByMake(base, [...onBase.files.keys()]),
    surroundings: await surroundingsOf(base, [...onBase.files.keys()], commands),
    seen,
  };
}

/** A test that is a link judges with the file it leads to. */
async function linkTargets(trees: Trees, base: TreeView): Promise<ReadonlyMap<string, string>> {
  const known = keptLinks.get(base);
  if (known !== undefined) return known;
  const links = [...base.files].filter(([path, { mode }]) => mode === "120000" && isJudge(roleOfFile(path)));
  const targets = await trees.read(links.map(([, { id }]) => id));
  const found = links.map(([path], at): [string, string] => {
    const target = resolvePath(folderOf(path), Buffer.from(targets[at] ?? []).toString());
    return [target, `\`${path}\` is a link to it`];
  });
  const linked = new Map(found);
  keptLinks.set(base, linked);
  return linked;
}

/** A view never changes, and finding its links takes a look at every file. */
const keptLinks = new WeakMap<TreeView, ReadonlyMap<string, string>>();

/** `to` is what the path shall be in the proof; null takes it out. */
type Decision = { change: FileChange; to: Blob | null; why: string };

async function decide(change: FileChange, text: string | null, scene: Scene): Promise<Decision | null> {
  const { path, before } = change;
  const isResult = scene.seen.results.has(path) && canBeResult(change);
  if (isResult && before === null) return { change, to: null, why: WRITTEN };
  if (scene.announced.writes(path)) return null;
  if (before === null) {
    if (scene.extent === "strictly" && isTestRole(roleOfFile(path))) {
      return { change, to: null, why: "it is new, and nothing announces this test" };
    }
    const why = whyTakenForMade(path, scene.made) ?? whyTakenOut(path, text, scene.surroundings);
    return why === null ? null : { change, to: null, why };
  }
  if (isMergeable(change)) return mergeManifest(change, scene);
  const role = roleOfFile(path);
  if (await isMoreToInstall(change, scene)) return null;
  if (isJudge(role)) return { change, to: before, why: `the step does not announce a change to ${SPOKEN[role]}` };
  const leadsHere = [path, ...foldersOf(path)].flatMap((each) => scene.linked.get(each) ?? [])[0];
  if (leadsHere !== undefined) return { change, to: before, why: leadsHere };
  if (path.endsWith(".rs")) return mergeInnerTests(change, scene);
  if (isResult) return { change, to: before, why: SEEN_WRITTEN };
  const isOpened = scene.seen.opened.has(path);
  if (isOpened && (await isScript(change, { ...scene, judges: judgesOf(scene) })))
    return { change, to: before, why: SEEN_OPENED };
  const reliance = scene.reliedOn.get(path);
  const isWork = isUnderTest(path, role, scene) && !scene.onBase.sourced.has(path);
  if (reliance === undefined || isWork) return null;
  return { change, to: before, why: `${reliance}, and the step does not announce a change to it` };
}

const WRITTEN = "contracts write it themselves, and the step does not announce it";
const SEEN_WRITTEN = "a contract was seen to write it, and the step does not announce a change to it";
const SEEN_OPENED = "a contract was seen to open this script, and the step does not announce a change to it";

/** Scripts that contracts are known to run, outside of the product. */
const judgesOf = ({ onBase }: Scene): string[] =>
  [...onBase.files.keys()].filter((path) => !isInProductionPlace(path) && roleOfFile(path) === "script");

const SPOKEN: Readonly<Record<FileRole, string>> = {
  test: "this test",
  "test-support": "what tests read",
  "runner-config": "how things are run and built",
  "auto-loaded": "what is loaded by itself",
  lockfile: "what is installed",
  ci: "the CI files",
  script: "this script",
  production: "this file",
};

/**
 * Whether a file that a contract runs is the work rather than its judge. In the product's own folders it is the work,
 * except a script in a step that lists files and not this one. Elsewhere it is the work only if the step lists no
 * files at all, and it does not look like a script: `python app.py` may be what the step is about, `bash check.sh` is not.
 */
function isUnderTest(path: string, role: FileRole, { announced }: Scene): boolean {
  const isProduct = isInProductionPlace(path);
  if (role === "script") return isProduct && !announced.listsFiles;
  return isProduct || !announced.listsFiles;
}

/** Only parts of a `package.json` judge, except of one that lies among tests: there all of it does. */
function isMergeable({ path, before, after }: FileChange): boolean {
  const isAmongTests = isTestRole(roleOfFile(`${folderOf(path)}/a.js`));
  const arePlain = before?.mode === "100644" && after?.mode === "100644";
  return nameOf(path) === "package.json" && arePlain && !isAmongTests && !path.includes("node_modules/");
}

async function mergeManifest(change: FileChange, { trees, onBase }: Scene): Promise<Decision | null> {
  const [before, after] = [await textOf(trees, change.before), await textOf(trees, change.after)];
  if (before === null || after === null) return { change, to: change.before, why: "it is too large to be read" };
  const merged = restoreManifest(before, after, new Set(onBase.scripts.get(change.path)?.keys()));
  if (merged === null) return null;
  const id = merged.text === before ? (change.before?.id ?? "") : await trees.write(Buffer.from(merged.text));
  return { change, to: { mode: "100644", id }, why: `contracts rest on ${merged.what.join(", ")}` };
}

/** A file of Rust is the work, and the tests in it judge the work. One that is gone takes nothing with it that could run. */
async function mergeInnerTests(change: FileChange, { trees, announced, extent }: Scene): Promise<Decision | null> {
  if (extent === "tests" || extent === "all") return null;
  const [before, after] = [await textOf(trees, change.before), await textOf(trees, change.after)];
  if (before === null || after === null || change.after === null) return null;
  const merged = restoreInnerTests(change.path, before, after, {
    strictly: announced.listsFiles || extent === "strictly",
  });
  if (merged === null) return null;
  const id = await trees.write(Buffer.from(merged));
  return { change, to: { mode: change.after.mode, id }, why: "the step does not announce a change to the tests in it" };
}

/** A step that lists no files may ask for packages; which ones the tests are run with stays as it was. */
async function isMoreToInstall(change: FileChange, { trees, announced }: Scene): Promise<boolean> {
  if (announced.listsFiles || change.before?.mode !== change.after?.mode) return false;
  const [before, after] = [await textOf(trees, change.before), await textOf(trees, change.after)];
  return before !== null && after !== null && onlyAddsDependencies(change.path, before, after);
}

/** Production code has no place here, save where tests are written into it. */
const isReadable = (path: string, { reliedOn }: Scene): boolean =>
  !NO_TEXT.test(path) && (roleOfFile(path) !== "production" || reliedOn.has(path) || path.endsWith(".rs"));

const NO_TEXT =
  /\.(?:png|jpe?g|gif|webp|ico|pdf|zip|gz|tgz|xz|7z|jar|class|woff2?|ttf|mp[34]|mov|wasm|so|node|exe|bin|db|sqlite)$/i;

async function changedTexts(trees: Trees, changes: readonly FileChange[]): Promise<Map<string, ChangedText>> {
  const blobs = await textsOf(
    trees,
    changes.flatMap(({ before, after }) => [before, after]),
  );
  return new Map(
    changes.map(({ path }, at) => [path, { path, before: blobs[2 * at] ?? null, after: blobs[2 * at + 1] ?? null }]),
  );
}

function told(text: ChangedText | undefined, { before, after }: FileChange): string[] {
  const said =
    text === undefined
      ? []
      : weakeningsIn([text]).map(({ line, told }) => (line === undefined ? told : `line ${line}: ${told}`));
  if (before === null || after === null || before.mode === after.mode) return said;
  return [...said, `its mode changes from ${before.mode} to ${after.mode}`];
}

/** What a step says it deletes is no loss. */
const isSaidToGo = (path: string, after: Blob | null, { step }: Scene): boolean =>
  after === null && step.files.delete.some((entry) => covers(entry.path, path));
