import { join } from "node:path";
import type { TreeId } from "../../ports/git.ts";
import type { Mount, Watch } from "../../ports/sandbox.ts";
import type { KeptText, Observation } from "../../record/observation.ts";
import type { Seen } from "../../record/seen.ts";
import { isLeftOver } from "../restore/role-of-file.ts";
import { keepOutput } from "./keep-output.ts";
import { CONTRACT_ENV, CONTRACT_LIMITS, type ProofPlace } from "./proof-place.ts";
import { whereFree } from "./where-free.ts";

/**
 * `fixed` are files of the tree that cannot be written while the command runs. `watch` are those of which it matters whether
 * they are opened; with it, what the command writes is told, too.
 */
type ContractRun = { command: string; seconds: number; fixed?: readonly string[]; watch?: readonly string[] };

/**
 * Runs a command on a tree that no worker has seen, and tells what was to be seen. Throws when it cannot be held. A proof
 * tree serves one run at a time; whoever comes meanwhile takes the second one, if there is one, or waits.
 */
export function runContract(
  place: ProofPlace,
  run: ContractRun,
  tree: TreeId,
  signal: AbortSignal,
): Promise<Observation> {
  return whereFree(place, (free) => runNow(free, run, tree, signal));
}

async function runNow(
  place: ProofPlace,
  { command, seconds, fixed = [], watch }: ContractRun,
  tree: TreeId,
  signal: AbortSignal,
): Promise<Observation> {
  signal.throwIfAborted();
  const { proof, sandbox, at, layers, hidden, tools, network, env, secrets, builds } = place;
  await proof.hold(tree);
  // Without overlays the run writes into the folder itself. Said beforehand, so that a crash cannot hide it.
  if (!sandbox.offers.overlay) await proof.soil();
  const readOnly = fixed.map((path): Mount => ({ show: join(proof.path, path), at: join(at, path), access: "read" }));
  const { unwatched } = sandbox.offers;
  let seen: Seen | null = watch === undefined ? null : { opened: [], written: [], missed: unwatched?.cause ?? null };
  const looking: Watch | false = watch !== undefined &&
    unwatched === null && {
      at,
      files: watch,
      passedOver: isPassedOver,
      tell(found) {
        seen = found;
      },
    };
  const began = performance.now();
  const proc = await sandbox.start(
    { argv: ["bash", "-c", command], cwd: at, env: { ...CONTRACT_ENV, ...env }, secrets, stdin: "none" },
    {
      mounts: [{ show: proof.path, at, access: "throw-away" }, ...readOnly, ...layers, ...(builds?.layers() ?? [])],
      hidden,
      tools,
      network,
      limits: { ...CONTRACT_LIMITS, seconds },
      ...(looking && { watch: looking }),
    },
    signal,
  );
  const [kept, exit] = await Promise.all([keepOutput(proc.output), proc.exit]);
  signal.throwIfAborted();
  const milliseconds = Math.round(performance.now() - began);
  return { exit, milliseconds, stdout: without(secrets, kept.stdout), log: without(secrets, kept.log), seen };
}

/** What is installed or built there is no work, whoever left it, and can be very much. */
const isPassedOver = (folder: string): boolean => folder === ".git" || isLeftOver(folder);

/** A command that prints what lets it in must not take that into a journal. */
function without(secrets: ProofPlace["secrets"], { head, tail, dropped }: KeptText): KeptText {
  const hide = (text: string): string =>
    Object.values(secrets).reduce((left, secret) => left.replaceAll(secret, "…"), text);
  return { head: hide(head), tail: hide(tail), dropped };
}
