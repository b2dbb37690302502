import type { Exit } from "../../record/exit.ts";
import { unreachable } from "../../std/unreachable.ts";
import { type Ending, failed } from "./session.ts";

/** How a session ends whose program ended like this; null when the program ended well. `told` is what it said about it. */
export function endingOf(exit: Exit, who: string, told: string): Ending | null {
  const because = told === "" ? "" : `: ${told}`;
  switch (exit.kind) {
    case "exited":
      return exit.code === 0 ? null : failed(`${who} ended with status ${exit.code}${meaning(exit.code)}${because}`);
    case "signalled":
      return failed(`${who} was ended by ${exit.signal}${because}`);
    case "stopped":
      return stopped(exit.by, who);
    default:
      return unreachable(exit);
  }
}

/** As shells number them. */
function meaning(code: number): string {
  if (code === 126) return " (it cannot be run)";
  if (code === 127) return " (there is no such program where it runs)";
  return code === 137 ? " (killed)" : "";
}

function stopped(by: (Exit & { kind: "stopped" })["by"], who: string): Ending {
  switch (by) {
    case "caller":
      return { reason: "aborted", text: `${who} was stopped before it was finished`, question: null };
    case "seconds":
      return { reason: "timeout", text: `${who} was stopped: its time was up`, question: null };
    case "memory":
      return failed(`${who} was stopped: it needed more memory than it may have`);
    case "output":
      return failed(`${who} was stopped: it printed more than it may`);
    case "disk":
      return failed(`${who} was stopped: the disk was nearly full`);
    default:
      return unreachable(by);
  }
}
