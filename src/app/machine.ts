import { spawnSync } from "node:child_process";
import { existsSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, join, resolve, sep } from "node:path";
import { searchPath } from "../config/environment.ts";
import type { SyntaxFault, World } from "../ports/world.ts";

/** This machine, as seen from the repository that holds the plan. */
export function machineAt(planPath: string): World {
  const top = repositoryOf(planPath);
  const folders = searchPath().split(delimiter).filter(Boolean);
  return {
    exists: cached((path) => existsSync(resolve(top, path))),
    sizeOf: cached((path) => sizeOf(resolve(top, path))),
    leadsOutside: cached((path) => leadsOutside(top, path)),
    mentions: () => true,
    which: cached((tool) => folders.map((folder) => join(folder, tool)).find(isProgram) ?? null),
    bashSyntax: cached(atMost(MOST_QUESTIONS, askBash, NOT_ASKED)),
    roles: ROLES,
    agents: AGENTS,
    topics: [],
    contextWindow: () => 200_000,
    history: [],
  };
}

const ROLES =
  "planner developer coder backend frontend devops dod-checker reviewer tester spec-updater orchestrator".split(" ");
const AGENTS = ["builtin", "claude-code", "codex", "opencode", "gemini"];

function sizeOf(path: string): number | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : null;
}

/** Whether the longest part of the path that exists is somewhere else than it seems. */
function leadsOutside(top: string, path: string): boolean {
  for (let place = resolve(top, path); place.length > top.length; place = dirname(place)) {
    if (!existsSync(place)) continue;
    const real = realpathSync(place);
    const home = realpathSync(top);
    return real !== home && !real.startsWith(`${home}${sep}`);
  }
  return false;
}

/** Starting bash takes milliseconds, and a plan with this many contracts that our parser cannot read has said enough. */
const MOST_QUESTIONS = 100;
const NOT_ASKED: SyntaxFault = { message: "not looked at", offset: 0 };

/** The nearest folder above with a `.git`; without one, the folder the plan lies in. */
function repositoryOf(planPath: string): string {
  const start = statSync(planPath).isDirectory() ? resolve(planPath) : dirname(resolve(planPath));
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return start;
  }
}

/** Asked for every folder on PATH, so the usual "no" must not cost an exception. */
function isProgram(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true && (stats.mode & 0o111) !== 0;
  } catch {
    // A folder that may not be looked into holds no program for us.
    return false;
  }
}

/**
 * `bash -n` reads and never runs. The script comes on stdin, so its length has no limit. Bash ends with 0 on some
 * faults it complains about, such as a broken `[[ … ]]`; an open here-document is the one complaint it means lightly.
 */
function askBash(command: string): SyntaxFault | null {
  const { stderr } = spawnSync("bash", ["-n"], { input: command, encoding: "utf8", timeout: 2000 });
  const complaint = (stderr ?? "").split("\n").find((line) => line !== "" && !line.includes("here-document"));
  if (complaint === undefined) return null;
  const match = /line (\d+): (.*)/.exec(complaint);
  const line = Number(match?.[1] ?? 1);
  const above = command
    .split("\n")
    .slice(0, line - 1)
    .join("\n");
  return { message: match?.[2] ?? complaint, offset: line > 1 ? Math.min(above.length + 1, command.length) : 0 };
}

function cached<T>(ask: (question: string) => T): (question: string) => T {
  const answers = new Map<string, T>();
  return (question) => {
    const known = answers.get(question);
    if (known !== undefined) return known;
    const answer = ask(question);
    answers.set(question, answer);
    return answer;
  };
}

function atMost<T>(times: number, ask: (question: string) => T, otherwise: T): (question: string) => T {
  let asked = 0;
  return (question) => (asked++ < times ? ask(question) : otherwise);
}
