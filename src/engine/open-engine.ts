import { setTimeout as sleep } from "node:timers/promises";
import { DBOS, type DBOSConfig, Error as DBOSErrors } from "@dbos-inc/dbos-sdk";
import type { Connections, Store } from "../ports/store.ts";
import type { HostId } from "../record/run.ts";
import type { Halt } from "../record/run-event.ts";
import { baseCheckIsOver } from "./proof/base-check.ts";
import { enterWorld, type RunWorld } from "./state/run-world.ts";
import { closeAsked } from "./work/close-asked.ts";
import { workPlaceIsFree } from "./work/work-place.ts";
import { planWorkflow } from "./workflows.ts";

/** The durable engine of a process, for as many runs at once as it hosts. */
export type Engine = {
  /** Carries a run out until nothing can be done without a person, or the run is over. */
  carryOut(world: RunWorld): Carried;
  close(): Promise<void>;
};

export type Carried = {
  /** What the run has come to; rejects when the run is lost, though what it has begun may still be ending. */
  halt: Promise<Halt>;
  /** From here on nothing that the run has begun uses its folders. Never rejects. */
  ended: Promise<void>;
};

/** A process has one engine, on one pool of connections. It takes nothing from any queue: each run is started by its host. */
export async function openEngine(store: Store, host: HostId): Promise<Engine> {
  const connections = store.connections({ most: 5, options: UNHURRIED });
  try {
    await launch(store.url, connections, host);
  } catch (error) {
    await connections.end();
    throw error;
  }
  return {
    carryOut,
    async close() {
      // Whoever carries a run out has waited for its end, as long as that has a meaning.
      await DBOS.shutdown({ workflowCompletionTimeoutMS: 1_000 });
      await connections.end().catch(() => {});
    },
  };
}

/**
 * What the engine keeps only says how far it has come: what a crash takes away is in the journal. That waits for the disk,
 * and whatever was written before goes there with it.
 */
const UNHURRIED = "-c synchronous_commit=off";

/** Nothing is ever taken up again that an earlier process has saved, so this says only what made it. */
const WORKFLOWS_VERSION = "5";

async function launch(url: string, connections: Connections, host: HostId): Promise<void> {
  if (DBOS.isInitialized()) throw new Error("this process has an engine already");
  DBOS.setConfig({
    name: "planwright",
    systemDatabaseUrl: url,
    systemDatabasePool: connections as NonNullable<DBOSConfig["systemDatabasePool"]>,
    applicationVersion: WORKFLOWS_VERSION,
    executorID: host,
    enablePatching: true,
    // Without a list it would look into every queue that anybody has ever made.
    listenQueues: [],
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
async function inTurn(connections: Connections, work: () => Promise<void>): Promise<void> {
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

/** What goes wrong in a workflow reaches us as its result; the rest is told nobody. */
const SILENT = { info() {}, debug() {}, warn() {}, error() {} };

/**
 * Each lease has a workflow of its own, which knows everything from the journal: what another host had begun, or this one
 * under an earlier lease, goes on where it was, and nothing is played again.
 */
function carryOut(world: RunWorld): Carried {
  const { run, lease, lost } = world;
  const name = `${run.id}~${lease.epoch}`;
  const leave = enterWorld(name, world);
  const carry = async (): Promise<Halt> => {
    await closeAsked(world);
    await cancelEarlier(`${run.id}~`);
    const workflow = await DBOS.startWorkflow(planWorkflow, { workflowID: name })(run.id);
    // Cancelled by whoever has taken the run: we shall hear who that is.
    return workflow
      .getResult({ pollingIntervalMs: 100 })
      .catch((error) => (isCancelled(error) ? lost : throwing(error)));
  };
  const carried = carry();
  const isOver = async (): Promise<void> => {
    await carried.catch(() => {});
    await Promise.all([baseCheckIsOver(world), workPlaceIsFree(world.step)]);
    leave();
  };
  // Left alone, the engine would wait for its database for ever.
  return { halt: Promise.race([lost, carried]), ended: isOver() };
}

const isCancelled = (error: unknown): boolean =>
  error instanceof DBOSErrors.DBOSWorkflowCancelledError ||
  error instanceof DBOSErrors.DBOSAwaitedWorkflowCancelledError;

function throwing(error: unknown): never {
  throw error;
}

/** One that still goes on, in a process that has lost the run, ends before its next step. */
async function cancelEarlier(prefix: string): Promise<void> {
  const all = await DBOS.listWorkflows({
    ...{ workflow_id_prefix: prefix, status: ["PENDING", "ENQUEUED"], loadInput: false, loadOutput: false },
  });
  if (all.length > 0) await DBOS.cancelWorkflows(all.map(({ workflowID }) => workflowID));
}
