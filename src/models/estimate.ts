/** Guesses tokens from bytes, and guesses better with everything that is reported. */
export type Estimator = {
  /** So many bytes were counted as so many tokens. */
  learn(bytes: number, tokens: number): void;
  tokensOf(bytes: number): number;
};

export function estimator(): Estimator {
  let perByte = 1 / BYTES_PER_TOKEN;
  return {
    learn(bytes, tokens) {
      if (bytes < LEAST_BYTES || !(tokens > 0)) return;
      perByte = clamp(tokens / bytes, 1 / MOST_BYTES, 1 / FEWEST_BYTES);
    },
    tokensOf: (bytes) => Math.ceil(bytes * perByte),
  };
}

const BYTES_PER_TOKEN = 4;
/** A short text says little about the next one. */
const LEAST_BYTES = 400;
/** What any tokenizer does with text and code. Beyond that a report is wrong, or counts something else. */
const FEWEST_BYTES = 1;
const MOST_BYTES = 16;

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
