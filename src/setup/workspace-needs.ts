/** What a repository says that a fresh tree of it needs, read and checked by `config/workspace-config.ts`. */
export type WorkspaceNeeds = {
  /** Commands, run one after the other, once for each state of the lockfiles. */
  setup: readonly string[];
  /** Files and folders of the tree that decide whether they must run again. */
  lockfiles: readonly string[];
  /** Names of the folders that they fill, wherever those lie in the tree. */
  layers: readonly string[];
  /** Files of the checkout that git ignores, and that workers and contracts get to read. */
  copy: readonly string[];
  /** Folders of the person's home, such as `.npm/_cacache`, that are shown and never written. */
  caches: readonly string[];
};
