import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** The only door to the process environment. */
export const searchFolders = (): string[] => (process.env.PATH ?? "").split(delimiter).filter(Boolean);

export const forcesColor = (): boolean => Boolean(process.env.FORCE_COLOR) && process.env.FORCE_COLOR !== "0";

export const personHome = (): string => homedir();

/** Where git looks for the person's own settings, the first one that exists counts least. */
export function gitSettingsFiles(): string[] {
  const config = process.env.XDG_CONFIG_HOME || join(homedir(), ".config");
  return [join(config, "git", "config"), join(homedir(), ".gitconfig")];
}

/** The ignore file git uses when no setting names another. */
export const defaultExcludesFile = (): string =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "git", "ignore");
