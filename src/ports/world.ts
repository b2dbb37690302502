/** What the shell says about a command it cannot parse; `offset` counts characters of the command. */
export type SyntaxFault = { message: string; offset: number };

/**
 * All the verifier may know about the machine. Every answer is cached by the adapter; nothing a plan
 * contains is executed to find one.
 */
export interface World {
  /** Whether a path, relative to the repository's top folder, exists now. Globs are not expanded. */
  exists(path: string): boolean;
  /** Where a tool is found on PATH, or null. */
  which(tool: string): string | null;
  /** `bash -n` on a command our own parser could not read: null when bash accepts it, or when there is no bash. */
  bashSyntax(command: string): SyntaxFault | null;
}
