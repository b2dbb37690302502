/** What the program in the sandbox is started with, as JSON on its command line. All paths are as seen there. */
export type HandsSettings = { tree: string; mode: "plan" | "act"; planDirs: readonly string[] };

/** One line to the program. The input has been checked against the tool's schema. */
export type HandsRequest = { id: number; tool: string; input: Readonly<Record<string, unknown>> };

/** One line from it: that it is ready, what a command prints, or what came of a use. */
export type HandsMessage =
  | { is: "ready" }
  | { is: "output"; id: number; base64: string }
  | ({ is: "used"; id: number } & Outcome);

export type Outcome = { state: "done" | "failed" | "refused"; text: string; diff: string | null };

export const done = (text: string, diff: string | null = null): Outcome => ({ state: "done", text, diff });
