import { isTrue } from "./config-setting.ts";

export type ConfigEntry = { key: string; value: string };

/**
 * The config of our own git directory. From the repository come only the settings that say how its files and objects
 * are to be read; none of them can name a program, a path or an address.
 */
export function harnessConfig(entries: readonly ConfigEntry[], options: { excludesFile?: string }): string {
  const copied = new Map(entries.filter(({ key }) => isCopied(key)).map(({ key, value }) => [key, value]));
  const settings = [
    ...copied,
    // Objects that were never fetched may be missing. This remote has no address, so nothing can be fetched from it.
    ...(isPartial(entries) ? [["extensions.partialclone", "promisor"] as const] : []),
    ...OURS,
    // An empty name would be one to git; this is how to say "none".
    ["core.excludesfile", options.excludesFile ?? "/dev/null"] as const,
  ];
  return settings.map(([key, value]) => line(key, value)).join("");
}

const COPIED = new Set(
  [
    "repositoryFormatVersion",
    "fileMode",
    "ignoreCase",
    "symlinks",
    "precomposeUnicode",
    "autocrlf",
    "eol",
    // Who else may read what we write.
    "sharedRepository",
  ].map((name) => `core.${name.toLowerCase()}`),
);

/** `worktreeConfig` would only make git look for one more config. */
const isCopied = (key: string): boolean =>
  COPIED.has(key) || (/^extensions\.[a-z0-9-]+$/.test(key) && key !== "extensions.worktreeconfig");

const isPartial = (entries: readonly ConfigEntry[]): boolean =>
  entries.some(({ key, value }) => /^remote\..*\.promisor$/s.test(key) && isTrue(value));

const OURS: readonly (readonly [string, string])[] = [
  ["core.bare", "false"],
  ["core.hookspath", "/dev/null"],
  ["core.attributesfile", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.untrackedcache", "false"],
  ["core.trustctime", "true"],
  ["core.logallrefupdates", "true"],
  ["core.commitgraph", "false"],
  ["commit.gpgsign", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["submodule.recurse", "false"],
  // Only the commit at which a submodule stands is part of a tree.
  ["diff.ignoresubmodules", "dirty"],
  ["advice.detachedhead", "false"],
  // Who moved a branch, in its reflog. The people of a commit are written into it by ourselves.
  ["user.name", "planwright"],
  ["user.email", "planwright@localhost"],
];

function line(key: string, value: string): string {
  const dot = key.indexOf(".");
  const quoted = value.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n");
  return `[${key.slice(0, dot)}]\n\t${key.slice(dot + 1)} = "${quoted}"\n`;
}
