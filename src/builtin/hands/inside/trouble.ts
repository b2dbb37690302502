import type { Outcome } from "./messages.ts";

/** Why a tool was not used as asked, in a sentence for the model. `refused`: it may not; `failed`: it did not work. */
export class Trouble extends Error {
  override readonly name = "Trouble";
  readonly state: Exclude<Outcome["state"], "done">;
  constructor(state: Trouble["state"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.state = state;
  }
}

/** Does something with a file; what the system says against it becomes a sentence that names it. */
export function about<T>(name: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof Trouble ? error : new Trouble("failed", sentence(name, error), { cause: error });
  }
}

function sentence(name: string, error: unknown): string {
  const code = codeOf(error);
  return `${name} ${MEANING[code] ?? `cannot be used (${code === "" ? String(error) : code})`}`;
}

export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? "";

const MEANING: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist: a file is on its way",
  EISDIR: "is a folder",
  EROFS: "is read-only here",
  EACCES: "is read-only here, or closed to you",
  EPERM: "is read-only here, or closed to you",
  EBUSY: "is protected: it cannot be changed here",
  ETXTBSY: "is a program that runs at the moment",
  EEXIST: "exists already",
  ELOOP: "is a link that leads nowhere",
  ENAMETOOLONG: "has too long a name",
  ENOSPC: "cannot be written: no room is left",
  EDQUOT: "cannot be written: no room is left",
  EFBIG: "cannot be written: it is larger than files may be here",
  ENXIO: "is no file that can be read",
};
