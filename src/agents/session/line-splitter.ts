/** Cuts a stream of bytes into lines, each with its line break. */
export type LineSplitter = {
  /** The lines that are whole by now. */
  add(bytes: Uint8Array): Buffer[];
  /** Whether a line has more than `most` bytes and has not ended yet. */
  isTooLong(): boolean;
  /** What came after the last line break, if anything did. */
  rest(): Buffer[];
};

export function lineSplitter(most: number): LineSplitter {
  // A list of parts would weigh hundreds of bytes for each byte of a program that prints them singly.
  let buffer = Buffer.alloc(0);
  let length = 0;
  const take = (): Buffer => {
    const line = buffer.subarray(0, length);
    buffer = Buffer.alloc(0);
    length = 0;
    return line;
  };
  const keep = (bytes: Uint8Array): void => {
    if (length + bytes.length > buffer.length) {
      const larger = Buffer.allocUnsafe(2 * (length + bytes.length));
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
    buffer.set(bytes, length);
    length += bytes.length;
  };
  return {
    add(bytes) {
      const lines: Buffer[] = [];
      let from = 0;
      for (let end = bytes.indexOf(LINE_BREAK); end >= 0; end = bytes.indexOf(LINE_BREAK, from)) {
        keep(bytes.subarray(from, end + 1));
        lines.push(take());
        from = end + 1;
      }
      if (from < bytes.length) keep(bytes.subarray(from));
      return lines;
    },
    isTooLong: () => length > most,
    rest: () => (length === 0 ? [] : [take()]),
  };
}

const LINE_BREAK = 10;
