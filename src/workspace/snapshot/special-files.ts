import { walkFolder } from "../folders/walk-folder.ts";
import { shownPath } from "../git/nul-paths.ts";
import { isSpecial } from "./attribute-pipes.ts";

/**
 * New pipes, sockets and devices, which no tree can hold and git passes over without a word. `strangers` are in latin1; what
 * is at or below a path in `ignored` is not looked at.
 */
export function specialFiles(folder: string, strangers: readonly string[], ignored: ReadonlySet<string>): string[] {
  return strangers.flatMap((stranger) => {
    const top = shownPath(stranger);
    if (ignored.has(top)) return [];
    if (isSpecial(folder, stranger)) return [top];
    const found: string[] = [];
    walkFolder(
      `${folder}/${top}`,
      (path, kind) => {
        const isOne = kind === "fifo" || kind === "socket" || kind === "device";
        if (isOne && !ignored.has(`${top}/${path}`)) found.push(`${top}/${path}`);
      },
      (path) => !ignored.has(`${top}/${path}`) && !/(?:^|\/)\.git$/.test(path),
    );
    return found;
  });
}
