/** What a person can do next. Each surface has its own way to offer it: a command line, a button, a link. */
export type Order =
  | ("accept" | "answer" | "cancel" | "clean" | "convert" | "diff" | "do" | "doctor" | "inbox" | "init" | "log")
  | ("merge" | "open" | "pause" | "pr" | "reject" | "resume" | "retry" | "revise" | "run" | "show" | "skip" | "status")
  | ("undo" | "verify" | "watch")
  // The order that was refused, with something said besides.
  | "again";

/**
 * `with` is what the order is about, by name: the run, a step, and what else is said. An empty text is what the person has
 * yet to say, and `yes` is all there is to say. `why` says what it does, to be read after the order.
 */
export type Remedy = { do: Order; with: Readonly<Record<string, string>>; why: string };

/** A sentence, and what can be done about it. */
export type Advice = { message: string; remedies: readonly Remedy[] };

/** What only has to be known. */
export const advice = (line: string | Advice): Advice =>
  typeof line === "string" ? { message: line, remedies: [] } : line;

/** Why something cannot be done. The message names the thing; it holds no command of ours, those are the remedies. */
export type Refusal = Advice & { code: string };

/** A refusal on its way to the person: the author of an order, or the world around it, can put it right. */
export class Refused<Code extends string = string> extends Error implements Refusal {
  override readonly name: string = "Refused";
  readonly code: Code;
  readonly remedies: readonly Remedy[];

  constructor(
    code: Code,
    message: string,
    { remedies = [], ...options }: ErrorOptions & { remedies?: readonly Remedy[] } = {},
  ) {
    super(message, options);
    this.code = code;
    this.remedies = remedies;
  }
}

/** By its shape: what was thrown inside a workflow comes back as another object. Null for what is no refusal. */
export function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !("code" in error) || !("remedies" in error)) return null;
  const { message, code, remedies } = error;
  return typeof code === "string" && Array.isArray(remedies) ? { code, message, remedies } : null;
}

export const remedy = (order: Order, about: Remedy["with"], why: string): Remedy => ({ do: order, with: about, why });
