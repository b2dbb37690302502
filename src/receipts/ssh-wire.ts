/** SSH's wire format, as far as keys and signatures need it: a row of strings, each behind its length. */
export function stringsIn(bytes: Buffer): Buffer[] | null {
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + 4 > bytes.length) return null;
    const end = at + 4 + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    found.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return found;
}

export function asStrings(...parts: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** A number that is not negative, without the zero byte that keeps its sign; null when it is not in its one spelling. */
export function unsigned(mpint: Buffer): Buffer | null {
  const [first = 0x80, second = 0] = mpint;
  if (first >= 0x80 || (first === 0 && second < 0x80)) return null;
  return first === 0 ? mpint.subarray(1) : mpint;
}

/** Base64 in its one spelling, or null. */
export function fromBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : null;
}
