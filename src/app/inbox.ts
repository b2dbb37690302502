import type { Store } from "../ports/store.ts";
import type { InboxItem } from "../record/question.ts";
import { WorkspaceError } from "../workspace/errors.ts";
import { locateRepository } from "../workspace/locate.ts";
import { openMemory } from "./remembered-runs.ts";
import { UsageError } from "./usage-error.ts";

export type { InboxItem };

/** What waits for a person: in this repository, or in all of them. Critical ones first, then the oldest. */
export async function openQuestions({ all }: { all: boolean }): Promise<InboxItem[]> {
  const of = all ? {} : { commonDir: locateRepository(".").commonDir };
  const store = await openMemory();
  if (store === null) return [];
  try {
    return await store.inbox.open(of);
  } finally {
    await store.close();
  }
}

/** One question, answered or not. Throws `UsageError` when no question, or more than one, is meant. */
export async function questionNamed(name: string): Promise<InboxItem> {
  const store = await openMemory();
  if (store === null) throw new UsageError(NOTHING);
  try {
    return await findQuestion(store, name);
  } finally {
    await store.close();
  }
}

/**
 * By its id, by the run or the plan that asks while that has one open question, or by the beginning of its id. What is
 * asked in this repository comes before the rest.
 */
export async function findQuestion(store: Store, name: string): Promise<InboxItem> {
  const exact = await store.inbox.get(name);
  if (exact) return exact;
  const here = repositoryHere();
  const nearby = here === null ? [] : await store.inbox.open({ commonDir: here });
  const everywhere = await store.inbox.open({});
  const found = [meant(nearby, name), meant(everywhere, name)].find((items) => items.length > 0) ?? [];
  const [first, ...others] = found;
  if (!first) throw new UsageError(notThere(nearby.length > 0 ? nearby : everywhere, name));
  if (others.length > 0) throw new UsageError(`which one? ${found.map(({ id }) => id).join(", ")}`);
  return first;
}

const NOTHING = "nothing waits for you; nothing has run yet";

function meant(items: readonly InboxItem[], name: string): InboxItem[] {
  const asked = items.filter(({ run }) => run === name || run.replace(/-[0-9a-f]{6}$/, "") === name);
  return asked.length > 0 ? asked : items.filter(({ id }) => name !== "" && id.startsWith(name));
}

function notThere(open: readonly InboxItem[], name: string): string {
  if (open.length === 0) return `there is no question ${name}; nothing waits for you`;
  return `there is no question ${name}; there are ${open
    .slice(0, 20)
    .map(({ id }) => id)
    .join(", ")}`;
}

function repositoryHere(): string | null {
  try {
    return locateRepository(".").commonDir;
  } catch (error) {
    if (error instanceof WorkspaceError) return null;
    throw error;
  }
}
