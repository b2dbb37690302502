import { styleText } from "node:util";
import type { Tone } from "../../telling/tone.ts";

export type { Tone };
export type Paint = (tone: Tone, text: string) => string;

/** Whether to color is the caller's decision, so the stream is not asked again. */
export const painter =
  (color: boolean): Paint =>
  (tone, text) =>
    color ? styleText(tone, text, { validateStream: false }) : text;
