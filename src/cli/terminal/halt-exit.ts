import type { Standing } from "../../app/hosting/go-on.ts";
import { exitCodes } from "./exit-codes.ts";

/** The exit status for where a run stands. Of several questions the most specific one decides. */
export function exitCodeOf({ halt, open }: Pick<Standing, "halt" | "open">): number {
  switch (halt) {
    case "done":
      return exitCodes.ok;
    case "failed":
    case "cancelled":
      return exitCodes.failed;
    case "stopped":
      return exitCodes.interrupted;
    case "paused":
    case "waiting":
      return exitCodeOfQuestions(open);
  }
}

function exitCodeOfQuestions(open: Standing["open"]): number {
  if (open.some(({ over }) => over === "tampered" || over === "protected-area")) return exitCodes.tampered;
  if (open.some(({ kind }) => kind === "budget")) return exitCodes.budget;
  if (open.some(({ over }) => over === "unverified")) return exitCodes.unverified;
  return exitCodes.needsPerson;
}
