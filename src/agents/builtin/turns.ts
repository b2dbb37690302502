/**
 * Who may work at the same time: most may, in any number. One that must be alone waits for all that came before it, and all
 * that come after wait for it.
 */
export type Turns = { together<T>(work: () => Promise<T>): Promise<T>; alone<T>(work: () => Promise<T>): Promise<T> };

export function takingTurns(): Turns {
  let lastAlone: Promise<unknown> = Promise.resolve();
  let sinceThen: Promise<unknown>[] = [];
  return {
    together(work) {
      const done = lastAlone.then(work);
      sinceThen.push(done.catch(() => {}));
      return done;
    },
    alone(work) {
      const done = Promise.all([lastAlone, ...sinceThen]).then(work);
      lastAlone = done.catch(() => {});
      sinceThen = [];
      return done;
    },
  };
}
