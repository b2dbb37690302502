import { join } from "node:path";
import { networkVariables, personHome, searchFolders } from "../config/environment.ts";
import type { ProofPlace } from "../contracts/proof-place.ts";
import type { Equipped } from "../engine/run-world.ts";
import type { CommitId, TreeId } from "../ports/git.ts";
import type { Mount } from "../ports/sandbox.ts";
import type { Surroundings } from "../record/run.ts";
import { prepareLayers } from "../setup/layers.ts";
import { treesOf } from "../workspace/trees.ts";
import { layersBeside } from "./dependency-layers.ts";
import { type ProofSlot, proofPlace } from "./open-proof-place.ts";
import type { OpenedRepository } from "./open-repository.ts";

/**
 * Where contracts run for a tree, with what the repository needs beside its files: installed by the commands its
 * configuration names, or else as it lies in the person's checkout. Made once for each state of the lockfiles.
 */
export function equipping(
  opened: OpenedRepository,
  slot: ProofSlot,
  told: { head: CommitId | null; surroundings: Surroundings; signal: AbortSignal; onLine(line: string): void },
): (tree: TreeId) => Promise<Equipped> {
  const { head, surroundings, signal, onLine } = told;
  const { workspace, installed } = surroundings;
  const { git } = opened;
  const { top } = git.facts;
  const trees = treesOf(git);
  const known = new Map<string, Promise<ProofPlace>>();
  const placeWith = async (key: string, mounts: readonly Mount[]): Promise<Equipped & { status: "ready" }> => {
    const place = known.get(key) ?? proofPlace(opened, slot, { head, dependencies: mounts });
    known.set(key, place);
    return { status: "ready", place: await place, mounts, made: null };
  };
  return async (tree) => {
    const beside = workspace?.setup.length ? [] : await layersBeside(trees, tree, top, installed);
    const shown = beside.map(({ at }) => at).join("\n");
    if (workspace === null) return placeWith(shown, beside);
    const { place } = await placeWith("", []);
    const layers = await prepareLayers({
      git,
      trees,
      tree,
      config: workspace,
      folder: join(opened.folder, "setups"),
      sandbox: slot.sandbox,
      tools: place.tools,
      hidden: [...place.hidden],
      at: top,
      person: { home: personHome(), searched: searchFolders(), network: networkVariables() },
      signal,
      told: onLine,
    });
    if (layers.status === "failed") return { status: "failed", told: `${layers.told}\n${layers.log}` };
    const { key, told: words, milliseconds, isNew, mounts } = layers;
    if (!known.has(`${key} ${shown}`) && words !== "") onLine(words);
    const ready = await placeWith(`${key} ${shown}`, [...beside, ...mounts]);
    return isNew ? { ...ready, made: { key, told: words, milliseconds } } : ready;
  };
}
