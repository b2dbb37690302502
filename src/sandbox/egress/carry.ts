import type { Socket } from "node:net";

/** Joins two connections: what comes by one goes by the other, each way until its own end. */
export function carry(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on("error", () => to.destroy());
    if (from.destroyed) to.destroy();
  }
}
