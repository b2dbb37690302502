import { isAbsolute } from "node:path";
import { searchFolders, variable } from "../config/environment.ts";
import { answerTo } from "./agent-answer.ts";

/**
 * The person's variables, as agents may ask for them. Of those that let an agent in (`names`), any that the environment
 * has are enough; only without one is the keychain of the operating system asked. Nothing is written anywhere.
 */
export async function keysFor(names: readonly string[]): Promise<(name: string) => string | null> {
  if (names.every((name) => variable(name) === null)) await Promise.all(names.map(lookUp));
  const found = new Map(await Promise.all(names.map(async (name) => [name, await (asked.get(name) ?? null)] as const)));
  return (name) => variable(name) ?? found.get(name) ?? null;
}

/** Asked once per process: a keychain may have to be unlocked by hand. */
const asked = new Map<string, Promise<string | null>>();

function lookUp(name: string): Promise<string | null> {
  const answer = asked.get(name) ?? askKeychain(name);
  asked.set(name, answer);
  return answer;
}

const LONGEST_SECONDS = 3;

/** A tool that is not installed, a keychain that is locked or has no such key: all of them mean that there is none. */
async function askKeychain(name: string): Promise<string | null> {
  // Packages of a repository put programs on PATH, too, and those are not asked for keys.
  const search = searchFolders().filter((folder) => isAbsolute(folder) && !folder.includes("/node_modules/"));
  const argv = keychainQuestion(process.platform, name);
  const answer = await answerTo({ argv, search, seconds: LONGEST_SECONDS });
  return answer?.replace(/\r?\n$/, "") || null;
}

export const keychainQuestion = (platform: NodeJS.Platform, name: string): string[] =>
  platform === "darwin"
    ? ["security", "find-generic-password", "-s", "planwright", "-a", name, "-w"]
    : ["secret-tool", "lookup", "service", "planwright", "account", name];
