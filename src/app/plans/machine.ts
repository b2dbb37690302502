import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { searchFolders } from "../../config/environment.ts";
import { homeFolder } from "../../config/home.ts";
import { parsePolicy } from "../../config/policy.ts";
import type { SyntaxFault, World } from "../../ports/world.ts";
import { repositoryConfig } from "../opening/repository-config.ts";
import { leadsOutside, repositoryOf, sizeOf } from "../opening/repository-paths.ts";
import { repositoryWords } from "./repository-words.ts";

/**
 * This machine, as seen from the repository that holds the plan, unless its work is done in another one. Throws
 * `Refused` for a broken configuration.
 */
export function machineAt(planPath: string, top = repositoryOf(planPath)): World {
  const folders = searchFolders();
  const { roles, agents, topics, contextWindow } = repositoryConfig(top);
  return {
    exists: cached((path) => existsSync(resolve(top, path))),
    sizeOf: cached((path) => sizeOf(resolve(top, path))),
    leadsOutside: cached((path) => leadsOutside(top, path)),
    mentions: repositoryWords(top, planPath),
    which: cached((tool) => folders.map((folder) => join(folder, tool)).find(isProgram) ?? null),
    bashSyntax: cached(atMost(MOST_QUESTIONS, askBash, NOT_ASKED)),
    roles,
    agents: [...new Set([...agents, ...ownAgents()])],
    topics,
    contextWindow,
  };
}

/** The agents of the person's policy. Whoever only reads a plan is not stopped by one that cannot be understood. */
function ownAgents(): string[] {
  try {
    const reading = parsePolicy(readFileSync(join(homeFolder(), "policy.yaml"), "utf8"));
    return reading.ok ? [...reading.policy.agents.keys()] : [];
  } catch {
    return [];
  }
}

/** Starting bash takes milliseconds, and a plan with this many contracts that our parser cannot read has said enough. */
const MOST_QUESTIONS = 100;
const NOT_ASKED: SyntaxFault = { message: "not looked at", offset: 0 };

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
