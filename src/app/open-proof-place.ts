import { existsSync } from "node:fs";
import { join } from "node:path";
import { networkVariables, personHome, searchFolders } from "../config/environment.ts";
import { CONTRACT_ENV, type ProofPlace } from "../contracts/proof-place.ts";
import type { CommitId } from "../ports/git.ts";
import type { Mount, Sandbox } from "../ports/sandbox.ts";
import { resolveTools } from "../sandbox/tool-roots.ts";
import { WorkspaceError } from "../workspace/errors.ts";
import type { HarnessGit } from "../workspace/harness-git.ts";
import { openProofGit, type ProofGit } from "../workspace/proof-git.ts";
import { type OpenProofTree, openProofTree } from "../workspace/proof-tree.ts";
import { treesOf } from "../workspace/trees.ts";
import { stateOfLayers } from "./dependency-layers.ts";
import { shortHash } from "./home.ts";
import { linkedProof } from "./linked-proof.ts";
import { machinePolicy } from "./machine-policy.ts";
import type { OpenedRepository } from "./open-repository.ts";
import { openSandboxFor } from "./open-sandbox.ts";
import { openPushedGit, type PushedGit } from "./pr-look.ts";
import { UsageError } from "./usage-error.ts";

/** A sandbox, and a proof tree in a folder of ours; both belong to us until they are closed. */
export type ProofSlot = { sandbox: Sandbox; folder: string; proof: OpenProofTree; close(): Promise<void> };

export async function openProofSlot({ home, git, folder }: OpenedRepository): Promise<ProofSlot> {
  const sandbox = await openSandboxFor(home);
  try {
    const slot = freeSlot(git, folder);
    const close = async (): Promise<void> => {
      await sandbox.close();
      await slot.proof.close();
      git.objects.close();
    };
    return { sandbox, ...slot, close };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

/** One proof tree serves one process at a time; they are kept, because moving one is quicker than making it. */
function freeSlot(git: HarnessGit, folder: string): { folder: string; proof: OpenProofTree } {
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
export async function proofPlace(
  { home, git }: OpenedRepository,
  slot: ProofSlot,
  { head, dependencies }: { head: CommitId | null; dependencies: readonly Mount[] },
): Promise<ProofPlace> {
  const { sandbox } = slot;
  const { top } = git.facts;
  const policy = machinePolicy(home);
  const tools = resolveTools(searchFolders(), { homeDir: personHome(), exclude: [top, home.path] });
  if (!tools.path.some((folder) => existsSync(join(folder, "bash"))))
    throw new UsageError("bash is not on PATH, and contracts are run by it; `planwright doctor` says more");
  const seenWith = (withGit: ProofGit | null): Pick<ProofPlace, "proof" | "at" | "layers"> => {
    const proof = withGit?.proof ?? slot.proof;
    const layers = [...dependencies, ...(withGit?.mounts(top) ?? [])];
    return sandbox.offers.isHolding
      ? { proof, at: top, layers }
      : { proof: linkedProof(proof, top, layers), at: proof.path, layers: [] };
  };
  return {
    trees: treesOf(git),
    sandbox,
    ...seenWith(head === null ? null : await proofGitOf(git, slot, head)),
    hidden: [home.path],
    tools,
    network: "none",
    env: {},
    secrets: {},
    grants:
      policy.contractNetwork === "none"
        ? { network: "none" }
        : {
            network: "host",
            env: networkVariables(),
            async published(branch) {
              const { git: withRemote, ...logIn } = await pushedGitOf(git, slot, { branch, head });
              return { ...seenWith(withRemote), ...logIn };
            },
          },
    environment: shortHash(
      JSON.stringify([tools, CONTRACT_ENV, stateOfLayers(dependencies), sandbox.offers.mechanism, process.version]),
    ),
  };
}

/** Made once: to make it again would take it from under a contract that runs. */
function proofGitOf(git: HarnessGit, slot: ProofSlot, head: CommitId): Promise<ProofGit> {
  const known = proofGits.get(slot);
  if (known?.head === head) return known.git;
  const opened = openProofGit(git, slot.folder, slot.proof, { head });
  proofGits.set(slot, { head, git: opened });
  return opened;
}

const proofGits = new WeakMap<ProofSlot, { head: CommitId; git: Promise<ProofGit> }>();

/** Made once as well; a run has one branch. */
function pushedGitOf(
  git: HarnessGit,
  slot: ProofSlot,
  wanted: { branch: string; head: CommitId | null },
): Promise<PushedGit> {
  const known = pushedGits.get(slot);
  if (known?.branch === wanted.branch) return known.git;
  const opened = openPushedGit(git, slot, wanted);
  pushedGits.set(slot, { branch: wanted.branch, git: opened });
  return opened;
}

const pushedGits = new WeakMap<ProofSlot, { branch: string; git: Promise<PushedGit> }>();
