import { visibleText } from "../../std/visible-text.ts";

/** A value of an input as whoever watches should see it: one line, not too long, whatever the model wrote. */
export function told(value: unknown): string {
  const text = visibleText((typeof value === "string" ? value : "?").slice(0, 4 * LONGEST).trim());
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text;
}

const LONGEST = 80;

/** The file or folder that an input names, as a list; the tree itself where it may leave that out. */
export const pathIn = ({ path }: { path?: unknown }): string[] => [typeof path === "string" ? path : "."];
