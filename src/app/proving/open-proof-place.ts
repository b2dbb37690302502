import { existsSync } from "node:fs";
import { availableParallelism, freemem } from "node:os";
import { join } from "node:path";
import { networkVariables, personHome, searchFolders } from "../../config/environment.ts";
import { CONTRACT_ENV, CONTRACT_LIMITS, type ProofPlace } from "../../contracts/sides/proof-place.ts";
import type { CommitId } from "../../ports/git.ts";
import type { Mount, Sandbox } from "../../ports/sandbox.ts";
import { resolveTools } from "../../sandbox/tool-roots.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { WorkspaceError } from "../../workspace/errors.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { openProofGit, type ProofGit } from "../../workspace/places/proof-git.ts";
import { type OpenProofTree, openProofTree } from "../../workspace/places/proof-tree.ts";
import { shortHash } from "../opening/home.ts";
import { machinePolicy } from "../opening/machine-policy.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import { openPushedGit, type PushedGit } from "../publishing/pr-look.ts";
import { buildCaches } from "./build-caches.ts";
import { stateOfLayers } from "./dependency-layers.ts";
import { linkedProof } from "./linked-proof.ts";
import { nextFree } from "./next-free.ts";

/** A proof tree in a folder of ours, which belongs to us until it is closed, and the sandbox to use it with. */
export type ProofSlot = OwnTree & {
  sandbox: Sandbox;
  /** Another proof tree, made when it is first asked for; null where none is free, or the machine is too small for two. */
  second(): OwnTree | null;
  close(): Promise<void>;
};

type OwnTree = { folder: string; proof: OpenProofTree };

export async function openProofSlot(
  { git, folder }: OpenedRepository,
  sandbox: Sandbox,
  waiting: { signal?: AbortSignal; onLine?(line: string): void } = {},
): Promise<ProofSlot> {
  const first = await nextFree(() => freeSlot(git, folder), waiting);
  let other: OwnTree | undefined;
  const second = (): OwnTree | null => {
    if (!hasRoomForTwo()) return null;
    other ??= freeSlot(git, folder) ?? undefined;
    return other ?? null;
  };
  const close = async (): Promise<void> => {
    await first.proof.close();
    await other?.proof.close();
  };
  return { sandbox, ...first, second, close };
}

/** One that goes short of memory fails, and that must not look like a test that needs the work. */
const hasRoomForTwo = (): boolean => availableParallelism() > 1 && freemem() > 2 * CONTRACT_LIMITS.memoryBytes;

/** One proof tree serves one run at a time; they are kept, because moving one is quicker than making it. Null for none. */
function freeSlot(git: HarnessGit, folder: string): OwnTree | null {
  for (let number = 0; number < MOST_AT_ONCE; number++) {
    const own = join(folder, `proof-${number}`);
    try {
      return { folder: own, proof: openProofTree(git, own) };
    } catch (error) {
      if (!(error instanceof WorkspaceError) || error.code !== "locked") throw error;
    }
  }
  return null;
}

const MOST_AT_ONCE = 32;

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
    throw new Refused("no-tool", "bash is not on PATH, and contracts are run by it", {
      remedies: [remedy("doctor", {}, "says more")],
    });
  const seenWith = (withGit: ProofGit | null, own: OwnTree = slot): Pick<ProofPlace, "proof" | "at" | "layers"> => {
    const proof = withGit?.proof ?? own.proof;
    const layers = [...dependencies, ...(withGit?.mounts(top) ?? [])];
    return sandbox.offers.isHolding
      ? { proof, at: top, layers }
      : { proof: linkedProof(proof, top, layers), at: proof.path, layers: [] };
  };
  return {
    trees: treesOf(git),
    sandbox,
    ...seenWith(head === null ? null : await proofGitOf(git, slot, head)),
    async beside() {
      // Without a sandbox a contract sees the proof tree where it lies, and the second lies elsewhere.
      const own = sandbox.offers.isHolding ? slot.second() : null;
      if (own === null) return null;
      const { proof, layers } = seenWith(head === null ? null : await proofGitOf(git, own, head), own);
      return { proof, layers };
    },
    builds: buildCaches(home, { sandbox, tools }),
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
function proofGitOf(git: HarnessGit, slot: OwnTree, head: CommitId): Promise<ProofGit> {
  const known = proofGits.get(slot);
  if (known?.head === head) return known.git;
  const opened = openProofGit(git, slot.folder, slot.proof, { head });
  proofGits.set(slot, { head, git: opened });
  return opened;
}

const proofGits = new WeakMap<OwnTree, { head: CommitId; git: Promise<ProofGit> }>();

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
