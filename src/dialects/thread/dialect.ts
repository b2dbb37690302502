import type { Dialect, FileSet } from "../../ports/dialect.ts";
import { checkedEdit } from "../reading/checked-edit.ts";
import { saysTypePlan } from "../steps/dialect.ts";
import { checkedPrint } from "../writing/checked-print.ts";
import { editThread } from "./edit.ts";
import { placeIn } from "./folder.ts";
import { parseThread } from "./parse.ts";
import { fitThread, writeThread } from "./print.ts";

/** A folder with `plan.md`, which tells the story, and one file in `tasks/` for each task. */
export const thread: Dialect = {
  id: "thread",
  form: "folder",
  detect,
  parse: parseThread,
  edit: checkedEdit(parseThread, editThread),
  print: checkedPrint({ id: "thread", prepare: fitThread, write: writeThread, parse: parseThread }),
};

function detect({ root, files }: FileSet): boolean {
  const places = files.map((file) => ({ file, place: placeIn(root, file) }));
  if (places.some(({ file, place }) => place === "overview.md" || (place === "plan.md" && saysTypePlan(file))))
    return false;
  return places.some(({ place }) => place === "plan.md" || place.startsWith("tasks/"));
}
