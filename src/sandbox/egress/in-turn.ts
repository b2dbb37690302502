import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Settles when a request can be answered. Answers of a connection follow one another, so that nothing is done for a
 * request while an earlier one waits. Never settles when the connection ends before.
 */
export async function inTurn({ socket }: IncomingMessage, response: ServerResponse): Promise<void> {
  // Node gives an answer its connection when the one before is said.
  if (response.socket !== null) return;
  const count = (waiting.get(socket) ?? 0) + 1;
  // Node goes on reading, whoever waits.
  if (count > MOST_WAITING) socket.destroy();
  waiting.set(socket, count);
  await new Promise((resolve) => void response.once("socket", resolve));
  waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
}

const waiting = new WeakMap<Socket, number>();
/** Hardly anybody asks again before there is an answer; those who do have about ten on their way. */
const MOST_WAITING = 64;
