/** The end of a stream of bytes, however long it is. */
export type Tail = { add(bytes: Uint8Array): void; text(): string };

export function keepTail(most: number): Tail {
  let parts: Uint8Array[] = [];
  let length = 0;
  let isCut = false;
  const cut = (): void => {
    isCut ||= length > most;
    // A copy, since a part of a buffer keeps all of it in memory.
    parts = [Uint8Array.from(Buffer.concat(parts).subarray(-most))];
    length = Math.min(length, most);
  };
  return {
    add(bytes) {
      parts.push(bytes);
      length += bytes.length;
      if (length > 2 * most || parts.length > MOST_PARTS) cut();
    },
    text() {
      cut();
      const text = Buffer.concat(parts).toString("utf8");
      // The first character may have been cut in two.
      return isCut ? text.replace(/^\ufffd+/, "") : text;
    },
  };
}

/** A program may write one byte at a time, and each part weighs hundreds. */
const MOST_PARTS = 256;
