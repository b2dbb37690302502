/** What was opened under a name, and how it is closed. */
export type Opened<T> = { it: T; close(): Promise<void> };

/** Opens things when they are first asked for, each once, and closes all of them together, the last one first. */
export type OpenedOnce = {
  /** What failed to open is tried again when it is asked for again. A name always stands for the same kind of thing. */
  get<T>(name: string, open: () => Promise<Opened<T>>): Promise<T>;
  /** Waits for what is just being opened. One that cannot be closed leaves no other open. Twice changes nothing. */
  close(): Promise<void>;
};

export function openedOnce(): OpenedOnce {
  const opened = new Map<string, Promise<Opened<unknown>>>();
  return {
    async get<T>(name: string, open: () => Promise<Opened<T>>): Promise<T> {
      const known = opened.get(name) as Promise<Opened<T>> | undefined;
      if (known !== undefined) return (await known).it;
      const opening = open();
      opened.set(name, opening);
      try {
        return (await opening).it;
      } catch (error) {
        opened.delete(name);
        throw error;
      }
    },
    async close() {
      const all = [...opened.values()].reverse();
      opened.clear();
      const troubles: unknown[] = [];
      for (const opening of all) {
        const thing = await opening.catch(() => null);
        await thing?.close().catch((error: unknown) => troubles.push(error));
      }
      if (troubles.length > 0) throw troubles[0];
    },
  };
}
