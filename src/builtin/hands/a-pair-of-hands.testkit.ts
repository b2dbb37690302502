import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import type { AgentHost } from "../../ports/agent.ts";
import type { Mount, Policy, Proc, Sandbox } from "../../ports/sandbox.ts";
import { aPolicy } from "../../sandbox/a-run.testkit.ts";
import type { ToolInput, Used } from "../tools/tool.ts";
import type { Hands } from "./hands.ts";
import { handsMounts } from "./hands-program.ts";
import { type HandsOptions, openHands } from "./open-hands.ts";

export type World = {
  tree: string;
  host: AgentHost;
  procs: Proc[];
  hands: Hands;
  use(tool: string, input: ToolInput): Promise<Used>;
  /** What was seen of commands, from all uses together. */
  seen(): Buffer;
};

export type WorldOptions = Partial<HandsOptions> & {
  /** The tree to work in, instead of a new one. */
  tree?: string;
  mounts?: (tree: string) => Mount[];
  limits?: Partial<Policy["limits"]>;
};

/** A repository with these files committed, and hands in a sandbox that shows it, writable. */
export async function aWorld(
  sandbox: Sandbox,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  { tree = aTree(files), mounts, limits, ...options }: WorldOptions = {},
): Promise<World> {
  const policy = aPolicy({
    mounts: [{ show: tree, at: tree, access: "write" }, ...handsMounts(), ...(mounts?.(tree) ?? [])],
    limits: { seconds: 60, ...limits },
  });
  const procs: Proc[] = [];
  const host: AgentHost = {
    at: tree,
    permit: () => ({ allow: true }),
    async launch(command) {
      const proc = await sandbox.start(command, policy, new AbortController().signal);
      procs.push(proc);
      return proc;
    },
  };
  const hands = await openHands(host, { mode: "act", planDirs: [], signal: new AbortController().signal, ...options });
  onTestFinished(() => hands.close());
  const seen: Uint8Array[] = [];
  const use = (tool: string, input: ToolInput) => hands.use(tool, input, (bytes) => seen.push(bytes));
  return { tree, host, procs, hands, use, seen: () => Buffer.concat(seen) };
}

/** A folder that git knows, with these files in its first commit. */
export function aTree(files: Readonly<Record<string, string | Uint8Array>>): string {
  const tree = tempFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), content);
  }
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", tree, "-c", "user.name=A", "-c", "user.email=a@b", ...args]);
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "--allow-empty", "-m", "the first");
  return tree;
}
