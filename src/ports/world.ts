/** What the shell says about a command it cannot parse; `offset` counts characters of the command. */
export type SyntaxFault = { message: string; offset: number };

/**
 * All the verifier may know about the machine and the repository. Every answer is cached by the adapter; nothing a plan
 * contains is executed to find one. Paths are relative to the repository's top folder; globs are not expanded.
 */
export interface World {
  exists(path: string): boolean;
  /** Bytes of a file; null for what is no file, or is not there. */
  sizeOf(path: string): number | null;
  /** Whether a path that stays inside the repository by its name leaves it by a symbolic link. */
  leadsOutside(path: string): boolean;
  /** Whether any file of the repository has this word in it; true when nobody can say. */
  mentions(word: string): boolean;
  /** Where a tool is found on PATH, or null. */
  which(tool: string): string | null;
  /** `bash -n` on a command our own parser could not read: null when bash accepts it, or when there is no bash. */
  bashSyntax(command: string): SyntaxFault | null;
  /** Names that a step may use: built in, or the repository's own. */
  roles: readonly string[];
  agents: readonly string[];
  topics: readonly string[];
  /** Tokens that the model behind a role can take in. */
  contextWindow(role: string): number;
}
