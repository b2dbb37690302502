import { formatDuration } from "../plan/duration.ts";
import type { Contract } from "../plan/model.ts";
import { findCulprit } from "../shell/culprit.ts";
import { foregone } from "../shell/foregone.ts";
import { quoted } from "../shell/quoted.ts";
import { unreachable } from "../std/unreachable.ts";
import {
  commandChange,
  differInComments,
  ONLY_COMMENTS,
  type ReadContract,
  readContract,
  sameCommand,
} from "./command-change.ts";
import { gravest, type Shift } from "./shift.ts";
import { stdoutChange } from "./stdout-change.ts";

/**
 * What became of a contract. `strengthened` and `same` are proven: whatever passes the later one would have passed the
 * earlier one. What is neither proven nor plainly weaker is `changed`. The reason goes on after "its contract".
 */
export function contractChange(before: Contract | undefined, after: Contract | undefined): Shift {
  if (before === undefined) return after === undefined ? SAME : { way: "strengthened", why: "is new" };
  if (after === undefined) return { way: "weakened", why: "is removed" };
  return gravest([...demandShifts(before, after), kindShift(before, after), timeoutShift(before, after)]);
}

const SAME: Shift = { way: "same", why: "is the same" };

/** What the command has to do: end with a status and, perhaps, print something. */
function demandShifts(before: Contract, after: Contract): Shift[] {
  const isOther = !sameCommand(before.command, after.command);
  const isAskedAlike = before.exitCode === after.exitCode && sameTest(before, after);
  if (!isOther && isAskedAlike) return [SAME];
  const [earlier, later] = [readContract(before), readContract(after)];
  if (isAskedAlike && differInComments(earlier, later)) return [ONLY_COMMENTS];
  const [then, now] = [endOf(earlier), endOf(later)];
  const exit = exitShift(before, after);
  if (now === "passes" && then !== "passes") return [{ way: "weakened", why: whyItPasses(later) }, exit];
  if (now === "passes") return [{ way: "changed", why: "cannot fail, and could not before" }, exit];
  if (now === "fails") return [{ way: "changed", why: "cannot pass, whatever the work" }, exit];
  if (then === "passes") return [{ way: "strengthened", why: "can fail now" }, exit];
  if (then === "fails") return [{ way: "changed", why: "can pass now, which it could not before" }, exit];
  return [exit, isOther ? commandChange(earlier, later) : SAME, stdoutChange(before.stdout, after.stdout)];
}

const sameTest = (before: Contract, after: Contract): boolean =>
  stdoutChange(before.stdout, after.stdout).way === "same";

/** How a contract is bound to end, as far as reading it can tell. */
function endOf({ script, ...contract }: ReadContract): "passes" | "fails" | "open" {
  if (script.faults.length > 0) return "open";
  return foregone(script, contract)?.verdict ?? "open";
}

function whyItPasses({ command, exitCode, stdout, script }: ReadContract): string {
  if (script.syntax.commands.length === 0) return "has no command any more, so it cannot fail";
  const { start, end, role } = findCulprit(command, script);
  const words = quoted(command.slice(start, end));
  const fact = "can no longer fail";
  if (exitCode !== 0) return `${fact}: ${words} always exits with the expected ${exitCode}`;
  if (stdout !== undefined) return `${fact}: ${words} prints what it looks for by itself`;
  switch (role) {
    case "swallows":
      return `${fact}: ${words} swallows it`;
    case "ends":
      return `${fact}: it ends with ${words}, which always succeeds`;
    case "detaches":
      return `${fact}: ${words} is not waited for`;
    case "is":
      return `${fact}: ${words} always succeeds`;
    default:
      return unreachable(role);
  }
}

function exitShift({ exitCode: before }: Contract, { exitCode: after }: Contract): Shift {
  if (before === after) return SAME;
  return { way: before === 0 ? "weakened" : "changed", why: `expects exit status ${after} instead of ${before}` };
}

function kindShift({ kind: before }: Contract, { kind: after }: Contract): Shift {
  if (before === after) return SAME;
  if (before === undefined) return { way: "strengthened", why: `is now said to be one that \`${after}\`` };
  if (after === undefined) return { way: "weakened", why: `is no longer said to be one that \`${before}\`` };
  const why = `is now one that \`${after}\`, and no longer one that \`${before}\``;
  return { way: before === "proves" ? "weakened" : "changed", why };
}

function timeoutShift({ timeout: before }: Contract, { timeout: after }: Contract): Shift {
  if (before === after) return SAME;
  return { way: "changed", why: `may run ${spoken(after)} instead of ${spoken(before)}` };
}

const spoken = (seconds: number | undefined): string =>
  seconds === undefined ? "the plan's usual time" : formatDuration(seconds);
