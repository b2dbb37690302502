import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { gitIn } from "./attack/a-run.ts";

/** What becomes of one commit: other words, another file (in it and in all that follow), or it goes, with its successors. */
export type Forgery = {
  message?: (text: string) => string;
  file?: readonly [path: string, change: (text: string) => string];
  drop?: number;
};

/** The plan's own commits, the approval first. */
export const commitsOf = (top: string, branch: string): string[] =>
  gitIn(top, "rev-list", "--reverse", `${gitIn(top, "merge-base", "main", branch).trim()}..${branch}`)
    .trim()
    .split("\n");

export const landed = (top: string, branch: string): string => gitIn(top, "rev-parse", branch).trim();

/** Rewrites the plan's branch as `forged`, as somebody would who may push: everything else stays byte for byte. */
export function forge(top: string, place: number, { message, file, drop = 0 }: Forgery, from = FROM): void {
  let parent = gitIn(top, "merge-base", "main", from).trim();
  for (const [index, id] of commitsOf(top, from).entries()) {
    if (index >= place && index < place + drop) continue;
    const bytes = gitIn(top, "cat-file", "commit", id);
    const end = bytes.indexOf("\n\n") + 2;
    const tree = /^tree (\S+)/.exec(bytes)?.[1] ?? "";
    const changed = file && index >= place ? withFile(top, tree, ...file) : tree;
    const head = bytes.slice(0, end).replace(/^tree \S+\nparent \S+/, `tree ${changed}\nparent ${parent}`);
    const text = bytes.slice(end);
    const told = message && index === place ? message(text) : text.replace(`Tree: ${tree}`, `Tree: ${changed}`);
    parent = written(top, "commit", `${head}${told}`);
  }
  gitIn(top, "update-ref", "refs/heads/forged", parent);
}

const FROM = "origin/plan/numbers";

function withFile(top: string, tree: string, path: string, change: (text: string) => string): string {
  const isThere = gitIn(top, "ls-tree", "-r", "--name-only", tree).split("\n").includes(path);
  const blob = written(top, "blob", change(isThere ? gitIn(top, "show", `${tree}:${path}`) : ""));
  const index = { ...process.env, GIT_INDEX_FILE: join(top, ".git/forgery") };
  const run = (...args: string[]) => spawnSync("git", args, { cwd: top, env: index, encoding: "utf8" }).stdout.trim();
  run("read-tree", tree);
  run("update-index", "--add", "--cacheinfo", `100644,${blob},${path}`);
  return run("write-tree");
}

function written(top: string, type: string, input: string): string {
  const args = ["hash-object", "-t", type, "-w", "--stdin"];
  return spawnSync("git", args, { cwd: top, input, encoding: "utf8" }).stdout.trim();
}
