/** What a run did in its tree, seen from outside and out of its reach. */
export type Seen = {
  /** Those of the watched files that it opened, once or more often. */
  opened: string[];
  /** Files that it made, changed or removed; with the SHA-256 of those that were watched and are there at the end. */
  written: { path: string; hash?: string }[];
  /** Why not all of this was seen; null when it was. */
  missed: string | null;
};
