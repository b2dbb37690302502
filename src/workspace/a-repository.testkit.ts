import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tempFolder } from "../../test/temp-folder.ts";
import { type HarnessGit, openHarnessGit } from "./git/harness-git.ts";
import { locateRepository } from "./git/locate.ts";

/** What a test puts at a path: text, a script, a link, or nothing where a file is taken away. */
export type Content = string | Uint8Array | { script: string } | { link: string } | null;
export type Files = Readonly<Record<string, Content>>;

/** A working tree with bare git in it, as a person would use it. */
export type Repository = {
  path: string;
  /** Runs git there and gives what it printed, without the last newline. Throws when it fails. */
  git(...args: string[]): string;
  gitWith(options: { input?: Uint8Array; env?: Record<string, string>; mayFail?: boolean }, ...args: string[]): string;
  write(files: Files): void;
  /** Writes these files and commits everything there is. */
  commit(files?: Files, message?: string): string;
};

/** A new repository that lives as long as the running test; nothing is committed yet. */
export function aRepository(...initOptions: string[]): Repository {
  const path = join(tempFolder(), "repository");
  mkdirSync(path);
  const repository = repositoryAt(path);
  repository.git("init", "-q", "-b", "main", ...initOptions);
  return repository;
}

export function repositoryAt(path: string): Repository {
  const gitWith: Repository["gitWith"] = ({ input, env, mayFail = false }, ...args) => {
    const ran = spawnSync("git", args, { cwd: path, input, env: { ...ENVIRONMENT, ...env }, maxBuffer: 1 << 28 });
    if (ran.status !== 0 && !mayFail) throw new Error(`git ${args.join(" ")}: ${ran.stderr}`);
    return ran.stdout.toString("utf8").replace(/\n$/, "");
  };
  const git: Repository["git"] = (...args) => gitWith({}, ...args);
  const write = (files: Files) => {
    for (const [name, content] of Object.entries(files)) put(join(path, name), content);
  };
  return {
    path,
    git,
    gitWith,
    write,
    commit(files = {}, message = "a commit") {
      write(files);
      git("add", "--all");
      git("commit", "-q", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD");
    },
  };
}

/** Another working tree of the same repository, on a new branch. */
export function linkedWorktree(repository: Repository, branch: string): Repository {
  const path = `${repository.path}-${branch}`;
  repository.git("worktree", "add", "-q", "-b", branch, path);
  return repositoryAt(path);
}

/** A clone of it, made with these options. */
export function cloneOf(repository: Repository, ...options: string[]): Repository {
  const path = `${repository.path}-clone`;
  repository.git("clone", "-q", ...options, `file://${repository.path}`, path);
  return repositoryAt(path);
}

/** The harness's git for a repository, in a folder of its own. */
export const harnessFor = (repository: Repository): Promise<HarnessGit> =>
  openHarnessGit(locateRepository(repository.path), join(tempFolder(), "harness"));

const ENVIRONMENT = {
  PATH: process.env.PATH ?? "",
  HOME: "/nonexistent",
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_AUTHOR_DATE: "1700000000 +0100",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.org",
  GIT_COMMITTER_DATE: "1700000000 +0100",
  GIT_ALLOW_PROTOCOL: "file",
};

function put(path: string, content: Content): void {
  rmSync(path, { recursive: true, force: true });
  if (content === null) return;
  mkdirSync(dirname(path), { recursive: true });
  if (typeof content === "string" || content instanceof Uint8Array) return writeFileSync(path, content);
  if ("link" in content) return symlinkSync(content.link, path);
  writeFileSync(path, `#!/bin/sh\n${content.script}\n`);
  chmodSync(path, 0o755);
}
