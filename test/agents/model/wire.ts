import type { Account } from "./account.ts";
import type { Heard } from "./heard.ts";
import type { Said } from "./reply.ts";

/** One format in which agents talk to models. */
export type Wire = {
  name: string;
  isAt(path: string): boolean;
  hear(body: unknown, path: string): Heard;
  /** Who says what is worth keeping. */
  caches: "marks" | "itself";
  /** The answer in one piece, and as the events of a stream. */
  whole(answer: Answer): unknown;
  events(answer: Answer): string[];
  /** What it says about a request that is longer than the model can take in. */
  overflow(tokens: number, window: number): unknown;
  /** Why it does not take a request that others would take. */
  objection?(body: unknown): string | null;
};

/** `body` is what was asked: some tell more only if they are asked to. */
export type Answer = { said: Said; model: string; account: Account; id: string; body: unknown };

/** An event of a stream, with its name where the format has names. */
export const event = (data: unknown, name: string | null = null): string =>
  `${name === null ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;

/** A text as a model sends it: in pieces. */
export const pieces = (text: string): string[] => text.match(/[\s\S]{1,24}/gu) ?? [];
