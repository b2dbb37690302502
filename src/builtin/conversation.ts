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
};

/** `manner` is how it works here, and the same for every plan. */
export function conversation(layers: readonly PromptLayer[], manner: string): Conversation {
  const textAt = (...levels: PromptLayer["level"][]): string =>
    layers
      .filter(({ level }) => levels.includes(level))
      .map(({ text }) => text.trim())
      .join("\n\n");
  const system = marked([`${textAt("role")}\n\n${manner}`, textAt("project", "bundle")], true);
  const given: readonly Marked[] = [
    ...marked([textAt("step")], true),
    ...marked([textAt("attempt"), textAt("instruction")], false),
  ];
  let turns: ModelTurn[] = [{ by: "user", parts: given }];
  let sizes: number[] = [sizeOf(given)];
  const add = (turn: ModelTurn, size: number): void => {
    turns = [...turns, turn];
    sizes.push(size);
  };
  return {
    system,
    get turns() {
      return turns;
    },
    said(said) {
      add({ by: "model", said }, Buffer.byteLength(JSON.stringify(said.parts)));
    },
    results(results) {
      add(
        { by: "tools", results },
        results.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
      );
    },
    tell(text) {
      add({ by: "user", parts: [{ text, mark: false }] }, Buffer.byteLength(text));
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
  };
}

const SO_FAR =
  "# So far\n\nYou have worked on this already, and what was said then is summed up here. What you did is in your folder; go on from there.";

/** Each with the empty line that ends it, so that none runs into the next. */
const marked = (texts: readonly string[], mark: boolean): Marked[] =>
  texts.filter((text) => text.trim() !== "").map((text) => ({ text: `${text.trim()}\n\n`, mark }));

const sizeOf = (parts: readonly Marked[]): number => parts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
