/**
 * File names are bytes; most are UTF-8. A byte that is not becomes a lone surrogate (`0x80` → U+DC80), which no valid
 * text contains, so that every name is a string and every such string gives back its bytes.
 */
export function pathOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString("utf8");
  return text.includes("\ufffd") && !Buffer.from(text, "utf8").equals(buffer) ? escaped(buffer) : text;
}

export function bytesOf(path: string): Buffer {
  if (path.isWellFormed()) return Buffer.from(path, "utf8");
  return Buffer.concat(
    [...path].map((letter) => {
      const code = letter.charCodeAt(0);
      const isEscaped = letter.length === 1 && code >= ESCAPE + 0x80 && code <= ESCAPE + 0xff;
      return isEscaped ? Buffer.of(code - ESCAPE) : Buffer.from(letter, "utf8");
    }),
  );
}

/** What Node's file functions take for this path: a string where that says it all, else its bytes. */
export const fsPath = (path: string): string | Buffer => (path.isWellFormed() ? path : bytesOf(path));

const ESCAPE = 0xdc00;

function escaped(buffer: Buffer): string {
  let text = "";
  for (let at = 0; at < buffer.length; ) {
    const length = validAt(buffer, at);
    text += length === 0 ? String.fromCharCode(ESCAPE + (buffer[at] ?? 0)) : buffer.toString("utf8", at, at + length);
    at += Math.max(1, length);
  }
  return text;
}

/** How many bytes the character that begins here has; 0 when none does. */
function validAt(buffer: Buffer, at: number): number {
  const first = buffer[at] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length <= 1) return length;
  const part = buffer.subarray(at, at + length);
  return part.length === length && Buffer.from(part.toString("utf8"), "utf8").equals(part) ? length : 0;
}
