import type { Dialect, FileSet } from "../../ports/dialect.ts";
import { readFrontmatter } from "../reading/frontmatter.ts";
import { parseMarkdown } from "../reading/markdown.ts";
import { editSteps } from "./edit.ts";
import { outlineOf } from "./outline.ts";
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

/** Frontmatter or a `Steps` heading: a file that was meant as a plan, whatever else is wrong with it. */
export function resemblesSteps({ files }: FileSet): boolean {
  const [file, ...others] = files;
  if (!file || others.length > 0 || !file.path.endsWith(".md")) return false;
  const front = readFrontmatter(file);
  if (front.insertAt !== null || front.diagnostics.length > 0) return true;
  const outline = outlineOf(file, parseMarkdown(file, front.bodyFrom));
  return outline.stepsHeading !== null;
}
