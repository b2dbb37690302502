import type { Store } from "../../ports/store.ts";
import type { InboxItem } from "../../record/question.ts";
import { type RepositoryId, repositoryIdOf } from "../../record/repository-id.ts";
import { Refused, type Remedy, remedy } from "../../std/refusal.ts";
import { WorkspaceError } from "../../workspace/errors.ts";
import { locateRepository } from "../../workspace/git/locate.ts";
import type { Scene } from "../opening/scene.ts";
import { isNamed } from "../runs/open-runs.ts";
import { listedOf, openMemory } from "../runs/remembered-runs.ts";

export type { InboxItem };

/** A question, and the checkout of the run that asks it. */
export type ListedQuestion = InboxItem & { top: string };

/** What waits for a person, critical ones first, then the oldest. `elsewhere` counts what is not listed. */
export type OpenQuestions = { questions: ListedQuestion[]; elsewhere: number };

/** In this repository, or in all of them. */
export async function openQuestions(scene: Scene, { all }: { all: boolean }): Promise<OpenQuestions> {
  const of = listedOf(scene, { all });
  const store = await openMemory(scene);
  if (store === null) return { questions: [], elsewhere: 0 };
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
}

/** One question, answered or not. Throws `Refused` when no question, or more than one, is meant. */
export async function questionNamed(scene: Scene, name: string): Promise<InboxItem> {
  const store = await openMemory(scene);
  if (store === null) throw new Refused("no-question", NOTHING);
  return findQuestion(scene, store, { name, order: "inbox" });
}

/**
 * By its id, by the run or the plan that asks while that has one open question, or by the beginning of its id. What is
 * asked in this repository comes before the rest, and a plan of this repository that asks nothing any more means what it
 * asked last.
 */
export async function findQuestion(
  { cwd }: Pick<Scene, "cwd">,
  store: Store,
  { name, order }: { name: string; order: "inbox" | "answer" },
): Promise<InboxItem> {
  const exact = await store.inbox.get(name);
  if (exact) return exact;
  const here = repositoryAt(cwd);
  const nearby = here === null ? [] : await store.inbox.open({ repository: here });
  const last = meant(nearby, name).length > 0 || here === null ? null : await lastAsked(store, here, name);
  if (last !== null) return last;
  const everywhere = await store.inbox.open({});
  const found = [meant(nearby, name), meant(everywhere, name)].find((items) => items.length > 0) ?? [];
  const [first, ...others] = found;
  if (!first) throw notThere(name, here === null ? everywhere : nearby, everywhere.length);
  if (others.length > 0)
    throw whichOne(
      found.map(({ id }) => id),
      order,
    );
  return first;
}

/** Null where no run of this repository has that name. Throws `Refused` for one that never asked. */
async function lastAsked(store: Store, repository: RepositoryId, name: string): Promise<InboxItem | null> {
  const run = (await store.runs.list({ repository })).find((each) => isNamed(each, name));
  if (run === undefined) return null;
  const asked = (await store.journal.read(run.id, 0)).findLast((event) => event.type === "asked");
  const question = asked?.type === "asked" ? await store.inbox.get(asked.question.id) : null;
  if (question !== null) return question;
  throw new Refused("nothing-there", `${run.planId} has asked nothing`, {
    remedies: [remedy("status", { run: run.planId }, "says how it stands")],
  });
}

const NOTHING = "nothing waits for you; nothing has run yet";

const whichOne = (ids: readonly string[], order: "inbox" | "answer"): Refused =>
  new Refused("ambiguous", `which one? ${ids.join(", ")}`, {
    remedies: ids.slice(0, 1).map((id) => remedy(order, about(order, id), "names one of them")),
  });

const about = (order: "inbox" | "answer", question: string): Remedy["with"] =>
  order === "inbox" ? { question } : { question, value: "" };

function meant(items: readonly InboxItem[], name: string): InboxItem[] {
  const asked = items.filter(({ run }) => run === name || run.replace(/-[0-9a-f]{6}$/, "") === name);
  return asked.length > 0 ? asked : items.filter(({ id }) => name !== "" && id.startsWith(name));
}

function notThere(name: string, open: readonly InboxItem[], everywhere: number): Refused {
  const refused = (why: string, remedies: readonly Remedy[] = []) =>
    new Refused("no-question", `there is no question ${name}, and ${why}`, { remedies });
  if (everywhere === 0) return refused("nothing waits for you");
  if (open.length === 0) {
    return refused("nothing waits here", [remedy("inbox", { all: "yes" }, "shows what does elsewhere")]);
  }
  return refused(
    `those that wait are ${open
      .slice(0, 20)
      .map(({ id }) => id)
      .join(", ")}`,
  );
}

function repositoryAt(cwd: string): RepositoryId | null {
  try {
    return repositoryIdOf(locateRepository(cwd));
  } catch (error) {
    if (error instanceof WorkspaceError) return null;
    throw error;
  }
}
