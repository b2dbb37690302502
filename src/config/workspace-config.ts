import { nearest } from "../std/nearest.ts";

/** What a fresh tree of this repository needs before anything can be run in it. */
export type WorkspaceConfig = {
  /** Commands, run one after the other, once for each state of the lockfiles. */
  setup: readonly string[];
  /** Files and folders of the tree that decide whether they must run again. */
  lockfiles: readonly string[];
  /** Names of the folders that they fill, wherever those lie in the tree. */
  layers: readonly string[];
  /** Files of the checkout that git ignores, and that workers and contracts get to read. */
  copy: readonly string[];
  /** Folders of the person's home, such as `.npm/_cacache`, that are shown and never written. */
  caches: readonly string[];
};

/** `at` is where the trouble stands: keys and indexes below `workspace`. */
export type WorkspaceFault = { at: readonly (string | number)[]; reason: string };

export type WorkspaceReading = { ok: true; workspace: WorkspaceConfig | null } | ({ ok: false } & WorkspaceFault);

/** Strict, unlike the names around it: a set-up that is half understood fails later, and far from the line that is wrong. */
export function readWorkspace(value: unknown): WorkspaceReading {
  if (value === undefined || value === null) return { ok: true, workspace: null };
  if (typeof value !== "object" || Array.isArray(value)) {
    return { ok: false, at: [], reason: "`workspace` holds settings such as `setup: npm ci`" };
  }
  const settings = new Map(Object.entries(value));
  const [fault] = faultsIn(settings);
  if (fault) return { ok: false, ...fault };
  const texts = (key: Key): string[] => listed(settings.get(key)).map(String);
  return {
    ok: true,
    workspace: {
      setup: texts("setup").map((command) => command.trim()),
      lockfiles: texts("lockfiles").map(plainPath),
      layers: texts("layers").map(plainPath),
      copy: texts("copy").map(plainPath),
      caches: texts("caches").map((path) => plainPath(path).slice("~/".length)),
    },
  };
}

const KEYS = ["setup", "lockfiles", "layers", "copy", "caches"] as const;

type Key = (typeof KEYS)[number];

/** One value, or a list of them. */
function listed(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

const plainPath = (text: string): string => text.trim().replace(/^(?:\.\/+)+|\/+$/g, "");

function* faultsIn(settings: ReadonlyMap<string, unknown>): Iterable<WorkspaceFault> {
  for (const name of settings.keys()) {
    if (KEYS.some((key) => key === name)) continue;
    const meant = nearest(name, KEYS);
    const help = meant === null ? `there are ${KEYS.join(", ")}` : `write \`${meant}\``;
    yield { at: [name], reason: `there is no setting \`workspace.${name}\`; ${help}` };
  }
  for (const key of KEYS) {
    const value = settings.get(key);
    for (const [index, text] of listed(value).entries()) {
      const at = Array.isArray(value) ? [key, index] : [key];
      if (typeof text !== "string" || text.trim() === "")
        yield { at, reason: `\`workspace.${key}\` is ${EXPECTED[key]}` };
      else {
        const fault = faultOf[key](text);
        if (fault !== null) yield { at, reason: `\`${text.trim()}\` in \`workspace.${key}\` ${fault}` };
      }
    }
  }
  const has = (key: Key): boolean => listed(settings.get(key)).length > 0;
  if (has("setup") && !has("layers")) {
    yield { at: ["setup"], reason: "`workspace.setup` needs `layers`: the names of the folders that it fills" };
  }
  for (const key of ["lockfiles", "layers"] as const) {
    if (!has("setup") && has(key)) {
      yield { at: [key], reason: `\`workspace.${key}\` needs \`setup\`: the command that installs` };
    }
  }
}

const EXPECTED: Record<Key, string> = {
  setup: "one command or a list of commands",
  lockfiles: "a list of files, such as [package-lock.json]",
  layers: "a list of folder names, such as [node_modules]",
  copy: "a list of files, such as [.env.test]",
  caches: "a list of folders, such as [~/.npm/_cacache]",
};

/** What is wrong with one text; null when nothing is. */
const faultOf: Record<Key, (text: string) => string | null> = {
  setup: (command) => (command.includes("\0") ? "holds a zero byte" : null),
  lockfiles: faultOfPath,
  layers: (text) => {
    const name = plainPath(text);
    if (!name.includes("/")) return faultOfPath(text);
    return `is a path; write \`${name.slice(name.lastIndexOf("/") + 1)}\`, which is found wherever it lies`;
  },
  copy: faultOfPath,
  caches: faultOfCache,
};

function faultOfPath(text: string): string | null {
  const path = plainPath(text);
  const names = path.split("/");
  if (/^[/~]/.test(path) || names.includes(".."))
    return "leads out of the repository; write a path below its top folder";
  const isPlain = names.every((name) => name !== "" && name !== "." && name.toLowerCase() !== ".git");
  return isPlain && !text.includes("\0") ? null : "is no file of the repository";
}

/**
 * The repository may say which caches help, and nothing else of a person's home: what is shown to a set-up, which has
 * the network, can be sent away by it.
 */
function faultOfCache(text: string): string | null {
  const path = plainPath(text);
  const isKnown = CACHES.some((known) => path === known || path.startsWith(`${known}/`));
  if (isKnown && path.split("/").every((name) => name !== "" && name !== "." && name !== "..")) return null;
  return `is no cache that can be shown; those of package managers can: ${CACHES.join(", ")}`;
}

/** What package managers have downloaded. None of these holds keys, and the folders around them often do. */
const CACHES = [
  "~/.npm/_cacache",
  "~/.cache/pip",
  "~/.cache/pypoetry",
  "~/.cache/uv",
  "~/.cache/yarn",
  "~/.cache/composer",
  "~/.yarn/berry/cache",
  "~/.local/share/pnpm/store",
  "~/.bun/install/cache",
  "~/.cargo/registry",
  "~/.cargo/git",
  "~/go/pkg/mod",
  "~/.m2/repository",
  "~/.gradle/caches",
  "~/.ivy2/cache",
  "~/.nuget/packages",
];
