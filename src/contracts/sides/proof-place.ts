import type { ProofTree, Trees } from "../../ports/git.ts";
import type { Mount, Sandbox, Tools } from "../../ports/sandbox.ts";

/** Where contracts run, and under which conditions: the same for every side of a contract. */
export type ProofPlace = {
  trees: Trees;
  proof: ProofTree;
  sandbox: Sandbox;
  /** Where a contract sees the tree. */
  at: string;
  /** What it sees besides: dependencies, and a git directory of its own. */
  layers: readonly Mount[];
  hidden: readonly string[];
  tools: Tools;
  network: "none" | "host";
  /** More of a contract's environment. What is secret of it is in no log. */
  env: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  /** Changes whenever a run may come out differently on the same tree. */
  environment: string;
  grants: Grants;
  builds?: BuildCaches;
  /** A second proof tree, seen at the same path, for a run beside another; null where the machine is too small for two. */
  beside?: () => Promise<Pick<ProofPlace, "proof" | "layers"> | null>;
};

/**
 * What compilers keep of their own standard libraries. `fill` makes what these commands would use, and throws nothing away
 * that is there; from then on `layers` shows it. No code of a repository ever has a part in it.
 */
export type BuildCaches = {
  fill(commands: readonly string[], signal: AbortSignal): Promise<void>;
  layers(): readonly Mount[];
};

/** What the person lets the contracts of a step have that asks for it (`needs`); `granted` gives it to them. */
export type Grants =
  | { network: "none" }
  /** `env` names proxies and whom to trust; `published` is what a contract needs to look at a branch where it was pushed. */
  | { network: "host"; env: Readonly<Record<string, string>>; published(branch: string): Promise<Published> };

export type Published = Pick<ProofPlace, "proof" | "at" | "layers" | "env" | "secrets">;

/** What a tree needs beside its files could not be made, so nothing can be said about it. */
export class NotEquipped extends Error {
  override readonly name = "NotEquipped";
}

const MEBI = 1024 * 1024;

/** What a contract may use, whatever it says about itself; its time is its own. */
export const CONTRACT_LIMITS = {
  memoryBytes: 4096 * MEBI,
  processes: 512,
  outputBytes: 256 * MEBI,
  fileBytes: 2048 * MEBI,
} as const;

/**
 * All a contract finds in its environment besides PATH, HOME and TMPDIR. `CI` keeps runners from watching and from
 * writing new snapshots. Colours are up to them: escapes are taken away before anything is read.
 */
export const CONTRACT_ENV: Readonly<Record<string, string>> = {
  CI: "true",
  LANG: "C.UTF-8",
  TERM: "dumb",
  TZ: "UTC",
  USER: "planwright",
  LOGNAME: "planwright",
  npm_config_update_notifier: "false",
  // Without a network npm would try again and again for more than a minute before it says what is missing.
  npm_config_fetch_retries: "0",
  npm_config_fund: "false",
  npm_config_audit: "false",
};
