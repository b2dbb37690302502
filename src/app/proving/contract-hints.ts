import { searchFolders } from "../../config/environment.ts";
import type { ProvenContract } from "../../contracts/proof/prove-step.ts";
import type { ProofPlace } from "../../contracts/sides/proof-place.ts";
import type { Plan } from "../../plan/model.ts";
import { ignoredDifference } from "./ignored-difference.ts";
import { missingTool } from "./missing-tool.ts";
import { noNetwork } from "./no-network.ts";

/** What a person should know about a contract that does not pass in the clean tree, and what to do. */
export async function contractHints(
  { contract, after }: ProvenContract,
  scene: { place: ProofPlace; plan: Plan; ignored: readonly string[]; signal: AbortSignal },
): Promise<string[]> {
  const { verdict, tree, milliseconds } = after;
  if (verdict.status === "passed" || verdict.status === "tampered") return [];
  const { place } = scene;
  const network = noNetwork(after.log);
  if (network !== null) return [network];
  if (verdict.status === "unverified" && verdict.reason === "missing-tool") {
    const [, tool] = /^`([^`/]+)` is not installed$/.exec(verdict.told) ?? [];
    if (tool === undefined) return [];
    return [missingTool(tool, { searched: searchFolders(), shown: place.tools.path, top: place.at })];
  }
  if (milliseconds > LONGEST) return [];
  const needed = await ignoredDifference({ ...scene, contract, tree });
  if (needed.length === 0) return [];
  const names = needed.slice(0, 4).map((path) => `\`${path}\``);
  const more = needed.length > names.length ? ` and ${needed.length - names.length} more` : "";
  const it = needed.length === 1 ? "it" : "them";
  return [
    `it passes when it can see ${names.join(", ")}${more}, which git ignores: another checkout does not have ${it}, so let the contract make ${it}`,
  ];
}

/** Nobody waits that long for a hint. */
const LONGEST = 20_000;
