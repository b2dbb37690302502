import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { tempFolder } from "../../../test/temp-folder.ts";
import type { Blob, FileMode, TreeEntry, TreeId, Trees } from "../../ports/git.ts";

/** What a test puts into a tree: text, a script, a link, or nothing where a file is taken out. */
export type Content = string | { text: string; mode: FileMode } | null;
export type Files = Readonly<Record<string, Content>>;

export const executable = (text: string): Content => ({ text, mode: "100755" });
export const link = (target: string): Content => ({ text: target, mode: "120000" });

export type RealTrees = Trees & {
  /** A tree of these files, on top of another one. */
  plant(files: Files, onto?: TreeId): Promise<TreeId>;
  /** What a tree holds, as text, by path. */
  show(tree: TreeId): Promise<Record<string, string>>;
};

/** Real git in a bare repository that lives as long as the running test. */
export function realTrees(): RealTrees {
  const folder = tempFolder();
  const index = join(folder, "scratch-index");
  const git = (args: readonly string[], input: string | Uint8Array = ""): Buffer => {
    const env = { PATH: process.env.PATH, GIT_DIR: folder, GIT_INDEX_FILE: index, GIT_CONFIG_NOSYSTEM: "1", HOME: folder };
    const { status, stdout, stderr } = spawnSync("git", args, { input, env, maxBuffer: 1 << 28 });
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  git(["init", "-q", "--bare", folder]);
  const emptyTree = git(["hash-object", "-t", "tree", "-w", "--stdin"]).toString().trim();

  const trees: RealTrees = {
    emptyTree,
    treeOf: async (commit) => git(["rev-parse", `${commit}^{tree}`]).toString().trim(),
    entries: async (tree) =>
      git(["ls-tree", "-r", "-z", tree])
        .toString()
        .split("\0")
        .filter((line) => line !== "")
        .map((line): TreeEntry => {
          const [head = "", path = ""] = line.split("\t");
          const [mode = "", , id = ""] = head.split(" ");
          return { mode: mode as FileMode, id, path };
        }),
    read: async (blobs) => blobs.map((id) => git(["cat-file", "blob", id])),
    async changes(from, to) {
      const [before, after] = [await byPath(from), await byPath(to)];
      return [...new Set([...before.keys(), ...after.keys()])]
        .sort()
        .map((path) => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null }))
        .filter((change) => change.before?.id !== change.after?.id || change.before?.mode !== change.after?.mode);
    },
    async compose(tree, paths) {
      git(["read-tree", tree]);
      const gone = [...paths].filter(([, blob]) => blob === null);
      const kept = [...paths].filter(([, blob]) => blob !== null);
      const lines = [...gone, ...kept].map(([path, blob]) => `${blob?.mode ?? 0} ${blob?.id ?? "0".repeat(40)}\t${path}\0`);
      git(["update-index", "-z", "--index-info"], lines.join(""));
      return git(["write-tree", "--missing-ok"]).toString().trim();
    },
    write: async (bytes) => git(["hash-object", "-w", "--stdin"], bytes).toString().trim(),
    async plant(files, onto = emptyTree) {
      const paths = new Map<string, Blob | null>();
      for (const [path, content] of Object.entries(files)) {
        const { text, mode } = typeof content === "string" ? { text: content, mode: "100644" as const } : (content ?? { text: "", mode: null });
        const id = mode === "160000" ? text : mode === null ? "" : await trees.write(Buffer.from(text));
        paths.set(path, mode === null ? null : { mode, id });
      }
      return trees.compose(onto, paths);
    },
    async show(tree) {
      const entries = await trees.entries(tree);
      const texts = await trees.read(entries.filter(({ mode }) => mode !== "160000").map(({ id }) => id));
      const files = entries.filter(({ mode }) => mode !== "160000");
      return Object.fromEntries(files.map(({ path }, at) => [path, Buffer.from(texts[at] ?? []).toString()]));
    },
  };
  const byPath = async (tree: TreeId): Promise<Map<string, Blob>> =>
    new Map((await trees.entries(tree)).map(({ path, mode, id }) => [path, { mode, id }]));
  return trees;
}
