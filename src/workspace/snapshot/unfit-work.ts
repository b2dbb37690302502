import { WorkspaceError } from "../errors.ts";

/** Something lies in a work folder that no tree can hold, or that nobody can look at. `what` says what it is. */
export class UnfitWork extends WorkspaceError {
  readonly what: string;
  constructor(what: string, options?: ErrorOptions) {
    super("unfit-work", `the work folder holds ${what}; repair or remove it`, options);
    this.what = what;
  }
}

/** A path may be as long as the system takes, or longer. */
export const shortened = (text: string): string =>
  text.length > 300 ? `${text.slice(0, 150)} … ${text.slice(-150)}` : text;

/** In bytes. Linux takes 4,096 with everything above, macOS 1,024. */
export const LONGEST_PATH = 2048;
