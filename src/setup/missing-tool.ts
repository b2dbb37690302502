import { existsSync } from "node:fs";
import { join } from "node:path";

/** Which program a shell could not find, by what it printed; null when it did not say. */
export function missingToolIn(log: string): string | null {
  const said = [...log.matchAll(/(?:^|: )([^\s:]+): (?:command )?not found$/gm)].at(-1)?.[1];
  return said ?? /^(?:\/usr\/bin\/)?env: [‘'"]?([^\s’'":]+)[’'"]?: No such file or directory$/m.exec(log)?.[1] ?? null;
}

export type Whereabouts = {
  /** The person's PATH, and the part of it that a set-up has. */
  searched: readonly string[];
  shown: readonly string[];
  /** The top folder of the checkout. */
  top: string;
};

/** Why a set-up could not find a program that it names, and what helps. */
export function whereToolIs(tool: string, { searched, shown, top }: Whereabouts): string {
  const folder = searched.find((each) => !shown.includes(each) && existsSync(join(each, tool)));
  if (folder === undefined) return `\`${tool}\` is not on your PATH; install it`;
  if (folder === top || folder.startsWith(`${top}/`)) {
    return `your PATH has \`${tool}\` in ${folder}, and no program is taken from the repository by its name; write its path`;
  }
  return `your PATH has \`${tool}\` in ${folder}, which is not shown because it may hold secrets; install it elsewhere`;
}
