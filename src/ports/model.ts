import type { Usage } from "../record/run-event.ts";

/** A language model, whoever serves it and in whatever format. One call of `ask` is one turn of the model's. */
export interface Model {
  /** `provider/name`, as ledgers and receipts call it. */
  readonly ref: string;
  readonly facts: ModelFacts;
  /**
   * Never rejects. What is refused for a while is asked again after a pause, within limits; everything that was spent on
   * the way is told as it happens.
   */
  ask(request: ModelRequest, see: (news: ModelNews) => void, signal: AbortSignal): Promise<ModelAnswer>;
}

/** What is known about a model; by the catalogue, or by the person's own word. */
export type ModelFacts = {
  /** Tokens that it takes in and gives out together, and the most that it gives out. */
  window: number;
  mostOutput: number;
  takesTemperature: boolean;
  /** US dollars for a million tokens; null where nobody knows. */
  price: Price | null;
};

export type Price = { input: number; cachedRead: number; cachedWrite: number; output: number };

export type ModelRequest = {
  /** What stands before the conversation. The same bytes from request to request, or the provider reads all of it anew. */
  system: readonly Marked[];
  /** Append-only: the turns of the request before are the beginning of these. */
  turns: readonly ModelTurn[];
  /** In a fixed order. */
  tools: readonly ToolOffer[];
  /** `none`: it only speaks, though the tools are offered as before. */
  calls: "auto" | "none";
  temperature: number;
  mostOutput: number;
};

/** `mark`: what comes up to here is worth keeping for whoever serves it. The last turn of a request is always marked. */
export type Marked = { text: string; mark: boolean };

export type ModelTurn =
  | { by: "user"; parts: readonly Marked[] }
  /** Exactly as it came, with whatever the provider wants to see again. */
  | { by: "model"; said: SaidByModel }
  | { by: "tools"; results: readonly ToolResult[] };

/** Only the room that made it looks inside. */
export type SaidByModel = { readonly parts: readonly unknown[] };

export type ToolOffer = { name: string; description: string; schema: JsonSchema };

export type JsonSchema = Readonly<Record<string, unknown>>;

/** `input` is the JSON text as the model wrote it, which may be anything. */
export type ToolCall = { id: string; name: string; input: string };

export type ToolResult = { id: string; name: string; text: string; isError: boolean };

export type ModelNews =
  | { type: "text"; delta: string }
  | { type: "thought"; delta: string }
  /** It writes down what it wants a tool to do. */
  | { type: "calling" }
  /**
   * It is not its turn for a while: too many requests, an overload, a connection that broke. Whatever it has said of this
   * turn so far is void; it begins anew.
   */
  | { type: "waiting"; told: string }
  /** One request that reached the model. Told also when its answer never came whole. */
  | { type: "spent"; usage: Usage; warnings: readonly string[] };

export type ModelAnswer =
  | { ok: true; text: string; calls: readonly ToolCall[]; said: SaidByModel; finish: Finish }
  | { ok: false; failure: ModelFailure; why: string };

/** `length`: it was cut off at the most that it may say. `withheld`: its provider did not want it to go on. */
export type Finish = "stop" | "calls" | "length" | "withheld";

export type ModelFailure =
  | "no-key"
  | "wrong-key"
  | "no-such-model"
  /** Its provider wants to be paid first. */
  | "no-credit"
  | "rate-limited"
  | "overloaded"
  | "unreachable"
  /** Its answers broke off, each time. */
  | "truncated"
  /** What was asked is longer than it can take in. */
  | "too-long"
  /** It answered in a way that its own format does not have. */
  | "malformed"
  /** Whatever else its provider says no to. */
  | "refused"
  | "aborted";
