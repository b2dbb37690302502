import { randomUUID } from "node:crypto";
import type { Runs } from "../ports/store.ts";
import type { Run, RunId, RunSummary } from "../record/run.ts";
import type { RunFact } from "../record/run-event.ts";
import { type StoredRun, upcastRun } from "../record/upcast.ts";
import { append, wasKept } from "./append.ts";
import type { Database, Queries } from "./database.ts";
import { stepCosts } from "./step-costs.ts";
import { StoreError } from "./store-error.ts";
import { withoutNul } from "./without-nul.ts";

export const runsOn = (database: Database): Runs => ({
  create: (run, facts) => create(database, run, facts),
  async get(id) {
    const [row] = await database.once<{ run: StoredRun }>("select run from planwright.runs where id = $1", [id]);
    return row ? upcastRun(row.run) : null;
  },
  async list({ repository = null, isOver = null }) {
    const rows = await database.once<SummaryRow>(SUMMARIES, [repository, isOver]);
    return rows.map(({ createdAt, updatedAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    }));
  },
  costs: (repository) => stepCosts(database, repository),
  forget: (id) => forget(database, id),
});

type SummaryRow = Omit<RunSummary, "createdAt" | "updatedAt"> & { createdAt: Date; updatedAt: Date };

const SUMMARIES = `
  select id, plan_id as "planId", title, repository, top, common_dir as "commonDir", branch, status, is_paused as "isPaused", steps,
    cardinality(done) as done,
    (select count(*) from planwright.questions where run = runs.id and is_open and not is_over)::integer as open,
    host, created_at as "createdAt", updated_at as "updatedAt"
  from planwright.runs
  where ($1::text is null or repository = $1) and ($2::boolean is null or is_over = $2)
  order by created_at desc, id
`;

async function create(database: Database, run: Run, facts: readonly RunFact[]): Promise<void> {
  const entry = randomUUID();
  await database.together(async (queries, isAgain) => {
    if (isAgain && (await wasKept(queries, run.id, entry))) return;
    const { id, plan, repository, branch } = run;
    // The run itself is kept as it is.
    const isNew = await insert(queries, [
      ...[id, withoutNul(plan.id), withoutNul(plan.title), repository.id, repository.top, repository.commonDir],
      ...[branch, JSON.stringify(run), plan.steps.length],
      plan.steps.filter(({ status }) => status === "done").map((step) => step.id),
    ]);
    if (!isNew) throw await existing(queries, run);
    await append(queries, id, { facts, entry, effect: null });
  });
}

/** A branch has one run at a time: an index holds that, also between two who create one in the same moment. */
async function insert(queries: Queries, values: readonly unknown[]): Promise<boolean> {
  const rows = await queries.query(
    `insert into planwright.runs (id, plan_id, title, repository, top, common_dir, branch, run, steps, done, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'approved')
     on conflict do nothing returning id`,
    values,
  );
  return rows.length > 0;
}

async function existing(queries: Queries, { id, repository, branch }: Run): Promise<StoreError> {
  const [other] = await queries.query<{ id: RunId }>(
    "select id from planwright.runs where id = $1 or (repository = $2 and branch = $3 and not is_over)",
    [id, repository.id, branch],
  );
  return new StoreError(
    "run-exists",
    `${other?.id ?? "another run"} is under way on ${branch}; resume it, or cancel it first`,
  );
}

async function forget(database: Database, id: RunId): Promise<void> {
  await database.together(async (queries) => {
    const [row] = await queries.query<{ isOver: boolean }>(
      `select is_over as "isOver" from planwright.runs where id = $1 for update`,
      [id],
    );
    if (row && !row.isOver) {
      throw new StoreError("not-over", `${id} is not over; cancel it before it is forgotten`);
    }
    await queries.query(
      `delete from planwright.messages using planwright.runs
       where runs.id = $1 and messages.repository = runs.repository and starts_with(key, $1 || '/')`,
      [id],
    );
    await queries.query("delete from planwright.runs where id = $1", [id]);
  });
}
