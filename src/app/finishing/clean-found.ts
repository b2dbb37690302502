/** Something that can go, in words, and the bytes that it frees on the disk. */
export type Rest = { what: string; bytes: number };
type Removable = Rest & { remove(): Promise<void> | void };
/** What stays, and why. */
export type Kept = { what: string; why: string };

export type Found = { goes: Removable[]; stays: Kept[] };
