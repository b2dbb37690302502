import { join } from "node:path";
import type { TreeId } from "../ports/git.ts";
import type { Mount } from "../ports/sandbox.ts";
import type { KeptText, Observation } from "../record/observation.ts";
import { keepOutput } from "./keep-output.ts";
import { CONTRACT_ENV, CONTRACT_LIMITS, type ProofPlace } from "./proof-place.ts";

/** `fixed` are files of the tree that cannot be written while the command runs. */
type ContractRun = { command: string; seconds: number; fixed?: readonly string[] };

/**
 * Runs a command on a tree that no worker has seen, and tells what was to be seen. Throws when it cannot be held. A proof
 * tree serves one run at a time; whoever comes meanwhile waits.
 */
export function runContract(
  place: ProofPlace,
  run: ContractRun,
  tree: TreeId,
  signal: AbortSignal,
): Promise<Observation> {
  const { path } = place.proof;
  const turn = (turns.get(path) ?? Promise.resolve()).then(() => runNow(place, run, tree, signal));
  const ended = turn.then(
    () => {},
    () => {},
  );
  turns.set(path, ended);
  return turn;
}

const turns = new Map<string, Promise<void>>();

async function runNow(
  place: ProofPlace,
  { command, seconds, fixed = [] }: ContractRun,
  tree: TreeId,
  signal: AbortSignal,
): Promise<Observation> {
  signal.throwIfAborted();
  const { proof, sandbox, at, layers, hidden, tools, network, env, secrets } = place;
  await proof.hold(tree);
  // Without overlays the run writes into the folder itself. Said beforehand, so that a crash cannot hide it.
  if (!sandbox.offers.overlay) await proof.soil();
  const readOnly = fixed.map((path): Mount => ({ show: join(proof.path, path), at: join(at, path), access: "read" }));
  const began = performance.now();
  const proc = await sandbox.start(
    { argv: ["bash", "-c", command], cwd: at, env: { ...CONTRACT_ENV, ...env }, secrets, stdin: "none" },
    {
      mounts: [{ show: proof.path, at, access: "throw-away" }, ...readOnly, ...layers],
      hidden,
      tools,
      network,
      limits: { ...CONTRACT_LIMITS, seconds },
    },
    signal,
  );
  const [kept, exit] = await Promise.all([keepOutput(proc.output), proc.exit]);
  signal.throwIfAborted();
  const milliseconds = Math.round(performance.now() - began);
  return { exit, milliseconds, stdout: without(secrets, kept.stdout), log: without(secrets, kept.log) };
}

/** A command that prints what lets it in must not take that into a journal. */
function without(secrets: ProofPlace["secrets"], { head, tail, dropped }: KeptText): KeptText {
  const hide = (text: string): string =>
    Object.values(secrets).reduce((left, secret) => left.replaceAll(secret, "…"), text);
  return { head: hide(head), tail: hide(tail), dropped };
}
