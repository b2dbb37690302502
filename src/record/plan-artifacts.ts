/** Where a branch keeps its plan until it is finished. */
export const PLAN_FOLDER = ".plan";

/** Where the receipts of a plan lie until it is finished. */
export const RECEIPTS = `${PLAN_FOLDER}/receipts/`;

/** Where finished plans lie for good, each in a folder that has its id, so that no two of them are in each other's way. */
export const FINISHED = `${PLAN_FOLDER}/done/`;

export const finishedFolder = (id: string): string => `${FINISHED}${id}`;

/** The files of one plan: its text, and the receipts with their signatures. All paths begin with `root`. */
export type Artifacts<Entry> = { root: string; text: Entry[]; receipts: Entry[] };

/** The files of a plan among those of a tree: where finished plans lie, if it is there, else where it is carried out. */
export function artifactsIn<Entry extends { path: string }>(
  entries: readonly Entry[],
  id: string | null,
): Artifacts<Entry> {
  const finished = id === null ? [] : within(entries, finishedFolder(id));
  const root = id === null || finished.length === 0 ? PLAN_FOLDER : finishedFolder(id);
  const own = finished.length > 0 ? finished : within(entries, PLAN_FOLDER);
  const from = root.length + 1;
  return {
    root,
    text: own.filter(({ path }) => PLAN_TEXT.test(path.slice(from))),
    receipts: own.filter(({ path }) => path.startsWith("receipts/", from)),
  };
}

/** Whether a path belongs to the one plan that a branch carries out, and not to finished ones. */
export const isUnderWay = (path: string): boolean => path.startsWith(`${PLAN_FOLDER}/`) && !path.startsWith(FINISHED);

/** The ids of the finished plans in a tree. */
export function finishedIn(entries: readonly { path: string }[]): string[] {
  const ids = within(entries, FINISHED.slice(0, -1)).flatMap(({ path }) => {
    const [id, ...rest] = path.slice(FINISHED.length).split("/");
    return id === undefined || rest.length === 0 ? [] : [id];
  });
  return [...new Set(ids)];
}

/** Receipts and what else lies below are no text of the plan; the tasks of a thread are. */
const PLAN_TEXT = /^(?:tasks\/)?[^/]+\.(?:md|markdown|json)$/i;

const within = <Entry extends { path: string }>(entries: readonly Entry[], folder: string): Entry[] =>
  entries.filter(({ path }) => path.startsWith(`${folder}/`));
