import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** The only door to the process environment. */
export const searchFolders = (): string[] => (process.env.PATH ?? "").split(delimiter).filter(Boolean);

export const forcesColor = (): boolean => Boolean(process.env.FORCE_COLOR) && process.env.FORCE_COLOR !== "0";

/** How a person is told that something waits for them: PLANWRIGHT_NOTIFY is `off`, `bell`, or anything else for all. */
export function notices(): "off" | "bell" | "all" {
  const word = process.env.PLANWRIGHT_NOTIFY?.toLowerCase();
  return word === "off" || word === "bell" ? word : "all";
}

/** Whether the terminal makes a notice of the desktop of what it is told (OSC 9). */
export const showsNotices = (): boolean =>
  ["iTerm.app", "WezTerm", "ghostty"].includes(process.env.TERM_PROGRAM ?? "") ||
  ["xterm-kitty", "xterm-ghostty", "foot"].includes(process.env.TERM ?? "");

/** The person's own Postgres, if they have named one. */
export const databaseUrl = (): string | null => process.env.PLANWRIGHT_DATABASE_URL || null;

/** The thread whose agent runs `agentctl`, if somebody has named it. */
export const threadId = (): string | null => process.env.AGENTCTL_THREAD_ID || null;

/** What programs need to reach the outside from here: proxies, and whom to trust. */
export function networkVariables(): Record<string, string> {
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
  const all = [...names, "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE"];
  return Object.fromEntries(all.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** What a program needs to be found, to speak the person's language and to reach their session; no key is among it. */
export const everydayVariables = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && isEveryday(name) ? [[name, value]] : [],
    ),
  );

const isEveryday = (name: string): boolean => EVERYDAY.test(name) || (TOOLS_OWN.test(name) && !SECRET.test(name));

const EVERYDAY =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TMPDIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS)$/;

/** Where the session and the managers of tools keep their things. Some of them keep log-ins there, too. */
const TOOLS_OWN = /^(?:XDG|VOLTA|ASDF|MISE|NVM|FNM|NODENV|PNPM|BUN)_\w+$/;

const SECRET = /TOKEN|KEY|SECRET|PASS|AUTH|CREDENTIAL/i;

/** A variable of the person's, for the agent that it is meant for; an empty one is none. */
export const variable = (name: string): string | null => process.env[name] || null;

export const personHome = (): string => homedir();

/** Where git looks for the person's own settings, the first one that exists counts least. */
export const gitSettingsFiles = (): string[] => [
  join(settingsFolder(), "git", "config"),
  join(homedir(), ".gitconfig"),
];

/** The ignore file git uses when no setting names another. */
export const defaultExcludesFile = (): string => join(settingsFolder(), "git", "ignore");

const settingsFolder = (): string => process.env.XDG_CONFIG_HOME || join(homedir(), ".config");
