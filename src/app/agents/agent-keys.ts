import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { variable } from "../../config/environment.ts";
import { answerTo } from "./agent-answer.ts";

/** `tree` is the repository's top folder; `folders` are those in which the keychain's tool is looked for. */
export type KeychainPlace = { tree: string; folders?: readonly string[] };

/**
 * The person's variables, as agents may ask for them. Of those that let an agent in (`names`), any that the environment
 * has are enough; only without one is the keychain of the operating system asked. Nothing is written anywhere.
 */
export async function keysFor(
  names: readonly string[],
  place: KeychainPlace,
): Promise<(name: string) => string | null> {
  if (names.every((name) => variable(name) === null)) await Promise.all(names.map((name) => lookUp(name, place)));
  const found = new Map(await Promise.all(names.map(async (name) => [name, await (asked.get(name) ?? null)] as const)));
  return (name) => variable(name) ?? found.get(name) ?? null;
}

/** Asked once per process: a keychain may have to be unlocked by hand. */
const asked = new Map<string, Promise<string | null>>();

function lookUp(name: string, place: KeychainPlace): Promise<string | null> {
  const answer = asked.get(name) ?? askKeychain(name, place);
  asked.set(name, answer);
  return answer;
}

const LONGEST_SECONDS = 3;

/** A tool that is not installed, a keychain that is locked or has no such key: all of them mean that there is none. */
async function askKeychain(name: string, { tree, folders = SYSTEM_FOLDERS }: KeychainPlace): Promise<string | null> {
  const [tool, ...words] = keychainQuestion(process.platform, name);
  const program = toolIn(folders, tool, tree);
  if (program === null) return null;
  const answer = await answerTo({ argv: [program, ...words], search: folders, seconds: LONGEST_SECONDS });
  return answer?.replace(/\r?\n$/, "") || null;
}

/**
 * Where the system and its package managers put programs. PATH is not asked: what a repository brings along can stand
 * on it, and would hear which keys there are and answer with its own.
 */
const SYSTEM_FOLDERS = [
  ...["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin", "/opt/local/bin"],
  ...["/run/current-system/sw/bin", "/nix/var/nix/profiles/default/bin"],
];

function toolIn(folders: readonly string[], tool: string, tree: string): string | null {
  const top = existsSync(tree) ? realpathSync(tree) : tree;
  const isOutside = (path: string): boolean => existsSync(path) && !realpathSync(path).startsWith(`${top}/`);
  return folders.map((folder) => join(folder, tool)).find(isOutside) ?? null;
}

export const keychainQuestion = (platform: NodeJS.Platform, name: string): [string, ...string[]] =>
  platform === "darwin"
    ? ["security", "find-generic-password", "-s", "planwright", "-a", name, "-w"]
    : ["secret-tool", "lookup", "service", "planwright", "account", name];
