/** What the exit status of every command means. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  needsPerson: 3,
  unverified: 4,
  budget: 5,
  tampered: 6,
  /** A fault of our own, as `sysexits.h` has it: nothing is said about the plan. */
  fault: 70,
  interrupted: 130,
} as const;

/** How a command tells `main` the exit status it wants. */
export type Exit = (code: number) => void;
