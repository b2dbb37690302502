import type { OutputChunk } from "../../ports/sandbox.ts";
import type { KeptText } from "../../record/observation.ts";

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
  readonly #head = new Gathered();
  readonly #tail = new Gathered();
  #dropped = 0;

  constructor(most: number) {
    this.#half = most / 2;
  }

  add(bytes: Uint8Array): void {
    const room = this.#half - this.#head.length;
    this.#head.add(bytes.subarray(0, room));
    this.#tail.add(bytes.subarray(room));
    // Cut only when there is twice too much, so that each byte is moved at most once.
    if (this.#tail.length > this.#half * 2) this.#cut();
  }

  text(): KeptText {
    this.#cut();
    const [head, tail] = [this.#head.bytes(), this.#tail.bytes()];
    // With nothing dropped the two halves are one text, and a character may lie across the seam.
    if (this.#dropped === 0) return { head: Buffer.concat([head, tail]).toString("utf8"), tail: "", dropped: 0 };
    return { head: head.toString("utf8"), tail: tail.toString("utf8"), dropped: this.#dropped };
  }

  #cut(): void {
    const excess = this.#tail.length - this.#half;
    if (excess <= 0) return;
    this.#tail.dropFirst(excess);
    this.#dropped += excess;
  }
}

/** Bytes in one row. Each piece kept for itself weighs hundreds of bytes, and a program may write one at a time. */
class Gathered {
  #buffer = Buffer.alloc(1024);
  length = 0;

  add(bytes: Uint8Array): void {
    const length = this.length + bytes.length;
    if (length > this.#buffer.length) {
      const larger = Buffer.alloc(Math.max(length, 2 * this.#buffer.length));
      larger.set(this.bytes());
      this.#buffer = larger;
    }
    this.#buffer.set(bytes, this.length);
    this.length = length;
  }

  dropFirst(count: number): void {
    this.#buffer.copyWithin(0, count, this.length);
    this.length -= count;
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.length);
  }
}
