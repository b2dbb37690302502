import type { Committing, PlanDesk, Refusal } from "../ports/plan-desk.ts";
import { unreachable } from "../std/unreachable.ts";
import { visibleText } from "../std/visible-text.ts";
import { HELP } from "./agentctl-help.ts";
import { type Order, readOrder } from "./agentctl-order.ts";
import { reportOf } from "./commit-report.ts";

/** What a program prints, and how it ends: 0 done, 1 refused, 2 the words themselves were wrong. */
export type Told = { status: 0 | 1 | 2; stdout: string; stderr: string };

/** One `agentctl` command, whoever runs it. The desk is opened only for what needs one, and what it throws is thrown. */
export async function agentctl(args: readonly string[], openDesk: () => Promise<PlanDesk>): Promise<Told> {
  const reading = readOrder(args);
  if (!reading.ok) return { status: 2, stdout: "", stderr: `agentctl: ${visibleText(reading.why)}\n` };
  if (reading.order.do === "help") return done(HELP);
  return carryOut(reading.order, await openDesk());
}

async function carryOut(order: Exclude<Order, { do: "help" }>, desk: PlanDesk): Promise<Told> {
  switch (order.do) {
    case "set-topic": {
      const set = await desk.setTopic(order.topic);
      return set.ok ? json({ thread_id: desk.thread, topic: set.topic }) : refused(set);
    }
    case "dir":
      return done(`${desk.folders()[0]?.path}\n`);
    case "request-thread-dir": {
      const requested = await desk.requestThread();
      if (!requested.ok) return refused(requested);
      return json({ thread_id: requested.folder.thread, plan_dir: requested.folder.path });
    }
    case "remove-thread": {
      const removed = await desk.removeThread(order.thread);
      return removed.ok ? json({ thread_id: order.thread, removed: true }) : refused(removed);
    }
    case "clear-current":
      await desk.clearCurrent();
      return json({ thread_id: desk.thread, cleared: true });
    case "commit":
      return committed(await desk.commit());
    default:
      return unreachable(order);
  }
}

/** What is wrong is told on stderr, warnings about what was committed as well: stdout is for whoever reads JSON. */
function committed(committing: Committing): Told {
  const stderr = reportOf(committing);
  if (!committing.ok) return { status: 1, stdout: "", stderr };
  const list = committing.committed.map(({ thread, revision, hash }) => ({ thread_id: thread, revision, hash }));
  return { ...json({ committed: list }), stderr };
}

const json = (value: object): Told => done(`${JSON.stringify(value)}\n`);

const done = (stdout: string): Told => ({ status: 0, stdout, stderr: "" });

const refused = ({ why }: Refusal): Told => ({ status: 1, stdout: "", stderr: `agentctl: ${visibleText(why)}\n` });
