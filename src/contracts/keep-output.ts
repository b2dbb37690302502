import type { OutputChunk } from "../ports/sandbox.ts";
import type { KeptText } from "../record/observation.ts";

/** Reads a program's output to its end and keeps what fits: the beginning and the end of it. */
export async function keepOutput(output: AsyncIterable<OutputChunk>): Promise<{ stdout: KeptText; log: KeptText }> {
  const stdout = new HeadAndTail(MOST_STDOUT);
  const log = new HeadAndTail(MOST_LOG);
  for await (const { stream, bytes } of output) {
    log.add(bytes);
    if (stream === "stdout") stdout.add(bytes);
  }
  return { stdout: stdout.text(), log: log.text() };
}

/** A contract may ask for a word anywhere in its stdout; the log is for people and for reading test reports. */
const MOST_STDOUT = 8 * 1024 * 1024;
const MOST_LOG = 4 * 1024 * 1024;

class HeadAndTail {
  readonly #half: number;
  readonly #head: Uint8Array[] = [];
  #headBytes = 0;
  #tail: Uint8Array[] = [];
  #tailBytes = 0;
  #dropped = 0;

  constructor(most: number) {
    this.#half = most / 2;
  }

  add(bytes: Uint8Array): void {
    const room = this.#half - this.#headBytes;
    const first = bytes.subarray(0, room);
    if (first.length > 0) this.#head.push(first);
    this.#headBytes += first.length;
    if (bytes.length <= room) return;
    this.#tail.push(bytes.subarray(room));
    this.#tailBytes += bytes.length - first.length;
    // Cut only when there is twice too much, so that each byte is moved at most once.
    if (this.#tailBytes > this.#half * 2) this.#cut();
  }

  text(): KeptText {
    this.#cut();
    // With nothing dropped the two halves are one text, and a character may lie across the seam.
    if (this.#dropped === 0) return { head: decode([...this.#head, ...this.#tail]), tail: "", dropped: 0 };
    return { head: decode(this.#head), tail: decode(this.#tail), dropped: this.#dropped };
  }

  #cut(): void {
    const excess = this.#tailBytes - this.#half;
    if (excess <= 0) return;
    this.#tail = [Buffer.concat(this.#tail).subarray(excess)];
    this.#tailBytes = this.#half;
    this.#dropped += excess;
  }
}

const decode = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString("utf8");
