/** What a model does in one turn. The turn after a use of tools begins when their results come back. */
export type Act =
  | ToolAct
  | ExactUse
  | Say
  | Recall
  /** Several things in one answer: tools that are used side by side, and words before them. */
  | { do: "both"; acts: readonly (ToolAct | ExactUse | Say)[] }
  /** Begins to answer, and never goes on. */
  | { do: "hang" }
  /**
   * The connection breaks: before the model has begun, or in the middle of what it says. In the first case nothing is
   * billed, in the second what was read and said.
   */
  | { do: "break"; at: "beginning" | "middle"; text: string; once?: boolean }
  /**
   * An error of the provider's: 401 for a key it does not know, 429 and 529 for too much, 413 for a request that is too
   * large. `retryAfter` is in seconds, or a date.
   */
  | { do: "refuse"; status: number; retryAfter?: number | string; once?: boolean };

/** Done with whatever tool the agent has for it. */
export type ToolAct =
  | { do: "read"; path: string }
  | { do: "write"; path: string; text: string }
  | { do: "edit"; path: string; from: string; to: string }
  | { do: "run"; command: string };

/** A tool by its name, offered or not. An input that is a text is sent as it is, JSON or not. */
export type ExactUse = {
  do: "use";
  tool: string;
  input: Readonly<Record<string, unknown>> | string;
  finish?: "length";
  once?: boolean;
};

/** `finish` says why it ends there, where it is not done; `milliseconds` how long the words take. */
export type Say = {
  do: "say";
  text: string;
  finish?: "length" | "withheld";
  milliseconds?: number;
  once?: boolean;
};

/** Says those lines with these words that it has heard of the user, in whatever turn. */
export type Recall = { do: "recall"; words: string };

/**
 * What the model does when all these words stand in what it is told. With `again` it begins anew after its last act, so that
 * it never stops where that uses a tool. With `withoutTools` it also answers who offers none.
 */
export type Scene = { when: readonly string[]; acts: readonly Act[]; again?: true; withoutTools?: true };

/** The first scene that fits counts. */
export type Script = readonly Scene[];
