import type { Store } from "../../ports/store.ts";
import type { InboxItem } from "../../record/question.ts";
import { type RepositoryId, repositoryIdOf } from "../../record/repository-id.ts";
import { WorkspaceError } from "../../workspace/errors.ts";
import { locateRepository } from "../../workspace/git/locate.ts";
import { UsageError } from "../opening/usage-error.ts";
import { isNamed } from "../runs/open-runs.ts";
import { listedOf, openMemory } from "../runs/remembered-runs.ts";

export type { InboxItem };

/** A question, and the checkout of the run that asks it. */
export type ListedQuestion = InboxItem & { top: string };

/** What waits for a person, critical ones first, then the oldest. `elsewhere` counts what is not listed. */
export type OpenQuestions = { questions: ListedQuestion[]; elsewhere: number };

/** In this repository, or in all of them. */
export async function openQuestions({ all }: { all: boolean }): Promise<OpenQuestions> {
  const of = listedOf({ all });
  const store = await openMemory();
  if (store === null) return { questions: [], elsewhere: 0 };
  try {
    const [questions, everywhere, runs] = await Promise.all([
      store.inbox.open(of),
      store.inbox.open({}),
      store.runs.list(of),
    ]);
    const tops = new Map(runs.map(({ id, top }) => [id, top]));
    return {
      questions: questions.map((question) => ({ ...question, top: tops.get(question.run) ?? "" })),
      elsewhere: everywhere.length - questions.length,
    };
  } finally {
    await store.close();
  }
}

/** One question, answered or not. Throws `UsageError` when no question, or more than one, is meant. */
export async function questionNamed(name: string): Promise<InboxItem> {
  const store = await openMemory();
  if (store === null) throw new UsageError(NOTHING);
  try {
    return await findQuestion(store, name, "inbox");
  } finally {
    await store.close();
  }
}

/**
 * By its id, by the run or the plan that asks while that has one open question, or by the beginning of its id. What is
 * asked in this repository comes before the rest, and a plan of this repository that asks nothing any more means what it
 * asked last.
 */
export async function findQuestion(store: Store, name: string, command: string): Promise<InboxItem> {
  const exact = await store.inbox.get(name);
  if (exact) return exact;
  const here = repositoryHere();
  const nearby = here === null ? [] : await store.inbox.open({ repository: here });
  const last = meant(nearby, name).length > 0 || here === null ? null : await lastAsked(store, here, name);
  if (last !== null) return last;
  const everywhere = await store.inbox.open({});
  const found = [meant(nearby, name), meant(everywhere, name)].find((items) => items.length > 0) ?? [];
  const [first, ...others] = found;
  if (!first) throw new UsageError(notThere(name, here === null ? everywhere : nearby, everywhere.length));
  if (others.length > 0)
    throw new UsageError(
      whichOne(
        found.map(({ id }) => id),
        command,
      ),
    );
  return first;
}

/** Null where no run of this repository has that name. Throws `UsageError` for one that never asked. */
async function lastAsked(store: Store, repository: RepositoryId, name: string): Promise<InboxItem | null> {
  const run = (await store.runs.list({ repository })).find((each) => isNamed(each, name));
  if (run === undefined) return null;
  const asked = (await store.journal.read(run.id, 0)).findLast((event) => event.type === "asked");
  const question = asked?.type === "asked" ? await store.inbox.get(asked.question.id) : null;
  if (question !== null) return question;
  throw new UsageError(`${run.planId} has asked nothing; \`planwright status ${run.planId}\` says how it stands`);
}

const NOTHING = "nothing waits for you; nothing has run yet";

const whichOne = (ids: readonly string[], command: string): string =>
  `which one? ${ids.join(", ")}; name one of them, as in \`planwright ${command} ${ids[0]}\``;

function meant(items: readonly InboxItem[], name: string): InboxItem[] {
  const asked = items.filter(({ run }) => run === name || run.replace(/-[0-9a-f]{6}$/, "") === name);
  return asked.length > 0 ? asked : items.filter(({ id }) => name !== "" && id.startsWith(name));
}

function notThere(name: string, open: readonly InboxItem[], everywhere: number): string {
  if (everywhere === 0) return `there is no question ${name}; nothing waits for you`;
  if (open.length === 0) {
    return `there is no question ${name}; nothing waits here, and \`planwright inbox --all\` shows what does elsewhere`;
  }
  return `there is no question ${name}; there are ${open
    .slice(0, 20)
    .map(({ id }) => id)
    .join(", ")}`;
}

function repositoryHere(): RepositoryId | null {
  try {
    return repositoryIdOf(locateRepository("."));
  } catch (error) {
    if (error instanceof WorkspaceError) return null;
    throw error;
  }
}
