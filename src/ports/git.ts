/**
 * The repository, as the rooms that judge work need it. Object ids are hex. A path is relative to the top folder, with
 * `/` between names; bytes that are no UTF-8 are kept as lone surrogates (`std/path-bytes.ts`), so no name is lost.
 * Nothing here loads a hook, filter, driver, alias or config of the repository.
 */
export type TreeId = string;
export type CommitId = string;
export type BlobId = string;

export type FileMode = "100644" | "100755" | "120000" | "160000";
/** A submodule's `id` is the commit it stands at. */
export type Blob = { mode: FileMode; id: string };
export type TreeEntry = Blob & { path: string };
/** `before` is null for what was added, `after` for what was deleted. A rename is one of each. */
export type FileChange = { path: string; before: Blob | null; after: Blob | null };

export interface Trees {
  readonly emptyTree: TreeId;
  treeOf(commit: CommitId): Promise<TreeId>;
  entries(tree: TreeId): Promise<TreeEntry[]>;
  /** Contents in the order asked for. Throws for an object that is missing or no blob. */
  read(blobs: readonly BlobId[]): Promise<Uint8Array[]>;
  changes(from: TreeId, to: TreeId): Promise<FileChange[]>;
  /** Where files have gone, by the paths they had, as far as git takes them for the same ones. */
  renames(from: TreeId, to: TreeId): Promise<ReadonlyMap<string, string>>;
  /** How long these contents are in all. */
  bytesIn(blobs: readonly BlobId[]): Promise<number>;
  /** The same tree with these paths as given; null takes a path out. Folders that become empty go, too. */
  compose(tree: TreeId, paths: ReadonlyMap<string, Blob | null>): Promise<TreeId>;
  write(bytes: Uint8Array): Promise<BlobId>;
}

/** A folder that no worker ever sees, moved to any tree. Only one run may use it at a time. */
export interface ProofTree {
  readonly path: string;
  /** Afterwards the folder holds exactly this tree, whatever an earlier run or a crash has left there. */
  hold(tree: TreeId): Promise<void>;
  /** Tells that a run may have written here, so that the next `hold` looks at every file. */
  soil(): Promise<void>;
}

/** Commits as bytes, for those who believe nothing else. */
export interface History {
  /** Null when there is no such thing. */
  resolve(revision: string): Promise<CommitId | null>;
  /** From `tip` back along first parents, newest first, until `stop` says so for a commit (which is included). */
  firstParents(tip: CommitId, stop: (commit: CommitObject) => boolean): Promise<CommitObject[]>;
}

export type Person = { name: string; email: string; time: number; zone: string };
export type CommitObject = {
  id: CommitId;
  tree: TreeId;
  parents: CommitId[];
  author: Person;
  committer: Person;
  message: string;
  /** The armoured signature of the commit, if there is one, and exactly the bytes it was made over. */
  signature: string | null;
  signed: Uint8Array;
};
