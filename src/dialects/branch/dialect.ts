import type { Dialect } from "../../ports/dialect.ts";
import { checkedEdit } from "../reading/checked-edit.ts";
import { checkedPrint } from "../writing/checked-print.ts";
import { editBranch } from "./edit.ts";
import { parseBranch } from "./parse.ts";
import { fitBranch, writeBranch } from "./print.ts";
import { nameOf } from "./task-file.ts";

/** A folder with an overview and one file per task. */
export const branch: Dialect = {
  id: "branch",
  form: "folder",
  detect: ({ files }) => files.some((file) => nameOf(file) === "overview.md"),
  parse: parseBranch,
  edit: checkedEdit(parseBranch, editBranch),
  print: checkedPrint({ id: "branch", prepare: fitBranch, write: writeBranch, parse: parseBranch }),
};
