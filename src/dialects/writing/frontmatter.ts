import { stringify } from "yaml";
import type { Entries } from "./written.ts";

/** The YAML block a file opens with; nothing at all when there are no fields. */
export function frontmatterText(fields: Entries): string {
  if (Object.keys(fields).length === 0) return "";
  return `---\n${stringify(fields, { lineWidth: 0, aliasDuplicateObjects: false })}---\n\n`;
}
