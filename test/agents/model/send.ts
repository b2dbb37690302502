import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export function sendJson(response: ServerResponse, value: unknown, status = 200, headers: object = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(value));
}

/** How a stream goes: over how long, and whether it comes to its end. */
export type Course = { milliseconds: number; breaks: "beginning" | "middle" | null };

export async function sendStream(
  response: ServerResponse,
  events: readonly string[],
  { milliseconds, breaks }: Course,
): Promise<void> {
  response.writeHead(200, STREAM);
  response.flushHeaders();
  if (milliseconds === 0 && breaks === null) {
    response.end(events.join(""));
    return;
  }
  const count = breaks === null ? events.length : breaks === "middle" ? Math.ceil(events.length / 2) : 0;
  for (const event of events.slice(0, count)) {
    response.write(event);
    if (milliseconds > 0) await sleep(milliseconds / count);
    if (response.destroyed) return;
  }
  if (breaks === null) return void response.end();
  // What was written must have left before the connection breaks.
  await sleep(20);
  response.destroy();
}

/** Begins, and says nothing. */
export function sendNothing(response: ServerResponse): void {
  response.writeHead(200, STREAM);
  response.write(": wait\n\n");
}

const STREAM = { "content-type": "text/event-stream", "cache-control": "no-cache" };
