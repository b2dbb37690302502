import { lstatSync, mkdirSync, readlinkSync, symlinkSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Mount } from "../../ports/sandbox.ts";

/**
 * Without a sandbox nothing can be mounted, so installed dependencies are linked into the work tree where nothing lies.
 * The returned function takes the links away again, before anybody looks at what is left.
 */
export function linkDependencies(workTree: string, top: string, dependencies: readonly Mount[]): () => void {
  const links = dependencies.flatMap(({ show, at }) => {
    if (!at.startsWith(`${top}/`)) return [];
    const link = join(workTree, at.slice(top.length));
    if (lstatSync(link, { throwIfNoEntry: false })) return [];
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(show, link);
    return [{ link, show }];
  });
  return () => {
    for (const { link, show } of links) if (isLinkTo(link, show)) unlinkSync(link);
  };
}

const isLinkTo = (path: string, target: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true && readlinkSync(path) === target;
