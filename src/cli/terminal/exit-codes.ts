/** What the exit status of every command means. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  needsPerson: 3,
  unverified: 4,
  budget: 5,
  tampered: 6,
  interrupted: 130,
} as const;

/** How a command tells `main` the exit status it wants. */
export type Exit = (code: number) => void;
