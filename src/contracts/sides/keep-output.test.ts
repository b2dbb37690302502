import { expect, test } from "vitest";
import type { OutputChunk } from "../../ports/sandbox.ts";
import { keepOutput } from "./keep-output.ts";

async function* chunks(...parts: [OutputChunk["stream"], Uint8Array | string][]): AsyncIterable<OutputChunk> {
  for (const [stream, bytes] of parts) yield { stream, bytes: Buffer.from(bytes) };
}

test("stdout is kept apart, the log has both in their order", async () => {
  const { stdout, log } = await keepOutput(chunks(["stdout", "a"], ["stderr", "b"], ["stdout", "c"]));
  expect(stdout).toEqual({ head: "ac", tail: "", dropped: 0 });
  expect(log).toEqual({ head: "abc", tail: "", dropped: 0 });
});

test("a character that comes in two pieces stays whole", async () => {
  const [first, second] = [Buffer.from("ü").subarray(0, 1), Buffer.from("ü").subarray(1)];
  expect((await keepOutput(chunks(["stdout", first], ["stdout", second]))).stdout.head).toBe("ü");
});

test("of a flood the beginning and the end are kept, and the rest is counted", async () => {
  const mega = Buffer.alloc(1024 * 1024, "x");
  const flood = Array.from({ length: 40 }, (): ["stdout", Buffer] => ["stdout", mega]);
  const { stdout, log } = await keepOutput(chunks(["stdout", "BEGIN"], ...flood, ["stdout", "END"]));
  for (const { head, tail, dropped } of [stdout, log]) {
    expect(head.startsWith("BEGINx")).toBe(true);
    expect(tail.endsWith("xEND")).toBe(true);
    expect(head.length + tail.length + dropped).toBe(40 * mega.length + 8);
    expect(head.length + tail.length).toBeLessThanOrEqual(8 * mega.length);
  }
});

test("one piece larger than everything that is kept is cut, too", async () => {
  const { stdout } = await keepOutput(chunks(["stdout", Buffer.alloc(20 * 1024 * 1024, "y")]));
  expect(stdout.head.length + stdout.tail.length + stdout.dropped).toBe(20 * 1024 * 1024);
});

test("no piece is held on to: of output that comes byte by byte they would weigh far more than it does", async () => {
  const piece = Buffer.alloc(1);
  async function* reused(): AsyncIterable<OutputChunk> {
    for (const letter of "abc") {
      piece.write(letter);
      yield { stream: "stdout", bytes: piece };
    }
  }
  expect((await keepOutput(reused())).log.head).toBe("abc");
});
