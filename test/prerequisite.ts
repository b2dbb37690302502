import type { TestContext } from "vitest";

/**
 * Something a test needs from the machine. Call the result inside the test, with its context, to get what was found.
 * If it is missing, the test is skipped and the reason shown; in CI it fails instead, so that nothing stays unchecked.
 * @example
 * const tmux = prerequisite("tmux", findOnPath("tmux"), "apt-get install tmux");
 * test("shows the run in a terminal", (context) => { const program = tmux(context); … });
 */
export function prerequisite<Found>(
  name: string,
  found: Found | false | null | undefined,
  howToGetIt: string,
): (context: Pick<TestContext, "skip">) => Found {
  return (context) => {
    if (found !== false && found !== null && found !== undefined) return found;
    const reason = `needs ${name} (${howToGetIt})`;
    if (process.env.CI) throw new Error(reason);
    return context.skip(reason);
  };
}
