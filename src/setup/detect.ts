import { type Gates, gatesOf } from "./gates.ts";
import { PACKAGE_MANAGERS, type PackageManager } from "./package-managers.ts";
import { unlockedNode } from "./unlocked-node.ts";
import type { WorkspaceNeeds } from "./workspace-needs.ts";

/** A repository, as far as it tells what it needs. */
export type Look = {
  /** The files of the tree. */
  paths: readonly string[];
  /** The text of one that lies at the top; null where there is none. */
  read(path: string): string | null;
  /** Which of `MAYBE_COPIED` lie in the checkout and are ignored by git. */
  ignored: readonly string[];
  /** Where a program is, by the person's PATH. */
  which(tool: string): string | null;
};

export type Proposal = {
  /** Null when there is nothing to install and nothing to copy. */
  workspace: WorkspaceNeeds | null;
  gates: Gates;
  /** What each lockfile asks for, and whether its tool is there. */
  found: { lockfile: string; tool: string; isInstalled: boolean; command: string }[];
  /** The command that installs what package.json names into a checkout, where no lockfile says what that is. */
  unlocked: string | null;
};

/** What a repository seems to need before its contracts can run. A person reads it before anything is written. */
export function detect({ paths, read, ignored, which }: Look): Proposal {
  const files = new Set(paths);
  const locked = managersOf(files, read);
  const unlocked = locked.some(({ kind }) => kind === "node") ? null : unlockedNode(read("package.json"));
  // Beside other set-ups nothing of the checkout is shown, so it is installed as they are.
  const managers = locked.length > 0 && unlocked !== null ? [...locked, unlocked] : locked;
  const each = (of: (manager: PackageManager) => readonly string[]): string[] => [...new Set(managers.flatMap(of))];
  const workspace: WorkspaceNeeds = {
    setup: managers.map(({ command }) => command),
    lockfiles: each(({ lockfile, manifests }) => [lockfile, ...manifests.filter((name) => files.has(name))]),
    layers: each(({ layers }) => layers),
    copy: ignored,
    caches: [],
  };
  return {
    workspace: managers.length > 0 || ignored.length > 0 ? workspace : null,
    gates: gatesOf({
      ...{ paths: files, read, layers: workspace.layers },
      script: [...managers, unlocked].find((manager) => manager?.script !== undefined)?.script ?? "npm run",
      environment: workspace.layers.includes(".venv") ? ".venv/bin/" : "",
    }),
    found: managers.map(({ lockfile, tool, command }) => ({
      ...{ lockfile, tool, command },
      isInstalled: which(tool) !== null,
    })),
    unlocked: managers.length === 0 && unlocked !== null ? unlocked.command : null,
  };
}

function managersOf(files: ReadonlySet<string>, read: Look["read"]): PackageManager[] {
  const used = PACKAGE_MANAGERS.filter(
    ({ lockfile, fits }) => files.has(lockfile) && (fits?.(files, read(lockfile) ?? "") ?? true),
  );
  return used
    .filter((manager) => used.find(({ kind }) => kind === manager.kind) === manager)
    .map((manager) => ({
      ...manager,
      command: manager.commandFor?.(read(manager.lockfile) ?? "") ?? manager.command,
    }));
}

/** What tests alone read. An `.env` may hold the keys of a person, and is not for workers. */
export const MAYBE_COPIED = [".env.test", ".env.testing", ".env.test.local"];
