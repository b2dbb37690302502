import { copyFileSync, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { TreeEntry, TreeId, Trees } from "../ports/git.ts";
import type { Mount, Sandbox, Tools } from "../ports/sandbox.ts";
import { removeFolder } from "../workspace/folders/remove-folder.ts";
import type { HarnessGit } from "../workspace/git/harness-git.ts";
import { type Checkout, restoreTree } from "../workspace/places/restore-tree.ts";
import { copiedFiles } from "./copied-files.ts";
import { freePlaces } from "./free-places.ts";
import { type KeptSetUp, keepSetUp } from "./keep-setup.ts";
import { layerFolders } from "./layer-folders.ts";
import { firstLine, runSetUp, type SetUpFailure } from "./run-setup.ts";
import { hashOf, lockStateOf, setUpKey } from "./setup-key.ts";
import type { WorkspaceNeeds } from "./workspace-needs.ts";

export type LayersInput = {
  git: HarnessGit;
  trees: Trees;
  tree: TreeId;
  /** Trees that were accepted, the likeliest first. What they install may be shared. */
  accepted(): AsyncIterable<TreeId>;
  config: WorkspaceNeeds;
  /** Of ours: where set-ups are kept. */
  folder: string;
  sandbox: Sandbox;
  tools: Tools;
  hidden: readonly string[];
  /** Where workers and contracts see the tree. */
  at: string;
  /** The person's home folder, PATH, and settings of proxies and certificates, which are for set-ups only. */
  person: { home: string; searched: readonly string[]; network: Readonly<Record<string, string>> };
  signal: AbortSignal;
  /** Hears each command of a set-up, and each line that it prints. */
  told(line: string): void;
};

/** `key` changes whenever something else is shown; `told` is for people; `log` is the end of what was printed. */
export type PreparedLayers =
  | { status: "ready"; mounts: Mount[]; key: string; told: string; milliseconds: number; isNew: boolean }
  | SetUpFailure;

/** What a tree needs beside its files, made when it is not there yet. Nothing of the tree is ever hidden by it. */
export async function prepareLayers(input: LayersInput): Promise<PreparedLayers> {
  const { git, trees, tree, config, at } = input;
  const began = performance.now();
  const entries = await trees.entries(tree);
  const isFree = freePlaces(entries);
  const source = config.setup.length === 0 ? null : await acceptedLike(input, entries);
  const key = setUpKey({ ...input, entries, at: placeOf(input), tree: source === null ? tree : null });
  const fill = (own: string) => filled({ ...input, tree: source ?? tree }, own, key);
  const kept = config.setup.length === 0 ? null : await keepSetUp({ ...input, key }, fill);
  if (kept !== null && "status" in kept) return kept;

  const layers = kept === null ? [] : kept.layers.filter(isFree).map((path) => layerMount(kept, path, at));
  const copies = await copiedFiles(config.copy, { git, tree, at, isFree });
  return {
    status: "ready",
    mounts: [...layers, ...copies.mounts, ...cacheMounts(input, HOME_INSIDE)],
    key: hashOf([key, layers, copies.mounts.map(({ show }) => [show, readFileSync(show, "base64")])]),
    told: [...(kept === null ? [] : [toldOf(config, kept, isFree)]), ...copies.notes].join("; "),
    milliseconds: Math.round(performance.now() - began),
    isNew: kept?.isNew ?? false,
  };
}

/**
 * An accepted tree with the same lockfiles, from which the set-up is made then. An install runs scripts of the tree, and
 * those of work that was refused must not decide what later work is judged with.
 */
async function acceptedLike(
  { trees, accepted, config }: LayersInput,
  of: readonly TreeEntry[],
): Promise<TreeId | null> {
  const wanted = lockStateOf(of, config.lockfiles);
  for await (const tree of accepted()) {
    if (lockStateOf(await trees.entries(tree), config.lockfiles) === wanted) return tree;
  }
  return null;
}

const layerMount = ({ folder }: KeptSetUp, path: string, at: string): Mount => ({
  show: join(folder, "tree", path),
  at: join(at, path),
  access: "throw-away",
});

/** The HOME of every program that is held. */
const HOME_INSIDE = "/tmp/home";

/** Where the commands see the tree: where it will be used, since tools write paths down; unheld, where it is. */
const placeOf = ({ sandbox, at }: LayersInput, tree = ""): string => (sandbox.offers.isHolding ? at : tree);

/** Runs the commands in a fresh copy of the tree, and keeps of it only the layers. */
async function filled(input: LayersInput, own: string, key: string): Promise<{ layers: string[] } | SetUpFailure> {
  const { git, trees, tree, config, sandbox } = input;
  const checkout: Checkout = { tree: join(own, "tree"), index: join(own, "index") };
  await restoreTree(git, checkout, tree, { rewrite: true });
  const home = join(own, "home");
  const at = placeOf(input, checkout.tree);
  const caches = sandbox.offers.isHolding ? cacheMounts(input, home) : [];
  for (const { at: place } of [{ at: home }, ...caches]) mkdirSync(place, { recursive: true });
  const failure = await runSetUp({
    ...input,
    ...{ commands: config.setup, at, home, logFile: join(input.folder, `${key}.log`) },
    ...{ searched: input.person.searched, top: git.facts.top, env: withCopies(input.person.network, home) },
    mounts: [{ show: checkout.tree, at, access: "write" }, { show: home, at: home, access: "write" }, ...caches],
  });
  if (failure !== null) return failure;
  const layers = layerFolders(checkout.tree, config.layers, freePlaces(await trees.entries(tree)));
  await restoreTree(git, checkout, trees.emptyTree, { keep: layers });
  removeFolder(home);
  return { layers };
}

/** Certificates lie anywhere on the machine, so those that settings name are copied to where a set-up finds them. */
function withCopies(settings: Readonly<Record<string, string>>, folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      if (!value.startsWith("/") || !statSync(value, { throwIfNoEntry: false })?.isFile()) return [name, value];
      copyFileSync(value, join(folder, name));
      return [name, join(folder, name)];
    }),
  );
}

/**
 * What is not there on this machine is passed over: a cache only saves time. Package managers give up when they cannot
 * write to theirs, so what they write is thrown away; where that would mean to copy it, it can only be read.
 */
function cacheMounts({ config, person, sandbox }: LayersInput, home: string): Mount[] {
  const access = sandbox.offers.overlay ? "throw-away" : "read";
  return config.caches.flatMap((path): Mount[] => {
    try {
      return [{ show: realpathSync(join(person.home, path)), at: join(home, path), access }];
    } catch {
      return [];
    }
  });
}

function toldOf(config: WorkspaceNeeds, kept: KeptSetUp, isFree: (path: string) => boolean): string {
  const commands = config.setup.map((command) => `\`${firstLine(command)}\``).join(", ");
  const layers = kept.layers.filter(isFree);
  if (layers.length === 0) return `${commands} left no folder named ${config.layers.join(" or ")}`;
  const more = layers.length > MOST_TOLD ? ` and ${layers.length - MOST_TOLD} more` : "";
  const shown = `${layers.slice(0, MOST_TOLD).join(", ")}${more}`;
  return kept.isNew ? `${commands} filled ${shown}` : `${shown}, as ${commands} left it before`;
}

const MOST_TOLD = 3;
