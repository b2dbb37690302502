import type { OpenedRun, Standing } from "../../app/hosting/go-on.ts";
import type { Scene } from "../../app/opening/scene.ts";
import { version } from "../../app/opening/version.ts";
import { visibleText } from "../../std/visible-text.ts";
import { askPerson } from "./ask-person.ts";
import { exitCodes } from "./exit-codes.ts";
import { folded } from "./folded.ts";
import { exitCodeOf } from "./halt-exit.ts";
import { interruptible } from "./interruptible.ts";
import { painter } from "./paint.ts";
import { canAsk } from "./prompt.ts";
import { type Manner, type RunDisplay, runDisplay } from "./run-display.ts";
import { RunLeft } from "./run-left.ts";
import { standingText } from "./standing-text.ts";

/**
 * Carries a run out on this terminal, and asks whoever sits here what it asks, until it is over, or nobody can answer, or
 * the person stops it. `waiting`: nothing can be done before the questions in it are answered. Throws
 * `RunLeft` when something breaks.
 */
export async function carryOn(
  scene: Scene,
  opened: OpenedRun,
  manner: Manner,
  waiting: Standing | null = null,
): Promise<number> {
  try {
    return await carried(scene, opened, manner, waiting);
  } catch (error) {
    throw new RunLeft(await wayOn(opened), { cause: error });
  }
}

async function carried(scene: Scene, opened: OpenedRun, manner: Manner, waiting: Standing | null): Promise<number> {
  const { run, store } = opened;
  const known = await store.journal.read(run.id, 0);
  // A new run is told from its beginning, one that is taken up from there on.
  const told = known.some(({ type }) => type === "hosted") ? known : [];
  const display = runDisplay(run, told, manner, ", Ctrl-C stops");
  let standing: Standing = waiting ?? { ...STOPPED, seq: told.at(-1)?.seq ?? 0 };
  let mayGoOn = waiting === null ? true : await areAnswered(scene, opened, waiting, manner);
  while (mayGoOn === true) {
    const now = await hosted(scene, opened, display, standing.seq);
    if (now === "interrupted" || now === "elsewhere") return ended(opened, now);
    standing = now;
    mayGoOn = standing.halt === "waiting" && (await areAnswered(scene, opened, standing, manner));
  }
  process.stderr.write(folded(standingText(standing, run), process.stderr));
  return mayGoOn === "interrupted" ? exitCodes.interrupted : exitCodeOf(standing);
}

/** Lets the run go on until it halts. `interrupted` when the person stopped it before anything could be shown. */
async function hosted(
  scene: Scene,
  opened: OpenedRun,
  display: RunDisplay,
  after: number,
): Promise<Standing | "interrupted" | "elsewhere"> {
  const { goOnOrWatch } = await import("../../app/hosting/go-on-or-watch.ts");
  try {
    return await interruptible((signal) => {
      signal.addEventListener("abort", () => {
        display.settle();
        process.stderr.write("stopping; once more, and it ends at once\n");
      });
      return goOnOrWatch(scene, opened, { version: version(), signal, onlooker: display, after });
    });
  } finally {
    display.rest();
  }
}

function ended({ run }: OpenedRun, how: "interrupted" | "elsewhere"): number {
  const { id } = run.plan;
  const elsewhere = `${visibleText(`${id} continues in another process; \`planwright watch ${id}\` shows how it goes`)}\n`;
  process.stderr.write(folded(how === "elsewhere" ? elsewhere : standingText(STOPPED, run), process.stderr));
  return exitCodes.interrupted;
}

const STOPPED: Standing = { halt: "stopped", open: [], seq: 0, outcomes: [] };

/** Asks one question after the other. False as soon as one is left for later, or where nobody can be asked. */
async function areAnswered(
  scene: Scene,
  opened: OpenedRun,
  { open, seq }: Standing,
  { isJson, color }: Manner,
): Promise<boolean | "interrupted"> {
  if (isJson || !canAsk() || open.length === 0) return false;
  return interruptible(async (signal) => {
    for (const question of open) {
      const isAnswered = await askPerson(scene, opened, question, { paint: painter(color), signal, after: seq });
      signal.throwIfAborted();
      if (!isAnswered) return false;
    }
    return true;
  });
}

/** What a person can do about a run that broke off. When not even that can be known, it has stopped. */
async function wayOn(opened: OpenedRun): Promise<string> {
  const { standingNow } = await import("../../app/hosting/go-on.ts");
  return folded(standingText(await standingNow(opened).catch(() => STOPPED), opened.run), process.stderr);
}
