import type { TreeId } from "../../ports/git.ts";
import type { ProofPlace } from "./proof-place.ts";

/**
 * Does something in a place whose proof tree serves nobody else meanwhile. Whoever comes while the first tree is taken gets
 * the second, if there is one and fewer wait for it; else they wait their turn.
 */
export function whereFree<T>(place: ProofPlace, act: (free: ProofPlace) => Promise<T>): Promise<T> {
  const here = (): Promise<T> => inTurnAt(place.proof.path, () => act(place));
  const { beside } = place;
  // Two that share the machine's network could meet there.
  if (place.network !== "none" || !beside || waitingAt(place.proof.path) === 0) return here();
  return beside().then((second) => {
    if (second === null || waitingAt(second.proof.path) >= waitingAt(place.proof.path)) return here();
    return inTurnAt(second.proof.path, () => act({ ...place, ...second }));
  });
}

/** Fills the second proof tree, which takes its time once, so that nobody has to wait for it later. */
export async function prepareSecond({ network, beside }: ProofPlace, tree: TreeId): Promise<void> {
  const second = network === "none" && beside ? await beside() : null;
  if (second === null || prepared.has(second.proof.path)) return;
  prepared.add(second.proof.path);
  await inTurnAt(second.proof.path, () => second.proof.hold(tree));
}

const prepared = new Set<string>();

/** One after the other, by path, in the order in which they come. */
function inTurnAt<T>(path: string, act: () => Promise<T>): Promise<T> {
  const queue = queues.get(path) ?? { waiting: 0, last: Promise.resolve() };
  queues.set(path, queue);
  queue.waiting++;
  const turn = queue.last.then(act).finally(() => queue.waiting--);
  queue.last = turn.then(
    () => {},
    () => {},
  );
  return turn;
}

const waitingAt = (path: string): number => queues.get(path)?.waiting ?? 0;

const queues = new Map<string, { waiting: number; last: Promise<void> }>();
