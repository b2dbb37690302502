import type { Model, ModelAnswer, ModelFacts, ModelRequest, ToolCall } from "../ports/model.ts";

export type Answering = (request: ModelRequest, number: number) => ModelAnswer;

/** A model that answers as a test says, bills a token for every few bytes, and keeps what it was asked. */
export function aModel(
  answer: Answering,
  facts: Partial<ModelFacts> = {},
  bytesPerToken = 4,
): Model & { asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    asked,
    ref: "test/model",
    facts: { window: 100_000, mostOutput: 8_000, takesTemperature: true, price: null, ...facts },
    async ask(request, see, signal) {
      asked.push(request);
      if (signal.aborted) return { ok: false, failure: "aborted", why: "stopped" };
      const given = answer(request, asked.length);
      if (given.ok) {
        const usage = { model: "test/model", cachedRead: 0, cachedWrite: 0, source: "wire" } as const;
        const [input, output] = [textOf(request), JSON.stringify(given.said)].map((text) =>
          Math.ceil(text.length / bytesPerToken),
        );
        see({ type: "spent", usage: { ...usage, input: input ?? 0, output: output ?? 0 }, warnings: [] });
      }
      return given;
    },
  };
}

export const saying = (text: string): ModelAnswer => ({
  ...{ ok: true, text, calls: [], finish: "stop" },
  said: { parts: [text] },
});

export function calling(...calls: [name: string, input: unknown][]): ModelAnswer {
  const made = calls.map(
    ([name, input], index): ToolCall => ({
      id: `call-${index}`,
      name,
      input: typeof input === "string" ? input : JSON.stringify(input),
    }),
  );
  return { ok: true, text: "", calls: made, finish: "calls", said: { parts: made } };
}

/** Everything that a request says, in its order. */
export const textOf = ({ system, turns }: ModelRequest): string =>
  [...system.map(({ text }) => text), ...turns.map((turn) => JSON.stringify(turn))].join("");
