/** What the person has set up for programs of their own: an editor, a pager, and whatever git and gh look for. */

/** A command line for a shell, such as `code --wait`; null when none is named. */
export const editorCommand = (): string | null => process.env.VISUAL || process.env.EDITOR || null;

/** The same for a pager, in the order in which git looks for one. `cat` and nothing at all mean none. */
export function pagerCommand(): string | null {
  const named = process.env.GIT_PAGER ?? process.env.PAGER ?? "less";
  return named === "" || named === "cat" ? null : named;
}

/** All of it: only for programs that a person would start by hand in just this place. */
export const personEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
