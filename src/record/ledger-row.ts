import type { RepositoryId } from "./repository-id.ts";
import type { RunId } from "./run.ts";
import type { Usage } from "./run-event.ts";

/** What a model was asked and has answered, as it is kept for ever: also when the run itself is forgotten. */
export type LedgerRow = {
  run: RunId;
  /** Names it among the rows of its run. Written twice, it counts once. */
  key: string;
  repository: RepositoryId;
  plan: string;
  step: string;
  /** Null where nobody worked on the step, but a planner was asked about it. */
  attempt: number | null;
  leg: number | null;
  role: string;
  /** Some agents tell of each request, and others only what a whole session has used. */
  covers: "request" | "session";
  /** Without `usd` nobody knows what it costs, which is not nothing. */
  usage: Usage;
  /** What the model did not do as it was asked to: a temperature that it does not take, for example. */
  warnings: readonly string[];
  at: string;
};

/** Rows that have all of this in common. `since` is a moment. */
export type LedgerFilter = Partial<Pick<LedgerRow, "run" | "repository" | "plan" | "step">> & {
  attempt?: number;
  leg?: number;
  since?: string;
};

export const LEDGER_VIEWS = ["plan", "step", "role", "model", "day"] as const;

/** By what rows are added up. A day is one of UTC, as on the bills of those who serve models. */
export type LedgerView = (typeof LEDGER_VIEWS)[number];

/** Rows that were added up; `input` is what no cache had, as in `Usage`. */
export type LedgerSum = {
  requests: number;
  /** Sessions that were told as a whole: how many requests they were, nobody knows. */
  sessions: number;
  input: number;
  cachedRead: number;
  cachedWrite: number;
  output: number;
  /** Of all that has a price; null where nothing has one. */
  usd: number | null;
  /** Models of which there is a row without a price, by name. */
  unpriced: string[];
  /** Models of which there is a row that tells less than was used, by name. */
  uncounted: string[];
};

/** Rows that a view puts together, under the names by which it does. */
export type LedgerGroup = { of: LedgerNames } & LedgerSum;

/** A step's name says nothing without its plan's, nor a plan's without its repository. */
export type LedgerNames = {
  repository?: RepositoryId;
  plan?: string;
  step?: string;
  role?: string;
  model?: string;
  day?: string;
};
