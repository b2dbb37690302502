import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { Blob, FileMode, TreeId, Trees } from "../../ports/git.ts";
import { openHarnessGit } from "../../workspace/git/harness-git.ts";
import { locateRepository } from "../../workspace/git/locate.ts";
import { treesOf } from "../../workspace/objects/trees.ts";

/** What a test puts into a tree: text, a script, a link, or null where a file is taken out. */
export type Content = string | { text: string; mode: FileMode } | null;
export type Files = Readonly<Record<string, Content>>;

export const executable = (text: string): Content => ({ text, mode: "100755" });
export const link = (target: string): Content => ({ text: target, mode: "120000" });

export type RealTrees = Trees & {
  /** A tree of these files, on top of another one. */
  plant(files: Files, onto?: TreeId): Promise<TreeId>;
  /** What a tree holds, as text, by path; submodules are left out. */
  show(tree: TreeId): Promise<Record<string, string>>;
};

/** Real git, in a repository that lives as long as the test file that calls this at its top. */
export async function realTrees(): Promise<RealTrees> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "planwright-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync("git", ["init", "-q", join(folder, "repository")]);
  const git = await openHarnessGit(locateRepository(join(folder, "repository")), join(folder, "harness"), {});
  const real = treesOf(git);

  // An object never changes, so asking git once for each is enough, and saves the suite most of its processes.
  const entries = remembered((tree: TreeId) => real.entries(tree));
  const written = remembered((text: string) => real.write(Buffer.from(text)));
  const changes = remembered((pair: string) => real.changes(pair.slice(0, 40), pair.slice(40)));
  const contents = new Map<string, Uint8Array>();
  const trees: RealTrees = {
    ...real,
    async read(blobs) {
      const unknown = [...new Set(blobs)].filter((id) => !contents.has(id));
      const found = unknown.length === 0 ? [] : await real.read(unknown);
      for (const [at, id] of unknown.entries()) contents.set(id, found[at] ?? new Uint8Array());
      return blobs.map((id) => contents.get(id) ?? new Uint8Array());
    },
    entries,
    changes: (from, to) => changes(from + to),
    async plant(files, onto = real.emptyTree) {
      const paths = new Map<string, Blob | null>();
      for (const [path, content] of Object.entries(files)) paths.set(path, await blobOf(content));
      return composed(`${onto} ${JSON.stringify([...paths])}`, onto, paths);
    },
    async show(tree) {
      const files = (await entries(tree)).filter(({ mode }) => mode !== "160000");
      const texts = await trees.read(files.map(({ id }) => id));
      return Object.fromEntries(files.map(({ path }, at) => [path, Buffer.from(texts[at] ?? []).toString()]));
    },
  };
  const known = new Map<string, TreeId>();
  const composed = async (key: string, onto: TreeId, paths: ReadonlyMap<string, Blob | null>): Promise<TreeId> => {
    const tree = known.get(key) ?? (await real.compose(onto, paths));
    known.set(key, tree);
    return tree;
  };
  const blobOf = async (content: Content): Promise<Blob | null> => {
    if (content === null) return null;
    const { text, mode } = typeof content === "string" ? { text: content, mode: "100644" as const } : content;
    return { mode, id: mode === "160000" ? text : await written(text) };
  };
  return trees;
}

function remembered<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (key) => {
    const answer = answers.get(key) ?? ask(key);
    answers.set(key, answer);
    return answer;
  };
}
