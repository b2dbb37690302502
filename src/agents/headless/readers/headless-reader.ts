import type { Usage } from "../../../ports/agent.ts";

/** Understands what one agent prints, line by line. Made anew for each session. */
export type HeadlessReader = {
  /** What a whole line of standard output means; null when the line is not of the agent's own format. */
  line(text: string): HeadlessNews | null;
  /** What it calls its session; null while it has not said. */
  session(): string | null;
  /** All that it has reported until now, by model. Empty when it has not said anything about it. */
  usage(): Usage[];
};

/** Once something is `over`, nothing that follows counts. */
export type HeadlessNews = {
  /** For the transcript: what the agent says or does, as people would read it. */
  said?: string;
  /** For whoever watches, in a few words. */
  doing?: string;
  over?: HeadlessEnd;
};

/** Its last words, or what kept it from going on, in its own words. */
export type HeadlessEnd = { text: string } | { trouble: string };
