import { join } from "node:path";
import { networkVariables, personHome, searchFolders } from "../config/environment.ts";
import type { WorkspaceConfig } from "../config/workspace-config.ts";
import type { Equipped } from "../engine/run-world.ts";
import type { CommitId, TreeId } from "../ports/git.ts";
import { prepareLayers } from "../setup/layers.ts";
import { installedDependencies } from "./dependency-layers.ts";
import { type ProofSlot, proofPlace } from "./open-proof-place.ts";
import type { OpenedRepository } from "./open-repository.ts";

/**
 * Where contracts run for a tree, with what the repository needs beside its files: installed by the commands its
 * configuration names, or else as it lies in the person's checkout. Made once for each state of the lockfiles.
 */
export function equipping(
  opened: OpenedRepository,
  slot: ProofSlot,
  told: { head: CommitId; workspace: WorkspaceConfig | null; signal: AbortSignal; onLine(line: string): void },
): (tree: TreeId) => Promise<Equipped> {
  const { head, workspace, signal, onLine } = told;
  const known = new Map<string, Equipped>();
  const placeWith = async (mounts: Parameters<typeof proofPlace>[2]["dependencies"]): Promise<Equipped> => ({
    status: "ready",
    place: await proofPlace(opened, slot, { head, dependencies: mounts }),
    mounts,
    made: null,
  });
  return async (tree) => {
    if (workspace === null) {
      const found = known.get("") ?? (await placeWith(installedDependencies(opened.git.facts.top)));
      known.set("", found);
      return found;
    }
    const bare = known.get("") ?? (await placeWith([]));
    known.set("", bare);
    if (bare.status === "failed") return bare;
    const { place } = bare;
    const layers = await prepareLayers({
      git: opened.git,
      trees: place.trees,
      tree,
      config: workspace,
      folder: join(opened.folder, "setups"),
      sandbox: slot.sandbox,
      tools: place.tools,
      hidden: [...place.hidden],
      at: opened.git.facts.top,
      person: { home: personHome(), searched: searchFolders(), network: networkVariables() },
      signal,
      told: onLine,
    });
    if (layers.status === "failed") return { status: "failed", told: `${layers.told}\n${layers.log}` };
    if (!known.has(layers.key) && layers.told !== "") onLine(layers.told);
    const installed = workspace.setup.length === 0 ? installedDependencies(opened.git.facts.top) : [];
    const ready = known.get(layers.key) ?? (await placeWith([...installed, ...layers.mounts]));
    known.set(layers.key, ready);
    const { key, told: words, milliseconds } = layers;
    return ready.status === "ready" && layers.isNew ? { ...ready, made: { key, told: words, milliseconds } } : ready;
  };
}
