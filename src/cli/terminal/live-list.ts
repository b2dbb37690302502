import { displayWidth } from "../../std/display-width.ts";
import { lasting } from "../../std/time-words.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { ShownRun } from "../../telling/event-words.ts";
import { cut } from "./fit.ts";
import type { Paint, Tone } from "./paint.ts";
import { type RunView, type StepView, viewOf } from "./run-view.ts";

/** Every line stays within `width` columns, and all of them within `height` lines. */
export type ListSize = { width: number; height: number };

/** The steps that are not finished, what happens to them, and a last line about the whole. */
export function liveList(
  run: ShownRun,
  view: RunView,
  { size, now, paint, hint }: { size: ListSize; now: number; paint: Paint; hint: string },
): string[] {
  const open = run.plan.steps.filter(({ id }) => viewOf(view, id).state !== "done");
  const spending = size.height < ROOM_FOR_SPENDING ? null : view.spending.text(run.plan.budget, now);
  const room = Math.max(1, size.height - (spending === null ? 2 : 3));
  // What happens now is seen, however many steps wait before it.
  const first = Math.max(
    0,
    Math.min(
      open.findIndex(({ id }) => isActive(viewOf(view, id))),
      open.length - room,
    ),
  );
  const shown = open.slice(first, first + room);
  const hidden = open.length - shown.length;
  const done = run.plan.steps.length - open.length;
  const since = view.began === null ? "" : `, ${lasting(now - view.began)}`;
  return [
    ...shown.map(({ id, number, title }) => stepLine(`${number}. ${title}`, viewOf(view, id), size.width, now, paint)),
    ...(hidden > 0 ? [paint("dim", cut(`  … and ${hidden} more`, size.width))] : []),
    ...(spending === null ? [] : [paint("dim", cut(`spent ${spending}`, size.width))]),
    paint("dim", cut(`${done} of ${run.plan.steps.length} steps done${since}${hint}`, size.width)),
  ];
}

/** On less than that, what happens now is more important. */
const ROOM_FOR_SPENDING = 5;

const isActive = ({ state }: StepView): boolean => state !== "pending" && state !== "done";

const MARKS: Record<StepView["state"], [string, Tone]> = {
  pending: ["·", "dim"],
  working: ["▸", "cyan"],
  judging: ["▸", "cyan"],
  passed: ["▸", "green"],
  failed: ["✗", "red"],
  waiting: ["?", "yellow"],
  done: ["✓", "green"],
};

function stepLine(title: string, step: StepView, width: number, now: number, paint: Paint): string {
  const [mark, tone] = MARKS[step.state];
  const name = cut(visibleText(title), Math.max(10, Math.floor(width * 0.4)));
  const attempt = step.attempt > 1 ? `attempt ${step.attempt}, ` : "";
  const elapsed = step.since === null ? "" : ` ${lasting(now - step.since)}`;
  const room = width - displayWidth(name) - elapsed.length - 4;
  const told = room < 8 ? "" : cut(visibleText(`${attempt}${step.told}`), room);
  const line = cut(`${name}${told === "" ? "" : `  ${told}`}${elapsed}`, width - 2);
  return `${paint(tone, mark)} ${step.state === "pending" ? paint("dim", line) : line}`;
}
