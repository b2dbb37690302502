import { createHash } from "node:crypto";
import type { Blob, TreeEntry, TreeId } from "../../ports/git.ts";
import { bytesOf } from "../../std/path-bytes.ts";

/** How git would name the tree with these files; nothing is stored, and nothing has to be there. */
export function treeIdOf(entries: readonly TreeEntry[], like: TreeId): TreeId {
  const algorithm = like.length === 40 ? "sha1" : "sha256";
  return folderId(
    entries.map(({ path, mode, id }) => ({ names: path.split("/"), mode, id })),
    0,
    algorithm,
  );
}

type Placed = Pick<Blob, "id"> & { mode: string; names: readonly string[] };

function folderId(files: readonly Placed[], depth: number, algorithm: string): TreeId {
  const items = [...Map.groupBy(files, ({ names }) => names[depth] ?? "")].map(([name, below]) => {
    const [first] = below;
    if (first?.names.length === depth + 1) return { name: bytesOf(name), mode: first.mode, id: first.id };
    return { name: bytesOf(name), mode: "40000", id: folderId(below, depth + 1, algorithm) };
  });
  items.sort((a, b) => Buffer.compare(sortedAs(a), sortedAs(b)));
  const body = Buffer.concat(
    items.flatMap(({ name, mode, id }) => [Buffer.from(`${mode} `), name, Buffer.of(0), Buffer.from(id, "hex")]),
  );
  return createHash(algorithm).update(`tree ${body.length}\0`).update(body).digest("hex");
}

/** Git takes a folder for a name that ends with a slash. */
const sortedAs = ({ name, mode }: { name: Buffer; mode: string }): Buffer =>
  mode === "40000" ? Buffer.concat([name, Buffer.from("/")]) : name;
