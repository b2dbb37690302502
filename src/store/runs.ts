import { randomUUID } from "node:crypto";
import type { Runs } from "../ports/store.ts";
import type { Run, RunId, RunSummary } from "../record/run.ts";
import type { RunFact } from "../record/run-event.ts";
import { append, wasKept } from "./append.ts";
import type { Database, Queries } from "./database.ts";
import { stepCosts } from "./step-costs.ts";
import { StoreError } from "./store-error.ts";
import { withoutNul } from "./without-nul.ts";

export const runsOn = (database: Database): Runs => ({
  create: (run, facts) => create(database, run, facts),
  async get(id) {
    const [row] = await database.once<{ run: Run }>("select run from planwright.runs where id = $1", [id]);
    // One that was kept before steps could have agents of their own says nothing about them.
    return row ? { ...row.run, agents: row.run.agents ?? {} } : null;
  },
  async list({ commonDir = null, isOver = null }) {
    const rows = await database.once<SummaryRow>(SUMMARIES, [commonDir, isOver]);
    return rows.map(({ createdAt, updatedAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    }));
  },
  costs: (commonDir) => stepCosts(database, commonDir),
  forget: (id) => forget(database, id),
});

type SummaryRow = Omit<RunSummary, "createdAt" | "updatedAt"> & { createdAt: Date; updatedAt: Date };

const SUMMARIES = `
  select id, plan_id as "planId", title, top, common_dir as "commonDir", branch, status, is_paused as "isPaused", steps,
    cardinality(done) as done,
    (select count(*) from planwright.questions where run = runs.id and is_open and not is_over)::integer as open,
    host, created_at as "createdAt", updated_at as "updatedAt"
  from planwright.runs
  where ($1::text is null or common_dir = $1) and ($2::boolean is null or is_over = $2)
  order by created_at desc, id
`;

async function create(database: Database, run: Run, facts: readonly RunFact[]): Promise<void> {
  const entry = randomUUID();
  await database.together(async (queries, isAgain) => {
    if (isAgain && (await wasKept(queries, run.id, entry))) return;
    const { id, plan, repository, branch } = run;
    // The run itself is kept as it is.
    const isNew = await insert(queries, [
      ...[id, withoutNul(plan.id), withoutNul(plan.title), repository.top, repository.commonDir, branch],
      ...[JSON.stringify(run), plan.steps.length],
      plan.steps.filter(({ status }) => status === "done").map((step) => step.id),
    ]);
    if (!isNew) throw await existing(queries, run);
    await append(queries, id, { facts, entry, effect: null });
  });
}

/** A branch has one run at a time: an index holds that, also between two who create one in the same moment. */
async function insert(queries: Queries, values: readonly unknown[]): Promise<boolean> {
  const rows = await queries.query(
    `insert into planwright.runs (id, plan_id, title, top, common_dir, branch, run, steps, done, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'approved')
     on conflict do nothing returning id`,
    values,
  );
  return rows.length > 0;
}

async function existing(queries: Queries, { id, repository, branch }: Run): Promise<StoreError> {
  const [other] = await queries.query<{ id: RunId }>(
    "select id from planwright.runs where id = $1 or (common_dir = $2 and branch = $3 and not is_over)",
    [id, repository.commonDir, branch],
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
       where runs.id = $1 and messages.common_dir = runs.common_dir and starts_with(key, $1 || '/')`,
      [id],
    );
    await queries.query("delete from planwright.runs where id = $1", [id]);
  });
}
