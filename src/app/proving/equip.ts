import { join } from "node:path";
import { networkVariables, personHome, searchFolders } from "../../config/environment.ts";
import type { ProofPlace } from "../../contracts/sides/proof-place.ts";
import type { Equipped } from "../../engine/state/run-world.ts";
import type { CommitId, TreeId } from "../../ports/git.ts";
import type { Mount } from "../../ports/sandbox.ts";
import type { Surroundings } from "../../record/run.ts";
import { prepareLayers } from "../../setup/layers.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import { acceptedTrees } from "./accepted-trees.ts";
import { besideTree, dependencyLayers } from "./dependency-layers.ts";
import { type ProofSlot, proofPlace } from "./open-proof-place.ts";

type Equipping = {
  /** The commit that contracts which ask git find there. */
  head: CommitId | null;
  /** The commit from whose lockfiles set-ups are shared; `head` unless somebody else chose that. */
  trusted?: CommitId | null;
  surroundings: Surroundings;
  signal: AbortSignal;
  onLine(line: string): void;
};

/**
 * Where contracts run for a tree, with what the repository needs beside its files: installed by the commands its
 * configuration names, or else as it lies in the person's checkout. Made once for each state of the lockfiles.
 */
export function equipping(
  opened: OpenedRepository,
  slot: ProofSlot,
  told: Equipping,
): (tree: TreeId) => Promise<Equipped> {
  const { head, trusted = head, surroundings, signal, onLine } = told;
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
  const folders = workspace?.setup.length ? [] : installed;
  let found: Promise<readonly string[]> | null = null;
  // What git had when the plan was approved is no installed dependency, whatever somebody has made of it since.
  const lent = (): Promise<readonly string[]> => {
    found ??=
      head === null ? Promise.resolve(folders) : trees.treeOf(head).then((base) => besideTree(trees, base, folders));
    return found;
  };
  return async (tree) => {
    const beside = dependencyLayers(top, await besideTree(trees, tree, await lent()));
    const shown = beside.map(({ at }) => at).join("\n");
    if (workspace === null) return placeWith(shown, beside);
    const { place } = await placeWith("", []);
    const layers = await prepareLayers({
      git,
      trees,
      tree,
      accepted: () => acceptedTrees(opened, trusted),
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
