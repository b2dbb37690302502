import type { RunId } from "../record/run.ts";

/** The last values that this process has kept under a key. They never change, so nobody need ask the database for them. */
export type OwnEffects = {
  note(run: RunId, key: string, value: unknown): void;
  find<T>(run: RunId, key: string): { value: T } | undefined;
};

export function ownEffects(): OwnEffects {
  const known = new Map<string, string>();
  return {
    note(run, key, value) {
      known.set(nameOf(run, key), JSON.stringify(value ?? null));
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    },
    find<T>(run: RunId, key: string) {
      const text = known.get(nameOf(run, key));
      // As everybody else will read it, and nobody else's to change.
      return text === undefined ? undefined : { value: JSON.parse(text) as T };
    },
  };
}

const nameOf = (run: RunId, key: string): string => `${run} ${key}`;

/** More than two steps keep. */
const MOST = 16;
