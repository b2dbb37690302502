import type { PromptLayer } from "../ports/agent.ts";
import type { Marked, ModelTurn, SaidByModel, ToolResult } from "../ports/model.ts";

/**
 * What a model has been told and has said. It only grows, so that each request begins with the bytes of the one before;
 * the one exception is `beginAgain`, which keeps what the agent was given word for word.
 */
export type Conversation = {
  readonly system: readonly Marked[];
  readonly turns: readonly ModelTurn[];
  said(said: SaidByModel): void;
  results(results: readonly ToolResult[]): void;
  tell(text: string): void;
  /** Forgets what the model said last, and all that followed. False when it has said nothing. */
  forgetNewest(): boolean;
  /** Everything since the beginning gives way to a summary. */
  beginAgain(summary: string): void;
  /** How long it is by now. */
  bytes(): number;
  /** All of it, to go on from there. */
  spoken(): Spoken;
};

/** A conversation as it stands; `given` is what the agent was told in it and must not lose. */
export type Spoken = { system: readonly Marked[]; given: readonly Marked[]; turns: readonly ModelTurn[] };

/** What was said before, and those layers of the new turn that were not told then. */
export type Before = { spoken: Spoken; fresh: readonly PromptLayer[] };

/** `manner` is how it works here, and the same for every plan. */
export function conversation(
  layers: readonly PromptLayer[],
  manner: string,
  before: Before | null = null,
): Conversation {
  const begun = before === null ? beginning(layers, manner) : continued(before, layers, manner);
  const { system, given } = begun;
  let { turns } = begun;
  let sizes: number[] = turns.map(sizeOfTurn);
  const add = (turn: ModelTurn): void => {
    turns = [...turns, turn];
    sizes.push(sizeOfTurn(turn));
  };
  return {
    system,
    get turns() {
      return turns;
    },
    said(said) {
      add({ by: "model", said });
    },
    results(results) {
      add({ by: "tools", results });
    },
    tell(text) {
      add({ by: "user", parts: [{ text, mark: false }] });
    },
    forgetNewest() {
      const last = turns.findLastIndex(({ by }) => by === "model");
      if (last < 0) return false;
      turns = turns.slice(0, last);
      sizes = sizes.slice(0, last);
      return true;
    },
    beginAgain(summary) {
      const parts = [...given, { text: `${SO_FAR}\n\n${summary.trim()}`, mark: false }];
      turns = [{ by: "user", parts }];
      sizes = [sizeOf(parts)];
    },
    bytes: () => sizes.reduce((sum, size) => sum + size, sizeOf(system)),
    spoken: () => ({ system, given, turns }),
  };
}

function beginning(layers: readonly PromptLayer[], manner: string): Spoken {
  const given: readonly Marked[] = [
    ...marked([textAt(layers, "step")], true),
    ...marked([textAt(layers, "attempt"), textAt(layers, "instruction")], false),
  ];
  return { system: systemOf(layers, manner), given, turns: [{ by: "user", parts: given }] };
}

/** What stands before the conversation stays as it is, unless the new turn says it otherwise. */
function continued({ spoken, fresh }: Before, layers: readonly PromptLayer[], manner: string): Spoken {
  const isSaid = layers.some(({ level }) => IN_SYSTEM.includes(level));
  const parts = marked([textAt(fresh, "step"), textAt(fresh, "attempt"), textAt(fresh, "instruction")], false);
  return {
    system: isSaid ? systemOf(layers, manner) : spoken.system,
    given: [...spoken.given, ...parts],
    turns: [...spoken.turns, { by: "user", parts }],
  };
}

const systemOf = (layers: readonly PromptLayer[], manner: string): Marked[] =>
  marked([`${textAt(layers, "role")}\n\n${manner}`, textAt(layers, "project", "bundle")], true);

const IN_SYSTEM: readonly PromptLayer["level"][] = ["role", "project", "bundle"];

const textAt = (layers: readonly PromptLayer[], ...levels: PromptLayer["level"][]): string =>
  layers
    .filter(({ level }) => levels.includes(level))
    .map(({ text }) => text.trim())
    .join("\n\n");

function sizeOfTurn(turn: ModelTurn): number {
  switch (turn.by) {
    case "user":
      return sizeOf(turn.parts);
    case "model":
      return Buffer.byteLength(JSON.stringify(turn.said.parts));
    case "tools":
      return turn.results.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  }
}

const SO_FAR =
  "# So far\n\nYou have worked on this already, and what was said then is summed up here. What you did is in your folder; go on from there.";

/** Each with the empty line that ends it, so that none runs into the next. */
const marked = (texts: readonly string[], mark: boolean): Marked[] =>
  texts.filter((text) => text.trim() !== "").map((text) => ({ text: `${text.trim()}\n\n`, mark }));

const sizeOf = (parts: readonly Marked[]): number => parts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
