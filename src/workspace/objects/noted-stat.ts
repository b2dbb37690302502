import type { BigIntStats } from "node:fs";

/** Whether the system says the same of a file as it did when git noted it. The mode, which git simplifies, is left out. */
export function isAsNoted(noted: Buffer, { ctimeNs, mtimeNs, ino, uid, gid, size }: BigIntStats): boolean {
  return (
    isSame(noted, 0, ctimeNs / SECOND) &&
    isSame(noted, 1, ctimeNs % SECOND) &&
    isSame(noted, 2, mtimeNs / SECOND) &&
    isSame(noted, 3, mtimeNs % SECOND) &&
    isSame(noted, 5, ino) &&
    isSame(noted, 7, uid) &&
    isSame(noted, 8, gid) &&
    isSame(noted, 9, size)
  );
}

/** What git notes of a file that it has just written. */
export function noteOf({ ctimeNs, mtimeNs, dev, ino, uid, gid, size }: BigIntStats, mode: string): Buffer {
  const noted = Buffer.alloc(40);
  const times = [ctimeNs / SECOND, ctimeNs % SECOND, mtimeNs / SECOND, mtimeNs % SECOND];
  const columns = [...times, dev, ino, BigInt(`0o${mode}`), uid, gid, size];
  for (const [column, value] of columns.entries()) noted.writeUInt32BE(Number(value & LOW_BITS), 4 * column);
  return noted;
}

const SECOND = 1_000_000_000n;

/** One of the ten numbers in an index, which have 32 bits. The device, the fifth, is left out by git, too. */
const isSame = (noted: Buffer, column: number, now: bigint): boolean =>
  noted.readUInt32BE(4 * column) === Number(now & LOW_BITS);

const LOW_BITS = 0xffff_ffffn;

export const notedSize = (noted: Buffer): number => noted.readUInt32BE(4 * 9);
