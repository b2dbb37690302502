import type { Onlooker, RunEvent } from "../../app/hosting/go-on.ts";
import { clock } from "../../std/time-words.ts";
import { visibleText } from "../../std/visible-text.ts";
import { eventWords, type ShownRun } from "../../telling/event-words.ts";
import { cut, wrapped } from "./fit.ts";
import { liveList } from "./live-list.ts";
import { liveRegion } from "./live-region.ts";
import { type Paint, painter } from "./paint.ts";
import { printableJson } from "./printable-json.ts";
import { printedTail } from "./printed-tail.ts";
import { hear, newView, see } from "./run-view.ts";
import { terminalSize } from "./terminal-size.ts";

/** How a command shows things. */
export type Manner = { isJson: boolean; color: boolean };

/**
 * Shows a run as it goes. While it rests nothing is left of what moves, and the next event or line wakes it. Once settled
 * it moves no more, and may be killed at any moment.
 */
export type RunDisplay = Onlooker & { rest(): void; settle(): void };

/**
 * A list that changes in place where somebody watches, one line per event where nobody does, and with `isJson` the events
 * themselves. `known` are the events that are not told again; `hint` ends the last line of the list.
 */
export function runDisplay(
  run: ShownRun,
  known: readonly RunEvent[],
  { isJson, color }: Manner,
  hint: string,
): RunDisplay {
  if (isJson) return jsonDisplay();
  return process.stdout.isTTY ? liveDisplay(run, known, painter(color), hint) : lineDisplay(run);
}

function jsonDisplay(): RunDisplay {
  return {
    event: (event) => void process.stdout.write(`${printableJson({ version: 1, ...event }, 0)}\n`),
    doing() {},
    // Not of the journal, so it has no number.
    tool: ({ step, attempt, leg }, tool) =>
      void process.stdout.write(`${printableJson({ version: 1, ...tool, step, attempt, leg }, 0)}\n`),
    output() {},
    line: toldBeside,
    rest() {},
    settle() {},
  };
}

function lineDisplay(known: ShownRun): RunDisplay {
  let run = known;
  return {
    event(event) {
      process.stdout.write(eventLine(event, run));
      run = after(run, event);
    },
    doing() {},
    tool() {},
    output() {},
    line: toldBeside,
    rest() {},
    settle() {},
  };
}

/** The plan may be another one from an event on; the event itself still speaks of the one before. */
const after = (run: ShownRun, event: RunEvent): ShownRun =>
  event.type === "revised" ? { ...run, plan: event.revision.plan } : run;

/** One event on one line, for a file or a pipe. */
const eventLine = (event: RunEvent, run: ShownRun): string => `${clock(event.at)} ${eventWords(event, run).text}\n`;

const toldBeside = (told: string): void => void process.stderr.write(`${visibleText(told)}\n`);

function liveDisplay(begun: ShownRun, known: readonly RunEvent[], paint: Paint, hint: string): RunDisplay {
  const { stdout } = process;
  const view = newView();
  let run = begun;
  for (const event of known) see(view, event);
  const region = liveRegion(stdout);
  let printing = { name: "", add: printedTail() };
  let timer: NodeJS.Timeout | null = null;
  let isSettled = false;

  /** A few lines at most, below each other. */
  const hanging = (text: string): string => {
    const width = Math.max(20, terminalSize(stdout).width - 3);
    return wrapped(cut(text, 3 * width), width).join("\n  ");
  };
  const draw = (): void => {
    const { width, height } = terminalSize(stdout);
    const size = { width: Math.max(20, width - 1), height: Math.max(3, height - 1) };
    region.draw(liveList(run, view, { size, now: Date.now(), paint, hint }));
  };
  const wake = (): void => {
    if (isSettled) return;
    draw();
    if (timer !== null) return;
    // Often enough for a clock of seconds and for what an agent prints.
    timer = setInterval(draw, TICK).unref();
    stdout.on("resize", draw);
  };
  const rest = (): void => {
    if (timer !== null) clearInterval(timer);
    timer = null;
    stdout.removeListener("resize", draw);
    region.clear();
  };
  return {
    event(event) {
      see(view, event);
      const { sign, tone, text, isLasting } = eventWords(event, run);
      run = after(run, event);
      if (isLasting) region.print(`${paint(tone, sign)} ${hanging(text)}\n`);
      if (event.type === "released") return;
      wake();
    },
    doing(key, told) {
      hear(view, key, told);
    },
    tool(key, { told, state }) {
      if (state !== "done") hear(view, key, `${told}${state === "begun" ? "" : `: ${state}`}`);
    },
    output(key, bytes) {
      const name = `${key.step} ${key.attempt} ${key.leg}`;
      if (printing.name !== name) printing = { name, add: printedTail() };
      hear(view, key, printing.add(bytes));
    },
    line(told) {
      region.print(`  ${paint("dim", hanging(visibleText(told)))}\n`);
      // Whoever begins to look on in the middle of an attempt would see nothing before it ends.
      wake();
    },
    rest,
    settle() {
      isSettled = true;
      rest();
    },
  };
}

const TICK = 250;
