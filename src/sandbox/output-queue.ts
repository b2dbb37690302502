import type { Readable } from "node:stream";
import type { OutputChunk } from "../ports/sandbox.ts";

/** What arrived and was not read yet. */
export type OutputQueue = {
  output: AsyncIterable<OutputChunk>;
  add(stream: OutputChunk["stream"], source: Readable): void;
  /** From now on nothing waits for a reader: no process is left, so what is still to come is little. */
  drain(): void;
  end(): void;
};

/**
 * Takes from all sources in the order of arrival. When nobody reads, the sources are no longer read either, and their
 * programs wait. `onFlood` is called once, for the first byte beyond `limit`; that byte and all others are dropped.
 */
export function outputQueue(limit: number, onFlood: () => void): OutputQueue {
  const sources: Readable[] = [];
  const chunks: OutputChunk[] = [];
  let waiting = 0;
  let left = limit;
  let isFlooded = false;
  let isDraining = false;
  let hasEnded = false;
  let wake = (): void => {};

  const take = (stream: OutputChunk["stream"], bytes: Uint8Array): void => {
    const kept = bytes.subarray(0, left);
    left -= kept.length;
    waiting += kept.length;
    if (kept.length > 0) chunks.push({ stream, bytes: kept });
    if (kept.length < bytes.length && !isFlooded) {
      isFlooded = true;
      onFlood();
    }
    if (waiting > MOST_WAITING && !isDraining) for (const source of sources) source.pause();
    wake();
  };

  async function* read(): AsyncGenerator<OutputChunk> {
    for (;;) {
      const chunk = chunks.shift();
      if (chunk) {
        waiting -= chunk.bytes.length;
        if (waiting <= MOST_WAITING) for (const source of sources) source.resume();
        yield chunk;
      } else if (hasEnded) return;
      else {
        const arrival = Promise.withResolvers<void>();
        wake = arrival.resolve;
        await arrival.promise;
      }
    }
  }

  return {
    output: { [Symbol.asyncIterator]: read },
    add(stream, source) {
      sources.push(source);
      source.on("data", (bytes: Uint8Array) => take(stream, bytes));
    },
    drain() {
      isDraining = true;
      for (const source of sources) source.resume();
    },
    end() {
      hasEnded = true;
      wake();
    },
  };
}

const MOST_WAITING = 1 << 20;
