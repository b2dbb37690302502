/** What the exit status of every command means. */
export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;
