import stringWidth from "string-width";

/**
 * How many terminal columns a text takes: wide characters and emoji two, combining marks none.
 * Tabs and control characters have no width of their own; replace them before you measure.
 *
 * Loading this file costs about 50 ms (emoji tables), so import it, directly or not, only when there is something to lay out.
 */
export function displayWidth(text: string): number {
  return stringWidth(text, { countAnsiEscapeCodes: true });
}
