import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Command, Mount } from "../../ports/sandbox.ts";
import type { HandsSettings } from "./inside/messages.ts";

/**
 * What must be seen in the sandbox, read-only, for the hands to be started there: Node, and their program. They lie in a
 * folder of their own, because the tree may be the very checkout, or have the very package installed, that we run from.
 */
export function handsMounts(): Mount[] {
  return [{ from: process.execPath, to: NODE }, ...program().shown].map(({ from, to }) => ({
    show: realpathSync(from),
    at: `${PLACE}/${to}`,
    access: "read",
  }));
}

/** The line that starts them. Where nothing is held, nothing is mounted, and all of it is where it always is. */
export function handsCommand(settings: HandsSettings): Command {
  const { start, starts } = program();
  return {
    argv: [
      ...(["bash", "-c", START, "hands"] as const),
      // Preferably where it was installed, in case it needs what lies beside it.
      ...[realpathSync(process.execPath), `${PLACE}/${NODE}`],
      ...[`${PLACE}/${starts}`, realpathSync(start)],
      JSON.stringify(settings),
    ],
    cwd: settings.tree,
    // Nobody is there to turn a page or to type a password.
    env: { PAGER: "cat", GIT_PAGER: "cat", GIT_TERMINAL_PROMPT: "0", TERM: "dumb" },
    stdin: "open",
  };
}

const PLACE = "/run/planwright/hands";
const NODE = "node";

const START = `[ -x "$1" ] && node=$1 || node=$2
[ -e "$3" ] && program=$3 || program=$4
exec "$node" "$program" "$5"`;

/** `start` is the file to start, `starts` its name in our folder; `shown` is all that it consists of. */
type HandsProgram = { start: string; starts: string; shown: { from: string; to: string }[] };

/** The built package has it in one file; a checkout has it as it was written. */
function program(): HandsProgram {
  const built = join(import.meta.dirname, "..", "hands.mjs");
  if (existsSync(built)) return { start: built, starts: "hands.mjs", shown: [{ from: built, to: "hands.mjs" }] };
  const root = join(import.meta.dirname, "../../..");
  const parts = ["package.json", "src/std", INSIDE];
  const starts = `${INSIDE}/main.ts`;
  return { start: join(root, starts), starts, shown: parts.map((to) => ({ from: join(root, to), to })) };
}

const INSIDE = "src/builtin/hands/inside";
