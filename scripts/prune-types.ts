import { readdir, readFile, rm } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

// tsc writes the types of every file that the library runs. Only those that its own types name are shipped.

const types = join(import.meta.dirname, "../dist/types");
const needed = new Set<string>();
await need(join(types, "app/plans/verify.d.ts"));

for (const entry of await readdir(types, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  const isNeeded = [...needed].some((file) => file === path || !relative(path, file).startsWith(".."));
  if (!isNeeded) await rm(path, { recursive: true, force: true });
}

async function need(file: string): Promise<void> {
  if (needed.has(file)) return;
  needed.add(file);
  const text = await readFile(file, "utf8");
  const named = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path = ""]) => path);
  await Promise.all(named.map((path) => need(resolve(dirname(file), path.replace(/\.[cm]?[jt]s$/, ".d.ts")))));
}
