import type { Place } from "./place.ts";
import type { ShellWord } from "./shell-word.ts";

/** A program or builtin that some part of a contract runs. */
export type Invocation = Place & {
  name: ShellWord;
  args: readonly ShellWord[];
  /**
   * The folder it runs in, from the repository's top (`""`); begins with `/`, `~` or `..` when it left the repository.
   * Null when only running the script can tell.
   */
  folder: string | null;
  /** Whether PATH finds it; a project's own runner (`npx`, `uv run`) finds the others. */
  isOnPath: boolean;
  /** Behind a `!`, so that its failure is what the contract asks for. */
  isNegated: boolean;
};

/** `/usr/bin/curl` is `curl`; empty for a program whose name is not certain. */
export function programOf({ name }: Invocation): string {
  const text = name.text ?? "";
  return text.slice(text.lastIndexOf("/") + 1);
}
