import { historyOf } from "../../workspace/history/history.ts";
import { createBranch, keepBranch, moveBranch } from "../../workspace/history/refs.ts";
import { lostBranch } from "../questions/questions.ts";
import { append } from "../state/journal-state.ts";
import type { RunState } from "../state/run-state.ts";
import type { RunWorld } from "../state/run-world.ts";
import { bringToTip } from "./bring-to-tip.ts";

/**
 * Whether the branch is where we have left it. If somebody moved or deleted it, a person is asked; one who wants it back
 * gets it back, and what was there instead is kept. Nothing is ever built on commits that are not ours.
 */
export async function branchIsOurs(world: RunWorld, state: RunState, mayBeAhead: boolean): Promise<boolean> {
  const { git, branch } = world.step;
  const { tip } = state;
  if (tip === null || (await bringToTip(world, git, state))) return true;
  const there = await historyOf(git).resolve(branch);
  if (mayBeAhead && (await isAhead(world, there, tip))) return true;
  if (await isToPutBack(world)) {
    if (there !== null) await keepBranch(git, keptName(world, there), there);
    const checkout = world.step.inPlace ? "settled-later" : "none";
    await (there === null ? createBranch(git, branch, tip) : moveBranch(git, branch, tip, there, checkout));
    return true;
  }
  const name = branch.replace("refs/heads/", "");
  const told =
    there === null ? `it was deleted; it was at ${tip}` : `it is at ${there}, and Planwright left it at ${tip}`;
  await append(world, null, (now) => ({
    facts: isAsked(now)
      ? []
      : [
          {
            type: "asked",
            step: null,
            question: lostBranch(world.run.id, name, told, `${world.run.id}:${now.seq + 1}`),
          },
        ],
    value: null,
  }));
  return false;
}

/** Moved by ourselves just before a crash: the journal does not know yet, and `accept` will find it. */
async function isAhead(world: RunWorld, there: string | null, tip: string): Promise<boolean> {
  if (there === null) return false;
  let seen = 0;
  const commits = await historyOf(world.step.git).firstParents(there, ({ id }) => id === tip || ++seen >= 3);
  const own = commits.filter(({ id }) => id !== tip);
  return commits.at(-1)?.id === tip && own.every(({ committer }) => committer.email === world.step.signer.identity);
}

async function isToPutBack(world: RunWorld): Promise<boolean> {
  const events = await world.store.journal.read(world.run.id, 0);
  const asked = events.findLast((event) => event.type === "asked" && event.question.over === "lost");
  if (asked?.type !== "asked") return false;
  const answer = events.find((event) => event.type === "answered" && event.question === asked.question.id);
  // An answer is good for one time; whatever was moved after it is asked about again.
  const isUsed = events.some((event) => answer !== undefined && event.seq > answer.seq && USES.has(event.type));
  return answer?.type === "answered" && answer.value === "retry" && !isUsed;
}

/** Events after which an answer was followed. */
const USES: ReadonlySet<string> = new Set(["attempt-started", "step-accepted", "step-skipped", "completed"]);

const isAsked = ({ open }: RunState): boolean => [...open.values()].some(({ over }) => over === "lost");

const keptName = ({ run }: RunWorld, commit: string): string =>
  `refs/heads/debug/plan-${run.plan.id}-moved-${commit.slice(0, 8)}`;
