/** One word of a shell's text, whatever it holds. The shells agree about these quotes, except for fish. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The plans of this repository by their branches: no database is asked, and no program of ours is started. */
export const LIST_RUNS = "git for-each-ref --format='%(refname:lstrip=3)' refs/heads/plan/ 2>/dev/null";
export const LIST_REFS = "git for-each-ref --format='%(refname:short)' refs/heads/ 2>/dev/null";
