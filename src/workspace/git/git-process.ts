import { spawn } from "node:child_process";
import { existsSync, readlinkSync, realpathSync } from "node:fs";
import { constants } from "node:os";
import { basename, dirname, join } from "node:path";
import { runProgram } from "../../programs/run-program.ts";
import { WorkspaceError } from "../errors.ts";

export type GitOptions = {
  gitDir: string;
  workTree?: string;
  index?: string;
  input?: Uint8Array | Promise<Uint8Array>;
  env?: Readonly<Record<string, string>>;
  /** Where git runs; else the working tree, else the git directory. */
  cwd?: string;
  signal?: AbortSignal;
  /** Exit codes that are answers; any other throws. Only 0 unless told. */
  allowed?: readonly number[];
};
export type GitOutput = { code: number; stdout: Buffer; stderr: string };

/**
 * Runs git to its end, in an environment built from nothing. When the signal is heard, git is asked to stop (it then
 * takes its lock files away), and the signal's reason is thrown once it is gone.
 */
export async function runGit(args: readonly string[], options: GitOptions): Promise<GitOutput> {
  options.signal?.throwIfAborted();
  const output = await finished(args, options);
  options.signal?.throwIfAborted();
  if ((options.allowed ?? [0]).includes(output.code)) return output;
  throw explained(args, output, options);
}

/** What `git version` says, such as `2.39.5`. */
export async function gitVersion(): Promise<string> {
  const { stdout } = await runGit(["version"], { gitDir: "/nonexistent", cwd: "/" });
  return stdout.toString("utf8").replace("git version ", "").trim();
}

/** Git that answers questions until its input ends; only for whoever reads all it says. */
export function startGit(args: readonly string[], options: GitOptions) {
  const cwd = options.cwd ?? options.workTree ?? options.gitDir;
  return spawn(gitProgram(FOLDERS), args, { cwd, env: environment(options), stdio: "pipe" });
}

async function finished(args: readonly string[], options: GitOptions): Promise<GitOutput> {
  const cwd = options.cwd ?? options.workTree ?? options.gitDir;
  if (!existsSync(cwd)) throw notStarted(new Error("no such folder"), cwd);
  const { input, signal } = options;
  const { status, stdout, stderr } = await runProgram([gitProgram(FOLDERS), ...args], {
    ...{ cwd, env: environment(options), stopWith: "SIGTERM" },
    ...(input && { input }),
    ...(signal && { signal }),
  }).catch((error) => Promise.reject(notStarted(error, cwd)));
  const said = stderr.toString("utf8");
  const isEnded = status > USAGE_ERROR;
  return { code: status, stdout, stderr: isEnded ? `${said}git was ended by ${signalName(status - 128)}` : said };
}

/** The highest with which git ends by itself. */
const USAGE_ERROR = 129;

/** Looked up by ourselves, so that git can be run with no programs in its reach. */
export function gitProgram(folders: readonly string[]): string {
  const program = folders.map((folder) => join(folder, "git")).find((path) => existsSync(path));
  if (program === undefined) throw new WorkspaceError("no-git", `no git program in ${folders.join(", ")}; install git`);
  return program;
}

const FOLDERS = ["/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin"];

/**
 * Nothing of the person's environment, home or system configuration reaches git: none of them can name a program to
 * run, another object store or another index.
 */
const environment = ({ gitDir, workTree, index, env }: GitOptions): Record<string, string> => ({
  PATH: FOLDERS.join(":"),
  HOME: "/nonexistent",
  LC_ALL: "C",
  GIT_DIR: gitDir,
  ...(workTree !== undefined && { GIT_WORK_TREE: workTree }),
  ...(index !== undefined && { GIT_INDEX_FILE: index }),
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  // A mere look must not take the index lock from somebody who writes.
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  // Git before 2.45 does not know the first of these; the second stops its fetch all the same.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "",
  GIT_LITERAL_PATHSPECS: "1",
  ...env,
});

const signalName = (number: number): string =>
  Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}`;

export function notStarted(error: Error, cwd: string): WorkspaceError {
  if (!existsSync(cwd)) return new WorkspaceError("git-failed", `no folder ${cwd} to run git in`, { cause: error });
  return new WorkspaceError("git-failed", `git could not be started: ${error.message}`, { cause: error });
}

/** What a git that failed means. */
export function explained(
  args: readonly string[],
  { code, stderr }: GitOutput,
  options: Partial<Pick<GitOptions, "gitDir" | "index">> = {},
): WorkspaceError {
  const cause = new Error(`git ${args.join(" ")} (exit ${code}): ${stderr.trim()}`);
  const fail = (kind: WorkspaceError["code"], message: string) => new WorkspaceError(kind, message, { cause });

  if (/No space left on device|Disk quota exceeded/.test(stderr))
    return fail("disk-full", "the disk is full; make room and try again");
  const lock = /Unable to create '(.+\.lock)': File exists/.exec(stderr)?.[1];
  if (lock !== undefined)
    return fail(
      "locked",
      `${whereItIs(lock)} exists: another git is at work, or one has crashed; if none runs, delete that file`,
    );
  if (NOT_WRITABLE.test(stderr))
    return fail(
      "read-only",
      `${whereItIs(join(options.gitDir ?? "", "objects"))} cannot be written to: ${sentence(stderr)}`,
    );
  if (BROKEN_INDEX.test(stderr))
    return fail("broken-index", `${options.index} is damaged; move it away and run \`git reset\``);
  if (MISSING.test(stderr)) return fail("missing-object", `an object is not in this repository: ${sentence(stderr)}`);
  if (BROKEN_OBJECT.test(stderr))
    return fail("broken-object", `an object of this repository is damaged; \`git fsck\` names it: ${sentence(stderr)}`);
  return fail("git-failed", `git ${args[0]} failed: ${sentence(stderr) || `exit code ${code}`}`);
}

/** Git names a file by the way it went, which may lead through a link of ours; people need the file itself. */
function whereItIs(path: string): string {
  const [, named = path, lock = ""] = /^(.*?)(\.lock)?$/s.exec(path) ?? [];
  try {
    return `${readlinkSync(named)}${lock}`;
  } catch {
    return existsSync(path) ? join(realpathSync(dirname(path)), basename(path)) : path;
  }
}

const NOT_WRITABLE =
  /insufficient permission for adding an object|unable to (?:create temporary|write) file: (?:Read-only|Permission)/i;
const BROKEN_INDEX = /bad signature 0x|index file corrupt|index file smaller than expected|bad index (?:file|version)/;
const BROKEN_OBJECT =
  /inflate: |(?:loose|packed) object \S+ .*is corrupt|garbage at end of loose object|hash mismatch|unable to (?:unpack|parse) \S+ header|corrupt loose object/;

const MISSING =
  /promisor|: bad file|not a tree object|missing (?:object|blob|tree|commit)|bad object|invalid object|unable to (?:read|find) (?:tree|blob|sha1|object|[0-9a-f]{40})|could not read (?:object|[0-9a-f]{40})|not a valid object name|nonexistent object/i;

/** What git says first is the reason; what follows is mostly advice. */
const sentence = (stderr: string): string =>
  (stderr.split("\n").find((line) => /^(?:fatal|error): /.test(line)) ?? stderr.trim().split("\n")[0] ?? "").replace(
    /^(?:fatal|error): /,
    "",
  );
