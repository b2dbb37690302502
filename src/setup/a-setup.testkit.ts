import { join } from "node:path";
import { onTestFinished } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import type { Mount, Sandbox } from "../ports/sandbox.ts";
import { aPolicy, type Ran, run } from "../sandbox/a-run.testkit.ts";
import { openSandbox } from "../sandbox/bubblewrap.ts";
import { aRepository, type Files, harnessFor, type Repository } from "../workspace/a-repository.testkit.ts";
import type { HarnessGit } from "../workspace/git/harness-git.ts";
import { treesOf } from "../workspace/objects/trees.ts";
import { type LayersInput, type PreparedLayers, prepareLayers } from "./layers.ts";
import type { WorkspaceNeeds } from "./workspace-needs.ts";

export type ReadyLayers = Extract<PreparedLayers, { status: "ready" }>;

/** A repository with a set-up, a folder for what we keep, and a sandbox. */
export type Scene = {
  repository: Repository;
  git: HarnessGit;
  sandbox: Sandbox;
  folder: string;
  lines: string[];
  /** Prepares what HEAD needs, which counts as accepted. */
  prepare(config: Partial<WorkspaceNeeds>, changes?: Partial<LayersInput>): Promise<PreparedLayers>;
  /** The same, and throws unless it works. */
  ready(config: Partial<WorkspaceNeeds>, changes?: Partial<LayersInput>): Promise<ReadyLayers>;
  /** What a contract sees and does, with these mounts over the checkout. */
  see(mounts: readonly Mount[], script: string): Promise<Ran>;
};

export async function aScene(files: Files, open = openSandbox): Promise<Scene> {
  const repository = aRepository();
  repository.commit(files);
  const home = tempFolder();
  const folder = join(home, "setups");
  const git = await harnessFor(repository);
  const sandbox: Sandbox & { close(): Promise<void> } = await open({
    scratchRoot: join(home, "scratch"),
    hidden: [home],
  });
  onTestFinished(async () => {
    await sandbox.close();
    git.objects.close();
  });
  const trees = treesOf(git);
  const lines: string[] = [];
  const head = () => trees.treeOf(repository.git("rev-parse", "HEAD"));
  const prepare: Scene["prepare"] = async (config, changes = {}) =>
    prepareLayers({
      ...{ git, trees, folder, sandbox, at: git.facts.top, hidden: [home] },
      tree: await head(),
      async *accepted() {
        yield await head();
      },
      config: { setup: [], lockfiles: [], layers: [], copy: [], caches: [], ...config },
      tools: { path: ["/usr/bin", "/bin"], roots: [], env: {} },
      person: { home: "/nonexistent", searched: ["/usr/bin", "/bin"], network: {} },
      signal: new AbortController().signal,
      told: (line) => lines.push(line),
      ...changes,
    });
  return {
    ...{ repository, git, sandbox, folder, lines, prepare },
    async ready(config, changes) {
      const prepared = await prepare(config, changes);
      if (prepared.status === "failed") throw new Error(`${prepared.told}\n${prepared.log}`);
      return prepared;
    },
    see: (mounts, script) => {
      const { top } = git.facts;
      const policy = aPolicy({ mounts: [{ show: top, at: top, access: "throw-away" }, ...mounts] });
      return run(sandbox, script, policy, { cwd: top });
    },
  };
}
