import type { SourceFile } from "../../diagnostics/span.ts";
import type { Dialect, FileSet } from "../../ports/dialect.ts";
import { nearest } from "../../std/nearest.ts";
import { checkedEdit } from "../reading/checked-edit.ts";
import { type Frontmatter, readFrontmatter } from "../reading/frontmatter.ts";
import { parseMarkdown } from "../reading/markdown.ts";
import { isOneSlip } from "../reading/one-slip.ts";
import { checkedPrint } from "../writing/checked-print.ts";
import { editSteps } from "./edit.ts";
import { outlineOf } from "./outline.ts";
import { parseSteps } from "./parse.ts";
import { fitSteps, writeSteps } from "./print.ts";

/** One Markdown file, a numbered heading per step. */
export const steps: Dialect = {
  id: "steps",
  form: "file",
  detect,
  parse: parseSteps,
  edit: checkedEdit(parseSteps, editSteps),
  print: checkedPrint({ id: "steps", prepare: fitSteps, write: writeSteps, parse: parseSteps }),
};

function detect({ files }: FileSet): boolean {
  const [file, ...others] = files;
  return file !== undefined && others.length === 0 && saysTypePlan(file);
}

/** Whether a file calls itself a whole plan. */
export const saysTypePlan = (file: SourceFile): boolean => typeOf(readFrontmatter(file)) === "plan";

/** A file that was meant as a plan, whatever is wrong with it: a `Steps` heading, or frontmatter that almost says so. */
export function resemblesSteps({ files }: FileSet): boolean {
  const [file, ...others] = files;
  if (!file || others.length > 0 || !file.path.endsWith(".md")) return false;
  const front = readFrontmatter(file);
  if (front.isBroken || nearest(typeOf(front), ["plan"]) !== null) return true;
  return outlineOf(file, parseMarkdown(file, front.bodyFrom)).stepsHeading !== null;
}

function typeOf({ fields }: Frontmatter): string {
  const field = fields.find(({ name }) => name === "type") ?? fields.find(({ name }) => isOneSlip(name, "type"));
  return field?.value.type === "text" ? field.value.text.value : "";
}
