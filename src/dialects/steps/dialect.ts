import type { Dialect, FileSet } from "../../ports/dialect.ts";
import { readFrontmatter } from "../frontmatter.ts";
import { editSteps } from "./edit.ts";
import { parseSteps } from "./parse.ts";

/** Seed 001: one Markdown file, a numbered heading per step. */
export const steps: Dialect = { id: "steps", detect, parse: parseSteps, edit: editSteps };

function detect({ files }: FileSet): boolean {
  const [file, ...others] = files;
  if (!file || others.length > 0) return false;
  return readFrontmatter(file).fields.some(
    ({ name, value }) => name === "type" && value.type === "text" && value.text.value === "plan",
  );
}
