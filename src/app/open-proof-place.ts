import { join } from "node:path";
import { personHome, searchFolders } from "../config/environment.ts";
import { CONTRACT_ENV, type ProofPlace } from "../contracts/proof-place.ts";
import type { CommitId } from "../ports/git.ts";
import type { Mount, Sandbox } from "../ports/sandbox.ts";
import { resolveTools } from "../sandbox/tool-roots.ts";
import { WorkspaceError } from "../workspace/errors.ts";
import type { HarnessGit } from "../workspace/harness-git.ts";
import { type OpenProofTree, openProofTree } from "../workspace/proof-tree.ts";
import { treesOf } from "../workspace/trees.ts";
import { makeWorkerGit } from "../workspace/worker-git.ts";
import { stateOfLayers } from "./dependency-layers.ts";
import { type Home, shortHash } from "./home.ts";

export type OpenedProofPlace = { place: ProofPlace; close(): Promise<void> };

/** The conditions under which a repository's contracts run on this machine. */
export async function openProofPlace(input: {
  home: Home;
  git: HarnessGit;
  sandbox: Sandbox;
  head: CommitId | null;
  dependencies: readonly Mount[];
}): Promise<OpenedProofPlace> {
  const { home, git, sandbox, head, dependencies } = input;
  const { top } = git.facts;
  const proof = await freeProofTree(git, home.repository(git.facts.commonDir));
  const tools = resolveTools(searchFolders(), { homeDir: personHome(), exclude: [top, home.path] });
  const place: ProofPlace = {
    trees: treesOf(git),
    proof,
    sandbox,
    at: top,
    layers: [...dependencies, ...(await gitLayers(git, proof, head))],
    hidden: [home.path],
    tools,
    network: "none",
    environment: shortHash(
      JSON.stringify([tools, CONTRACT_ENV, stateOfLayers(dependencies), sandbox.offers.mechanism, process.version]),
    ),
  };
  return { place, close: () => proof.close() };
}

/** One proof tree serves one process at a time; they are kept, because moving one is quicker than making it. */
async function freeProofTree(git: HarnessGit, folder: string): Promise<OpenProofTree> {
  for (let number = 0; ; number++) {
    try {
      return await openProofTree(git, join(folder, `proof-${number}`));
    } catch (error) {
      if (!(error instanceof WorkspaceError) || error.code !== "locked" || number >= MOST_AT_ONCE) throw error;
    }
  }
}

const MOST_AT_ONCE = 16;
