import { chmodSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a file shall be: a text, bytes, a program, a link, or nothing any more. */
export type Content = string | Uint8Array | { program: string } | { link: string } | null;
export type Files = Readonly<Record<string, Content>>;

/** Writes into a folder as a worker does. Never through a link: one that is in the way goes. */
export function put(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    removeLinksOn(folder, path);
    rmSync(file, { recursive: true, force: true });
    if (content === null) continue;
    mkdirSync(dirname(file), { recursive: true });
    if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(file, content);
    else if ("link" in content) symlinkSync(content.link, file);
    else {
      writeFileSync(file, content.program);
      chmodSync(file, 0o755);
    }
  }
}

function removeLinksOn(folder: string, path: string): void {
  const names = path.split("/").slice(0, -1);
  for (const [at] of names.entries()) {
    const above = join(folder, ...names.slice(0, at + 1));
    if (lstatSync(above, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(above);
  }
}
