import type { OpenedRun, Standing } from "../../app/go-on.ts";
import { version } from "../../app/version.ts";
import { askPerson } from "./ask-person.ts";
import { exitCodes } from "./exit-codes.ts";
import { exitCodeOf } from "./halt-exit.ts";
import { interruptible } from "./interruptible.ts";
import { painter } from "./paint.ts";
import { canAsk } from "./prompt.ts";
import { type Manner, type RunDisplay, runDisplay } from "./run-display.ts";
import { standingText } from "./standing-text.ts";

/**
 * Carries a run out on this terminal, and asks whoever sits here what it asks, until it is over, or nobody can answer, or
 * the person stops it. Closes the store. `waiting`: nothing can be done before the questions in it are answered.
 */
export async function carryOn(opened: OpenedRun, manner: Manner, waiting: Standing | null = null): Promise<number> {
  const { run, store } = opened;
  try {
    const known = await store.journal.read(run.id, 0);
    // A new run is told from its beginning, one that is taken up from there on.
    const told = known.some(({ type }) => type === "hosted") ? known : [];
    const display = runDisplay(run, told, manner, ", Ctrl-C stops");
    let standing: Standing = waiting ?? { halt: "stopped", open: [], seq: told.at(-1)?.seq ?? 0 };
    let mayGoOn = waiting === null ? true : await areAnswered(opened, waiting, manner);
    while (mayGoOn === true) {
      const now = await hosted(opened, display, standing.seq);
      if (now === "interrupted") return interrupted(opened);
      standing = now;
      mayGoOn = standing.halt === "waiting" && (await areAnswered(opened, standing, manner));
    }
    process.stderr.write(standingText(standing, run));
    return mayGoOn === "interrupted" ? exitCodes.interrupted : exitCodeOf(standing);
  } finally {
    await store.close();
  }
}

/** Lets the run go on until it halts. `interrupted` when the person stopped it before anything could be shown. */
async function hosted(opened: OpenedRun, display: RunDisplay, after: number): Promise<Standing | "interrupted"> {
  const { goOn } = await import("../../app/go-on.ts");
  try {
    return await interruptible((signal) => {
      signal.addEventListener("abort", () => {
        display.settle();
        process.stderr.write("stopping; once more, and it ends at once\n");
      });
      return goOn(opened, { version: version(), signal, onlooker: display, after });
    });
  } finally {
    display.rest();
  }
}

function interrupted({ run }: OpenedRun): number {
  process.stderr.write(standingText({ halt: "stopped", open: [], seq: 0 }, run));
  return exitCodes.interrupted;
}

/** Asks one question after the other. False as soon as one is left for later, or where nobody can be asked. */
async function areAnswered(
  opened: OpenedRun,
  { open, seq }: Standing,
  { isJson, color }: Manner,
): Promise<boolean | "interrupted"> {
  if (isJson || !canAsk() || open.length === 0) return false;
  return interruptible(async (signal) => {
    for (const question of open) {
      const isAnswered = await askPerson(opened, question, { paint: painter(color), signal, after: seq });
      signal.throwIfAborted();
      if (!isAnswered) return false;
    }
    return true;
  });
}
