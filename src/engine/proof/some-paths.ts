/** The first of many paths, for a line that a person reads. */
export const somePaths = (paths: readonly string[]): string =>
  `${paths.slice(0, MOST).join(", ")}${paths.length > MOST ? ` and ${paths.length - MOST} more` : ""}`;

const MOST = 10;
