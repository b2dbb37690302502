/** One place where the bytes are not text. `offset` and `length` count UTF-16 units of the decoded text. */
type DecodeFault = { kind: "invalid" | "nul"; offset: number; length: number; bytes: string };

type Decoded = { text: string; faults: DecodeFault[] };

/** Enough for an author to see what happened; a picture that was named `plan.md` has millions. */
const MOST_FAULTS = 20;

/** Never throws: each invalid sequence becomes one U+FFFD. A byte order mark stays in the text. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, faults: text.includes("\0") ? faultsIn(bytes) : [] };
  } catch {
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), faults: faultsIn(bytes) };
  }
}

/** Walks the bytes the way the platform's decoder does, so that every fault stands where its U+FFFD stands. */
function faultsIn(bytes: Uint8Array): DecodeFault[] {
  const faults: DecodeFault[] = [];
  let offset = 0;
  for (let at = 0; at < bytes.length && faults.length < MOST_FAULTS; ) {
    const { size, isValid } = sequenceAt(bytes, at);
    const units = isValid && size === 4 ? 2 : 1;
    if (!isValid || bytes[at] === 0) {
      const kind = isValid ? "nul" : "invalid";
      faults.push({ kind, offset, length: units, bytes: asHex(bytes.subarray(at, at + size)) });
    }
    offset += units;
    at += size;
  }
  return faults;
}

type Sequence = { size: number; isValid: boolean };

/** One character, or the longest beginning of one: that is what a decoder replaces by a single U+FFFD. */
function sequenceAt(bytes: Uint8Array, at: number): Sequence {
  const lead = bytes[at] ?? 0;
  const wanted = sizeByLead(lead);
  if (wanted === 0) return { size: 1, isValid: false };
  for (let size = 1; size < wanted; size++) {
    const next = bytes[at + size];
    const [low, high] = size === 1 ? secondByteRange(lead) : CONTINUATION;
    if (next === undefined || next < low || next > high) return { size, isValid: false };
  }
  return { size: wanted, isValid: true };
}

/** 0 for a byte that begins nothing. */
function sizeByLead(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

type ByteRange = readonly [low: number, high: number];
const CONTINUATION: ByteRange = [0x80, 0xbf];

/** Narrower after four leads: no overlong forms, no surrogates, nothing above U+10FFFF. */
function secondByteRange(lead: number): ByteRange {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  if (lead === 0xf4) return [0x80, 0x8f];
  return CONTINUATION;
}

const asHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
