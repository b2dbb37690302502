import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** The only door to the process environment. */
export const searchFolders = (): string[] => (process.env.PATH ?? "").split(delimiter).filter(Boolean);

export const forcesColor = (): boolean => Boolean(process.env.FORCE_COLOR) && process.env.FORCE_COLOR !== "0";

/** The person's own Postgres, if they have named one. */
export const databaseUrl = (): string | null => process.env.PLANWRIGHT_DATABASE_URL || null;

export const personHome = (): string => homedir();

/** Where git looks for the person's own settings, the first one that exists counts least. */
export const gitSettingsFiles = (): string[] => [
  join(settingsFolder(), "git", "config"),
  join(homedir(), ".gitconfig"),
];

/** The ignore file git uses when no setting names another. */
export const defaultExcludesFile = (): string => join(settingsFolder(), "git", "ignore");

const settingsFolder = (): string => process.env.XDG_CONFIG_HOME || join(homedir(), ".config");
