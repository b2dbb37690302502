import { setTimeout as sleep } from "node:timers/promises";
import { DBOS } from "@dbos-inc/dbos-sdk";
import type { Halt } from "../record/run-event.ts";
import { baseCheckIsOver } from "./proof/base-check.ts";
import { enterWorld, type RunWorld } from "./state/run-world.ts";
import { closeAsked } from "./work/close-asked.ts";
import { workPlaceIsFree } from "./work/work-place.ts";
import { planWorkflow } from "./workflows.ts";

/**
 * Carries a run out in this process until nothing can be done without a person, or the run is over. What another process
 * had begun when it died goes on where it was.
 */
export async function carryOut(world: RunWorld): Promise<Halt> {
  const leave = enterWorld(world);
  try {
    await closeAsked(world);
    await launch(world);
    try {
      // Left alone, the engine would wait for its database for ever.
      return await Promise.race([world.lost, haltOf(world)]);
    } finally {
      await Promise.all([baseCheckIsOver(world), workPlaceIsFree(world.step)]);
      // Nobody else ever looks into this queue.
      await Promise.race([world.lost, DBOS.deleteQueue(world.lease.host)]).catch(() => {});
      // What the aborted signal has stopped still writes down what it left.
      await DBOS.shutdown({ workflowCompletionTimeoutMS: 10_000 });
    }
  } finally {
    leave();
  }
}

/** Saved workflows are tied to the version of the steps they were saved with, not to every release. */
const WORKFLOWS_VERSION = "4";

async function launch({ store, connections, lease: { host } }: RunWorld): Promise<void> {
  DBOS.setConfig({
    name: "planwright",
    systemDatabaseUrl: store.url,
    systemDatabasePool: connections,
    applicationVersion: WORKFLOWS_VERSION,
    executorID: host,
    enablePatching: true,
    listenQueues: [host],
    logger: SILENT,
  });
  // It asks its database more than one thing at a time, of which its driver warns at every start.
  process.noDeprecation = true;
  await inTurn(connections, () => DBOS.launch());
}

/**
 * It makes or changes its tables when it is launched, which two processes must not do at once. Nobody waits inside the
 * database: an index that is made there waits for everybody who does.
 */
async function inTurn(connections: RunWorld["connections"], work: () => Promise<void>): Promise<void> {
  const client = await connections.connect();
  try {
    const isOurTurn = async () =>
      (await client.query("select pg_try_advisory_lock($1) as is", [LAUNCH_LOCK])).rows[0]?.is === true;
    while (!(await isOurTurn())) await sleep(50);
    await work();
  } finally {
    // The lock goes with its connection.
    client.release(true);
  }
}

/** Any number that nobody else uses. */
const LAUNCH_LOCK = 7_526_190;

const haltOf = async (world: RunWorld): Promise<Halt> => (await goOn(world)).getResult({ pollingIntervalMs: 100 });

/** What goes wrong in a workflow reaches us as its result; the rest is told nobody. */
const SILENT = { info() {}, debug() {}, warn() {}, error() {} };

async function goOn({ run, lease: { host } }: RunWorld) {
  const all = await DBOS.listWorkflows({ workflow_id_prefix: `${run.id}~`, loadInput: false, loadOutput: false });
  // What another version has begun is left to it: the journal knows all that came of it.
  const open = all.find(
    ({ status, applicationVersion }) => UNFINISHED.has(status) && applicationVersion === WORKFLOWS_VERSION,
  );
  if (open) {
    await DBOS.registerQueue(host, { minPollingIntervalMs: 50 });
    await DBOS.resumeWorkflows([open.workflowID], { queueName: host });
    return DBOS.retrieveWorkflow<Halt>(open.workflowID);
  }
  return DBOS.startWorkflow(planWorkflow, { workflowID: `${run.id}~${all.length + 1}` })(run.id);
}

const UNFINISHED: ReadonlySet<string> = new Set(["PENDING", "ENQUEUED"]);
