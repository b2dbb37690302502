/** One request as it went over the network. */
export type Tap = {
  readonly fetch: typeof fetch;
  /** `sent`: nothing has come back yet. `accepted`: it was taken, and an answer begun. `declined`: neither will happen. */
  stage: "unsent" | "sent" | "accepted" | "declined";
  requestBytes: number;
};

/** An answer that has grown beyond all measure. */
export class TooMuchSaid extends Error {
  override readonly name = "TooMuchSaid";
}

/** Watches one request, and ends an answer that no model would give. */
export function tapped(): Tap {
  const tap: Tap = { fetch: watched, stage: "unsent", requestBytes: 0 };
  async function watched(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
    tap.requestBytes = typeof init?.body === "string" ? Buffer.byteLength(init.body) : 0;
    tap.stage = "sent";
    // Followed to another host, it would take the key there.
    const response = await fetch(input, { ...init, redirect: "error" }).catch((error: unknown) => {
      // Whoever stops it has no word of what became of it.
      if (!init?.signal?.aborted) tap.stage = "declined";
      throw error;
    });
    tap.stage = response.ok ? "accepted" : "declined";
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(bounded()), { status, statusText, headers });
  }
  return tap;
}

function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MOST_BYTES) controller.error(new TooMuchSaid(`more than ${MOST_BYTES / 2 ** 20} MB`));
      else controller.enqueue(chunk);
    },
  });
}

/** Of the stream: around each few words stand up to a few hundred bytes that say what they are. */
const MOST_BYTES = 64 * 2 ** 20;
