import { type FolderState, folderState } from "./attack/system/folder-state.ts";

/** Everything of a person's repository that is theirs: all but the refs and objects that a run adds. */
export function personState(top: string, mayChange = /^$/): FolderState {
  const state = new Map(folderState(top, (path) => OURS.test(path) || (path !== "" && mayChange.test(path))));
  // Folders that ours lie in; git makes a lock in the topmost whenever it deletes a branch.
  state.delete(".git");
  for (const path of ["refs", "refs/heads", "logs/refs", "logs/refs/heads"]) state.delete(`.git/${path}`);
  return state;
}

const OURS = /^\.git\/(?:objects|(?:logs\/)?refs\/heads\/(?:plan|debug)|(?:logs\/)?refs\/notes)(?:\/|$)/;
