/**
 * Who may work at the same time: most may, in any number. One that must be alone waits for all that came before it, and all
 * that come after wait for it.
 */
export type Turns = { together<T>(work: () => Promise<T>): Promise<T>; alone<T>(work: () => Promise<T>): Promise<T> };

export function takingTurns(): Turns {
  let lastAlone: Promise<unknown> = Promise.resolve();
  let allBefore: Promise<unknown> = lastAlone;
  return {
    together(work) {
      const done = lastAlone.then(work);
      allBefore = Promise.allSettled([allBefore, done]).then(() => {});
      return done;
    },
    alone(work) {
      const done = allBefore.then(work);
      lastAlone = done.catch(() => {});
      allBefore = lastAlone;
      return done;
    },
  };
}
