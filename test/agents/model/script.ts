/** What a model does in one turn. The turn after a use of a tool begins when the tool's result comes back. */
export type Act =
  | { do: "read"; path: string }
  | { do: "write"; path: string; text: string }
  | { do: "edit"; path: string; from: string; to: string }
  | { do: "run"; command: string }
  | { do: "say"; text: string }
  /** Begins to answer, and never goes on. */
  | { do: "hang" }
  /** An error of the provider's: 401 for a key it does not know, 429 and 529 for too much. */
  | { do: "refuse"; status: number; once?: boolean };

/** What the model does when all these words stand in what it is told. */
export type Scene = { when: readonly string[]; acts: readonly Act[] };

/** The first scene that fits counts. */
export type Script = readonly Scene[];
