import type { Dialect, FileSet } from "../../ports/dialect.ts";
import { checkedEdit } from "../reading/checked-edit.ts";
import { readFrontmatter } from "../reading/frontmatter.ts";
import { checkedPrint } from "../writing/checked-print.ts";
import { editJson } from "./edit.ts";
import { findPlan } from "./find-plan.ts";
import { parseJson } from "./parse.ts";
import { fitJson, writeJson } from "./print.ts";

/** One object with a goal and steps, as an agent replies with it. */
export const json: Dialect = {
  id: "json",
  form: "file",
  detect,
  parse: parseJson,
  edit: checkedEdit(parseJson, editJson),
  print: checkedPrint({ id: "json", prepare: fitJson, write: writeJson, parse: parseJson }),
};

/** One file with something in it that has a goal or steps. Frontmatter says that a file is something else. */
function detect({ files }: FileSet): boolean {
  const [file, ...others] = files;
  if (!file || others.length > 0) return false;
  return (file.path.endsWith(".json") || !hasFrontmatter(file)) && findPlan(file) !== null;
}

function hasFrontmatter(file: FileSet["files"][number]): boolean {
  const { insertAt, isBroken } = readFrontmatter(file);
  return insertAt !== null || isBroken;
}
