import { runInTheForeground } from "../../programs/in-the-foreground.ts";
import { type RunOutput, runProgram } from "../../programs/run-program.ts";

/** A checkout of the person's, and the environment in which they would type a command there. */
export type PersonCheckout = { top: string; env: Readonly<Record<string, string>> };

/**
 * Git as the person has it, with their settings, credentials and filters, for what is theirs: their checkout and their
 * remotes. Hooks are skipped, and it tidies nothing up.
 */
export const personGit = ({ top, env }: PersonCheckout, args: readonly string[]): Promise<RunOutput> =>
  runProgram(["git", ...PLAIN, ...args], { cwd: top, env: { ...here(env), GIT_TERMINAL_PROMPT: "0" } });

/** The same with the person's terminal, so that it may ask for a password. Gives its exit status. */
export const personGitAtTerminal = ({ top, env }: PersonCheckout, args: readonly string[]): Promise<number> =>
  runInTheForeground(["git", ...PLAIN, ...args], { cwd: top, env: here(env) });

const PLAIN = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "gc.auto=0",
  "maintenance.auto=false",
  // Git would advise to pull into a branch that only Planwright writes.
  "advice.pushUpdateRejected=false",
].flatMap((setting) => ["-c", setting]);

/** Whoever calls us from a hook or an alias has told git about another place. */
const here = (env: PersonCheckout["env"]): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !ELSEWHERE.has(name)));

const ELSEWHERE = new Set([
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_NAMESPACE",
  "GIT_PREFIX",
]);
