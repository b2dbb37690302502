import { randomBytes } from "node:crypto";

/**
 * A thread that somebody else names: a part of a path, so it must be plain. Threads that are requested from it have its name
 * before the dot: they are kept together, and can be found again without a list of all threads.
 */
export const isThreadId = (text: string): boolean => /^[A-Za-z0-9][\w-]{0,63}(?:\.[0-9a-f]{12})?$/.test(text);

/** The thread that was there first. */
export const familyOf = (id: string): string => id.replace(/\..*$/, "");

export const newThreadOf = (id: string): string => `${familyOf(id)}.${randomBytes(6).toString("hex")}`;
