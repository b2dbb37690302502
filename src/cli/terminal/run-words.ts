import type { ListedRun } from "../../app/status.ts";
import type { Tone } from "./paint.ts";

/** The state of a run in words, the first that is true: what happens now comes before what happened. */
export function stateOf(run: ListedRun): { words: string; tone: Tone } {
  const [first, ...others] = run.questions;
  switch (run.status) {
    case "done":
      return { words: "done", tone: "green" };
    case "failed":
      return { words: "failed", tone: "red" };
    case "draft":
      return { words: "went back to draft", tone: "dim" };
    default:
      if (run.carriedOutBy !== null) return { words: `carried out by ${run.carriedOutBy}`, tone: "cyan" };
      if (first) {
        const more = others.length > 0 ? ` (and ${others.length} more)` : "";
        return { words: `waiting for you: ${first.headline}${more}`, tone: "yellow" };
      }
      if (run.isPaused) return { words: "paused", tone: "yellow" };
      return { words: "stopped, nobody carries it out", tone: "yellow" };
  }
}
