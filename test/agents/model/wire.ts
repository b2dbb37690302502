import type { Heard } from "./heard.ts";
import type { Said } from "./reply.ts";

/** One format in which agents talk to models. */
export type Wire = {
  name: string;
  isAt(path: string): boolean;
  hear(body: unknown, path: string): Heard;
  /** The answer in one piece, and as the events of a stream. */
  whole(answer: Answer): unknown;
  events(answer: Answer): string;
};

export type Answer = { said: Said; model: string; tokens: Tokens; id: string };

export type Tokens = { input: number; output: number };

/** An event of a stream, with its name where the format has names. */
export const event = (data: unknown, name: string | null = null): string =>
  `${name === null ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;

/** A text as a model sends it: in pieces. */
export const pieces = (text: string): string[] => text.match(/[\s\S]{1,24}/gu) ?? [];
