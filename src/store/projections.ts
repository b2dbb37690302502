import { doneAfter, isInNoList, type Listed, listedAfter } from "../record/listed.ts";
import type { Question } from "../record/question.ts";
import type { RunId } from "../record/run.ts";
import type { RunEvent, RunFact } from "../record/run-event.ts";
import { type StoredRun, upcastRun } from "../record/upcast.ts";
import type { Queries } from "./database.ts";

/**
 * Writes what lists show of events: the columns of their run, the questions of the inbox. Always in the transaction that
 * appends them, when the run is locked. What an event changes there, `record/listed.ts` says, and no SQL.
 */
export async function project(queries: Queries, run: RunId, events: readonly RunEvent[]): Promise<void> {
  const shown = events.filter((event) => !isInNoList(event));
  if (shown.length === 0) return;
  const before = await listedOf(queries, run);
  const { status, isPaused, open } = shown.reduce<Listed>(listedAfter, before);
  const done = shown.reduce(doneAfter, before.done);
  await queries.query("update planwright.runs set status = $2, is_paused = $3, done = $4 where id = $1", [
    ...[run, status, isPaused, done],
  ]);
  for (const event of shown) {
    if (event.type === "asked") await ask(queries, event);
    if (event.type === "answered") await answer(queries, event);
    if (event.type === "revised") await revise(queries, event);
  }
  if (open.size === 0 && before.open.size === 0 && !shown.some(({ type }) => type === "asked")) return;
  await queries.query(
    "update planwright.questions set is_open = id = any($2) where run = $1 and is_open <> (id = any($2))",
    [run, [...open.keys()]],
  );
}

/** How lists show a run that has no other events yet. */
async function listedOf(queries: Queries, run: RunId): Promise<Listed & { done: readonly string[] }> {
  const [row] = await queries.query<Omit<Listed, "open"> & { done: string[] }>(
    `select status, is_paused as "isPaused", done from planwright.runs where id = $1`,
    [run],
  );
  if (!row) throw new Error(`the row of ${run} is locked and not there`);
  const asked = await queries.query<{ question: Question }>(
    "select question from planwright.questions where run = $1 and is_open order by seq",
    [run],
  );
  return { ...row, open: new Map(asked.map(({ question }) => [question.id, question])) };
}

/** Whoever asks for the run gets the plan as it is now. */
async function revise(queries: Queries, { run, revision }: Of<"revised">): Promise<void> {
  const [row] = await queries.query<{ run: StoredRun }>("select run from planwright.runs where id = $1", [run]);
  if (!row) return;
  const { plan } = revision;
  await queries.query("update planwright.runs set run = $2, title = $3, steps = $4 where id = $1", [
    run,
    JSON.stringify({ ...upcastRun(row.run), ...revision }),
    plan.title,
    plan.steps.length,
  ]);
}

type Of<Type extends RunFact["type"]> = RunEvent & { type: Type };

/** Whoever answered that it can wait is asked the same again. */
async function ask(queries: Queries, { run, seq, at, step, question }: Of<"asked">): Promise<void> {
  await queries.query(
    `insert into planwright.questions (id, run, seq, step, is_critical, question, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set
       seq = excluded.seq, question = excluded.question, asked_at = excluded.asked_at, is_open = true, answered = null`,
    [question.id, run, seq, step, question.severity === "critical", JSON.stringify(question), at],
  );
}

async function answer(queries: Queries, { run, at, question, value, note, by }: Of<"answered">): Promise<void> {
  await queries.query("update planwright.questions set answered = $3 where run = $1 and id = $2", [
    run,
    question,
    JSON.stringify({ question, value, note, by, at }),
  ]);
}
