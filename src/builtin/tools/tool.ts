import type { AgentJob, ToolKind } from "../../ports/agent.ts";
import type { ToolOffer } from "../../ports/model.ts";

/** One thing that the built-in agent can do. What touches the tree happens inside the sandbox (`hands/`). */
export type BuiltinTool = ToolOffer & {
  /** Whether it leaves everything as it was. */
  readOnly: boolean;
  /** What its host is asked leave for. */
  kind: ToolKind;
  /** How much harm it could do. `high`: it takes something away, and a step that names its files must name this one. */
  severity: "low" | "medium" | "high";
  modes: readonly AgentJob["mode"][];
  /** In a few words, for whoever watches. */
  told(input: ToolInput): string;
  /** What it would touch, as the model wrote it; null when it does not say. */
  paths(input: ToolInput): readonly string[] | null;
};

export type ToolInput = Readonly<Record<string, unknown>>;

/** What came of the use of a tool. `text` is what the model reads; after the last one, nothing can be used any more. */
export type Used = { state: "done" | "failed" | "refused"; text: string; diff: string | null; isLast?: true };
