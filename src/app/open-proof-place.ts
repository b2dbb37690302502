import { existsSync } from "node:fs";
import { join } from "node:path";
import { personHome, searchFolders } from "../config/environment.ts";
import { CONTRACT_ENV, type ProofPlace } from "../contracts/proof-place.ts";
import type { CommitId } from "../ports/git.ts";
import type { Mount, Sandbox } from "../ports/sandbox.ts";
import { resolveTools } from "../sandbox/tool-roots.ts";
import { WorkspaceError } from "../workspace/errors.ts";
import type { HarnessGit } from "../workspace/harness-git.ts";
import { openProofGit } from "../workspace/proof-git.ts";
import { type OpenProofTree, openProofTree } from "../workspace/proof-tree.ts";
import { treesOf } from "../workspace/trees.ts";
import { stateOfLayers } from "./dependency-layers.ts";
import { type Home, shortHash } from "./home.ts";
import { linkedProof } from "./linked-proof.ts";
import { UsageError } from "./usage-error.ts";

/** A proof tree that belongs to us until it is closed, and the folder of ours it lies in. */
export type ProofSlot = { folder: string; proof: OpenProofTree };

/** One proof tree serves one process at a time; they are kept, because moving one is quicker than making it. */
export function takeProofSlot(git: HarnessGit, folder: string): ProofSlot {
  for (let number = 0; ; number++) {
    const own = join(folder, `proof-${number}`);
    try {
      return { folder: own, proof: openProofTree(git, own) };
    } catch (error) {
      if (!(error instanceof WorkspaceError) || error.code !== "locked" || number >= MOST_AT_ONCE) throw error;
    }
  }
}

const MOST_AT_ONCE = 16;

/** The conditions under which a repository's contracts run on this machine. */
export async function proofPlace(input: {
  home: Home;
  git: HarnessGit;
  sandbox: Sandbox;
  slot: ProofSlot;
  head: CommitId | null;
  dependencies: readonly Mount[];
}): Promise<ProofPlace> {
  const { home, git, sandbox, slot, head, dependencies } = input;
  const { top } = git.facts;
  const tools = resolveTools(searchFolders(), { homeDir: personHome(), exclude: [top, home.path] });
  if (!tools.path.some((folder) => existsSync(join(folder, "bash"))))
    throw new UsageError("bash is not on PATH, and contracts are run by it; `planwright doctor` says more");
  const withGit = head === null ? null : await openProofGit(git, slot.folder, slot.proof, head);
  const proof = withGit?.proof ?? slot.proof;
  const layers = [...dependencies, ...(withGit?.mounts(top) ?? [])];
  const { isHolding } = sandbox.offers;
  return {
    trees: treesOf(git),
    sandbox,
    ...(isHolding
      ? { proof, at: top, layers }
      : { proof: linkedProof(proof, top, layers), at: proof.path, layers: [] }),
    hidden: [home.path],
    tools,
    network: "none",
    environment: shortHash(
      JSON.stringify([tools, CONTRACT_ENV, stateOfLayers(dependencies), sandbox.offers.mechanism, process.version]),
    ),
  };
}
