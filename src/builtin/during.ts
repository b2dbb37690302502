import type { AgentEvent } from "../ports/agent.ts";

/** Gives out what is told while something goes on, and then what came of it. */
export async function* during<Result>(
  work: (tell: (event: AgentEvent) => void) => Promise<Result>,
): AsyncGenerator<AgentEvent, Result> {
  const told: AgentEvent[] = [];
  let isOver = false;
  let wake = (): void => {};
  const result = work((event) => {
    told.push(event);
    wake();
  }).finally(() => {
    isOver = true;
    wake();
  });
  // Whoever leaves early does not wait for it.
  result.catch(() => {});
  while (!isOver || told.length > 0) {
    const next = told.shift();
    if (next) yield next;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
  return result;
}
