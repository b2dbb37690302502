import { startProgram } from "./start-program.ts";
import { Trouble } from "./trouble.ts";

/** What git answered: everything, or as much as anybody reads. `ok` is false when it did not like the question. */
export type GitAnswer = { ok: boolean; stdout: Buffer; stderr: string };

/** Asks git about the tree. Nothing of the repository's settings is started, and nothing is written. */
export function askGit(tree: string, ...args: string[]): Promise<GitAnswer> {
  const child = startProgram(["git", ...QUIETLY, ...args], tree, ["pipe", "pipe"]);
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  let length = 0;
  child.stdout?.on("data", (bytes: Buffer) => {
    length += bytes.length;
    stdout.push(bytes);
    if (length > MOST_BYTES) child.kill("SIGKILL");
  });
  child.stderr?.on("data", (bytes: Buffer) => void (stderr.length < 100 && stderr.push(bytes)));
  const timer = setTimeout(() => child.kill("SIGKILL"), MILLISECONDS);
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new Trouble("failed", `git cannot be started: ${error.message}`)));
    child.once("close", (code) => {
      clearTimeout(timer);
      // What is cut here is far more than is ever shown.
      const ok = code === 0 || length > MOST_BYTES;
      resolve({ ok, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString("utf8").trim() });
    });
  });
}

const QUIETLY = [
  ...["--no-pager", "--literal-pathspecs", "--no-optional-locks"],
  ...["-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", "color.ui=false"],
];

const MOST_BYTES = 32 * 1024 * 1024;
const MILLISECONDS = 30_000;
