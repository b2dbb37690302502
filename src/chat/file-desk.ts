import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { PlanDesk, PlanFolder } from "../ports/plan-desk.ts";
import { inTurn } from "../std/turn.ts";
import { type Compile, commitPlans } from "./commit-plans.ts";
import { DeskError } from "./desk-error.ts";
import { emptyFolder, removeFolder } from "./empty-folder.ts";
import { type KeptThread, readThreads, writeThreads } from "./kept-threads.ts";
import { familyOf, isThreadId, newThreadOf } from "./thread-id.ts";
import { readTopic } from "./topic-text.ts";

export type DeskPlace = { home: string; thread: string; compile: Compile };

/**
 * The desk on files: plan directories are `plans/ID/` of the home, and `threads/THREAD/` has what belongs to a thread and
 * to those that were requested from it. The first use of a thread allocates its directory; later ones find it again, with
 * those that were requested. Throws `DeskError` for a name that no thread can have, and for what is damaged.
 */
export async function openFileDesk({ home, thread, compile }: DeskPlace): Promise<PlanDesk> {
  if (!isThreadId(thread)) throw new DeskError("no-thread", `${JSON.stringify(thread)} cannot be the id of a thread`);
  const family = familyOf(thread);
  const plans = join(home, "plans");
  const own = join(home, "threads", family);
  for (const folder of [plans, own]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(own, "threads.json");

  const read = (): readonly KeptThread[] => readThreads(file, family) ?? [];
  const folderOf = ({ id, folder }: KeptThread): PlanFolder => ({ thread: id, path: join(plans, folder) });
  /** What is kept is changed only here, by one process at a time. */
  const inTurnHere = <T>(work: () => Promise<T>): Promise<T> => takeTurn(own, thread, work);
  const keep = (threads: readonly KeptThread[]): void => writeThreads(file, threads);

  await inTurnHere(async () => {
    const threads = read();
    if (!threads.some(({ id }) => id === thread)) {
      if (thread !== family) throw new DeskError("no-thread", `there is no thread ${thread}; it may have been removed`);
      keep([newThread(thread, null), ...threads]);
    }
    for (const each of setOf(read(), thread)) makeFolder(folderOf(each).path);
  });

  return {
    thread,
    folders: () => setOf(read(), thread).map(folderOf),
    setTopic: (text) =>
      inTurnHere(async () => {
        const reading = readTopic(text);
        const threads = read();
        if (reading.ok) keep(withChanged(threads, { ...currentOf(threads, thread), topic: reading.topic }));
        return reading;
      }),
    requestThread: () =>
      inTurnHere(async () => {
        const threads = read();
        if (setOf(threads, thread).length > MOST_REQUESTED) return refused(TOO_MANY);
        const requested = newThread(newThreadOf(thread), thread);
        // First, so that a directory that was made always belongs to somebody.
        keep([...threads, requested]);
        makeFolder(folderOf(requested).path);
        return { ok: true, folder: folderOf(requested) };
      }),
    removeThread: (id) =>
      inTurnHere(async () => {
        if (id === thread) return refused(`${id} is the current thread; to take its plan away, use clear-current`);
        const threads = read();
        const [, ...requested] = setOf(threads, thread);
        const found = requested.find((each) => each.id === id);
        if (!found) return refused(unknownThread(id, requested));
        // First, so that whoever is stopped in between finds the thread again, and can remove it.
        removeFolder(folderOf(found).path);
        const wasCommitted = found.revisions.length > 0;
        keep(
          wasCommitted
            ? withChanged(threads, { ...found, requestedBy: null })
            : threads.filter((each) => each !== found),
        );
        return { ok: true };
      }),
    clearCurrent: () =>
      inTurnHere(async () => {
        const threads = read();
        const current = currentOf(threads, thread);
        emptyFolder(folderOf(current).path);
        keep(withChanged(threads, { ...current, isCleared: true }));
      }),
    commit: () =>
      inTurnHere(async () => {
        const threads = read();
        const planned = setOf(threads, thread).map((kept) => ({ kept, path: folderOf(kept).path }));
        const { committing, changed } = await commitPlans(planned, { store: join(own, "revisions"), compile });
        // The one moment at which all of them are committed.
        if (committing.ok) keep(withChanged(threads, ...changed));
        return committing;
      }),
  };
}

const MOST_REQUESTED = 32;
const TOO_MANY = `${MOST_REQUESTED} threads are planned from here already; remove one first`;

async function takeTurn<T>(folder: string, thread: string, work: () => Promise<T>): Promise<T> {
  const patience = AbortSignal.timeout(PATIENCE);
  try {
    return await inTurn(folder, "turn", patience, work);
  } catch (error) {
    if (error !== patience.reason || !patience.aborted) throw error;
    throw new DeskError("busy", `another process is at work on thread ${thread}, for half a minute now; try again`);
  }
}

const PATIENCE = 30_000;

const newThread = (id: string, requestedBy: string | null): KeptThread => ({
  ...{ id, requestedBy, folder: randomUUID(), topic: null, isCleared: false, revisions: [] },
});

const withChanged = (threads: readonly KeptThread[], ...changed: readonly KeptThread[]): KeptThread[] =>
  threads.map((each) => changed.find(({ id }) => id === each.id) ?? each);

/** The thread itself, and then what it has requested. */
const setOf = (threads: readonly KeptThread[], thread: string): KeptThread[] => [
  currentOf(threads, thread),
  ...threads.filter(({ requestedBy }) => requestedBy === thread),
];

function currentOf(threads: readonly KeptThread[], thread: string): KeptThread {
  const current = threads.find(({ id }) => id === thread);
  if (!current) throw new DeskError("no-thread", `thread ${thread} was removed meanwhile`);
  return current;
}

function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

const refused = (why: string) => ({ ok: false, why }) as const;

function unknownThread(id: string, requested: readonly KeptThread[]): string {
  const known = requested.map((each) => each.id).join(", ");
  return `no thread ${JSON.stringify(id.slice(0, 100))} was requested here; ${known === "" ? "none was" : `there are ${known}`}`;
}
