import type { TreeId } from "../ports/git.ts";
import type { Observation } from "../record/observation.ts";
import { keepOutput } from "./keep-output.ts";
import { CONTRACT_ENV, CONTRACT_LIMITS, type ProofPlace } from "./proof-place.ts";

/** Runs a command on a tree that no worker has seen, and tells what was to be seen. Throws when it cannot be held. */
export async function runContract(
  place: ProofPlace,
  { command, seconds }: { command: string; seconds: number },
  tree: TreeId,
  signal: AbortSignal,
): Promise<Observation> {
  const { proof, sandbox, at, layers, hidden, tools, network } = place;
  await proof.hold(tree);
  // Without overlays the run writes into the folder itself. Said beforehand, so that a crash cannot hide it.
  if (!sandbox.offers.overlay) await proof.soil();
  const began = performance.now();
  const proc = await sandbox.start(
    { argv: ["bash", "-c", command], cwd: at, env: CONTRACT_ENV, stdin: "none" },
    {
      mounts: [{ show: proof.path, at, access: "throw-away" }, ...layers],
      hidden,
      tools,
      network,
      limits: { ...CONTRACT_LIMITS, seconds },
    },
    signal,
  );
  const [kept, exit] = await Promise.all([keepOutput(proc.output), proc.exit]);
  signal.throwIfAborted();
  return { exit, milliseconds: Math.round(performance.now() - began), ...kept };
}
