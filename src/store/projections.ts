import type { RunId } from "../record/run.ts";
import type { RunEvent, RunFact } from "../record/run-event.ts";
import { type StoredRun, upcastRun } from "../record/upcast.ts";
import { unreachable } from "../std/unreachable.ts";
import type { Queries } from "./database.ts";

/**
 * Writes what lists show of an event: the columns of its run, the questions of the inbox. Always in the transaction that
 * appends the event, and by the same rules by which the engine folds events into the state of a run.
 */
export async function project(queries: Queries, event: RunEvent): Promise<void> {
  if (isInNoList(event)) return;
  const { run } = event;
  const change = (assignments: string, ...values: unknown[]) =>
    queries.query(`update planwright.runs set ${assignments} where id = $1`, [run, ...values]);
  switch (event.type) {
    case "opened":
      await change("status = 'in-progress'");
      return;
    case "asked":
      return ask(queries, event);
    case "answered":
      return answer(queries, event);
    case "step-accepted":
      await change(ONE_MORE_DONE, event.step);
      return;
    case "step-skipped":
      await change(ONE_MORE_DONE, event.step);
      return closeQuestions(queries, run, ABOUT_THE_BUDGET);
    case "skip-asked":
      return closeQuestions(queries, run, "step = $2", event.step);
    case "step-undone":
      await change(`${TAKEN_BACK}, done = array(select unnest(done) except select unnest($2::text[]))`, event.steps);
      return closeQuestions(queries, run, "step = any($2)", event.steps);
    case "step-retried":
      await change(REOPENED);
      return closeQuestions(queries, run, "step = $2", event.step);
    case "paused":
      await change("is_paused = true");
      return;
    case "resumed":
      // With a failed plan every unfinished step gets a fresh start, and what was asked about it is settled.
      await closeQuestions(queries, run, `step is not null and ${HAS_FAILED}`);
      await change(`is_paused = false, ${REOPENED}`);
      return;
    case "cancelled":
      await change("status = 'draft'");
      return closeQuestions(queries, run, "true");
    case "completed":
      await change("status = 'done'");
      return;
    case "failed":
      await change("status = 'failed'");
      return;
    case "revised":
      return revise(queries, event);
    default:
      return unreachable(event);
  }
}

/** Whether no list shows such an event: most of them only stand in the journal. */
export const isInNoList = <Fact extends RunFact>(fact: Fact): fact is Fact & { type: (typeof IN_NO_LIST)[number] } =>
  (IN_NO_LIST as readonly string[]).includes(fact.type);

const IN_NO_LIST = [
  "hosted",
  "released",
  "prepared",
  "attempt-started",
  "host-refused",
  "worker-ended",
  "attempt-passed",
  "attempt-failed",
  "attempt-held",
  "attempt-interrupted",
  "branch-followed",
  "planner-asked",
  "triaged",
  "reviewed",
  "proposal-refused",
  "expanded",
  "noted",
] as const satisfies readonly RunFact["type"][];

/** The steps that are done, with the one that a parameter of the statement names. */
export const withDone = (step: string): string => `array_append(array_remove(done, ${step}), ${step})`;

const ONE_MORE_DONE = `done = ${withDone("$2")}`;

/** Asked of the text: Postgres gives up on a document in which anybody has written a NUL. No quote in a text is bare. */
const ABOUT_THE_BUDGET = `step is null and question::text like '%"over":"budget"%'`;

const REOPENED = "status = case status when 'failed' then 'in-progress' else status end";

/** What is undone may have been a whole plan. */
const TAKEN_BACK = "status = case when status in ('failed', 'done') then 'in-progress' else status end";

const HAS_FAILED = "(select status from planwright.runs where id = $1) = 'failed'";

/** Whoever asks for the run gets the plan as it is now. */
async function revise(queries: Queries, { run, revision, commit }: Of<"revised">): Promise<void> {
  const [row] = await queries.query<{ run: StoredRun }>("select run from planwright.runs where id = $1", [run]);
  if (!row) return;
  const { plan } = revision;
  await queries.query("update planwright.runs set run = $2, title = $3, steps = $4 where id = $1", [
    run,
    JSON.stringify({ ...upcastRun(row.run), ...revision }),
    plan.title,
    plan.steps.length,
  ]);
  if (commit === null) return;
  await queries.query("update planwright.runs set status = 'in-progress' where id = $1", [run]);
  await closeQuestions(queries, run, "true");
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

async function answer(queries: Queries, event: Of<"answered">): Promise<void> {
  const { run, at, step, question, value, note, by } = event;
  await queries.query("update planwright.questions set is_open = false, answered = $3 where run = $1 and id = $2", [
    run,
    question,
    JSON.stringify({ question, value, note, by, at }),
  ]);
  const change = (assignment: string) => queries.query(`update planwright.runs set ${assignment} where id = $1`, [run]);
  if (value === "revise") await change("status = 'draft'");
  if (value === "stop") await change("is_paused = true");
  if (value === "abort" && step === null) await change("status = 'failed'");
}

async function closeQuestions(queries: Queries, run: RunId, which: string, ...values: unknown[]): Promise<void> {
  await queries.query(`update planwright.questions set is_open = false where run = $1 and is_open and ${which}`, [
    run,
    ...values,
  ]);
}
