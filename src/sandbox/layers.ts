import { lstatSync, realpathSync } from "node:fs";
import { dirname, normalize } from "node:path";
import type { Mount, Policy } from "../ports/sandbox.ts";
import { SandboxError } from "./sandbox-error.ts";

/**
 * One thing to lay over what is inside so far. `slot` is the number of the throw-away mount that it shows a part of;
 * `within` is the path of that part, with a leading `/`, or nothing.
 */
export type Layer =
  | { kind: "bind"; at: string; show: string; isWritable: boolean }
  | { kind: "throw-away"; at: string; slot: number; within: string }
  | { kind: "empty"; at: string; type: EntryType };

export type EntryType = "folder" | "file";

/** What a throw-away mount starts from, and what must be made in it, so that other mounts find their place. */
export type Slot = { show: string; type: EntryType; make: { within: string; type: EntryType }[] };

/** What lies between the mounts and the machine. `system` are folders that show at their own path, read-only. */
export type Base = { system: readonly string[]; hidden: readonly string[] };

/**
 * The policy as an ordered list of layers, each of which finds its place when its turn comes. Throws `SandboxError` for
 * everything that could not be kept: links on the way, a second name for a protected file, places that only exist
 * after something has been made on the machine itself.
 */
export function planLayers(policy: Policy, base: Base): { layers: Layer[]; slots: Slot[] } {
  const shown = shownThings(policy, base);
  const mounts = shown.filter(({ isSystem }) => !isSystem);
  const thrown = mounts.filter(({ access }) => access === "throw-away");
  const slots = thrown.map(({ show }): Slot => ({ show, type: typeOf(show), make: [] }));
  const layers = new Map<string, Layer>();
  const lay = (thing: Shown, at: string): unknown => layers.set(at, layerOf(thing, at, thrown.indexOf(thing)));

  for (const thing of shown) {
    for (const { at, type } of hiddenIn(thing, shown, [...base.hidden, ...policy.hidden])) {
      for (const above of foldersToPin(at, thing)) lay(thing, above);
      layers.set(at, { kind: "empty", at, type });
    }
  }
  for (const thing of mounts) {
    checkNames(thing, shown);
    const around = nearest(thing.at, shown);
    if (!around || isEmptied(thing.at, around, layers)) continue;
    checkPlace(thing, around, slots[thrown.indexOf(around)]);
    for (const above of foldersToPin(thing.at, around)) lay(around, above);
  }
  for (const thing of mounts) lay(thing, thing.at);
  return { layers: [...layers.values()].sort((a, b) => depth(a.at) - depth(b.at)), slots };
}

type Shown = Mount & { isSystem: boolean };

/** Everything of the machine that shows inside. A mount takes the place of a tool root or a system folder at its path. */
function shownThings(policy: Policy, base: Base): Shown[] {
  const things = new Map<string, Shown>();
  for (const path of base.system) things.set(path, { show: path, at: path, access: "read", isSystem: true });
  for (const path of policy.tools.roots) {
    if (base.system.some((folder) => isInside(path, folder))) continue;
    things.set(path, checked({ show: path, at: path, access: "read" }));
  }
  const taken = new Set<string>();
  for (const mount of policy.mounts) {
    if (taken.has(mount.at)) throw new SandboxError("policy", `two mounts at ${mount.at}`);
    taken.add(mount.at);
    things.set(mount.at, checked(mount));
  }
  return [...things.values()];
}

function checked(mount: Mount): Shown {
  for (const path of [mount.show, mount.at]) {
    if (!path.startsWith("/") || normalize(path) !== path || (path.endsWith("/") && path !== "/")) {
      throw new SandboxError("policy", `not an absolute, plain path: ${path}`);
    }
  }
  if (RESERVED.test(mount.at)) throw new SandboxError("policy", `nothing can be mounted at ${mount.at}`);
  const real = realPath(mount.show);
  if (real === null) throw new SandboxError("policy", `cannot show ${mount.show}: it is missing`);
  if (real !== mount.show) {
    throw new SandboxError("policy", `cannot show ${mount.show}: a symbolic link is on the way, it leads to ${real}`);
  }
  return { ...mount, isSystem: false };
}

const RESERVED = /^\/(?:tmp|tmp\/home|(?:proc|dev|sys|etc)(?:\/.*)?)?$/;

function layerOf(thing: Shown, at: string, slot: number): Layer {
  const within = at.slice(thing.at.length);
  if (thing.access === "throw-away") return { kind: "throw-away", at, slot, within };
  return { kind: "bind", at, show: thing.show + within, isWritable: thing.access === "write" };
}

/** Where hidden paths would show through this one, and no other lies on top there. */
function hiddenIn(thing: Shown, shown: Shown[], hidden: readonly string[]): { at: string; type: EntryType }[] {
  const inside = hidden.filter((path) => path !== thing.show && isInside(path, thing.show) && realPath(path) !== null);
  return outermost(inside).flatMap((path) => {
    const at = thing.at + path.slice(thing.show === "/" ? 0 : thing.show.length);
    if (shown.some((other) => other.at === at) || nearest(at, shown) !== thing) return [];
    const real = realPath(path);
    if (real !== path) throw new SandboxError("policy", `cannot hide ${path}: it is a symbolic link to ${real}`);
    return [{ at, type: typeOf(path) }];
  });
}

/** Below something emptied, there is room for whatever is mounted further down. */
function isEmptied(at: string, around: Shown, layers: Map<string, Layer>): boolean {
  for (let above = dirname(at); above.length > around.at.length; above = dirname(above)) {
    if (layers.get(above)?.kind === "empty") return true;
  }
  return false;
}

function checkPlace(thing: Shown, around: Shown, slot: Slot | undefined): void {
  const within = thing.at.slice(around.at.length);
  const place = around.show + within;
  const type = typeOf(thing.show);
  const real = realPath(place);
  if (real === null) {
    // Bubblewrap would make it, and would leave it there afterwards. Only in a throw-away mount does that do no harm.
    const rest = nearestExisting(place);
    if (rest !== realPath(rest)) throw new SandboxError("policy", `cannot mount at ${thing.at}: ${rest} is a link`);
    if (!slot) throw new SandboxError("policy", `cannot mount at ${thing.at}: ${place} does not exist`);
    slot.make.push({ within, type });
    return;
  }
  if (real !== place) {
    throw new SandboxError("policy", `cannot mount at ${thing.at}: a symbolic link is on the way, it leads to ${real}`);
  }
  if (typeOf(place) !== type)
    throw new SandboxError("policy", `cannot mount a ${type} at ${thing.at}: it is none there`);
}

/** A file in a writable folder is protected only as long as it has no second name there. */
function checkNames(thing: Shown, shown: Shown[]): void {
  const isInReach = shown.some((other) => other.access === "write" && other !== thing && isInside(thing.at, other.at));
  if (thing.access !== "read" || !isInReach || typeOf(thing.show) !== "file" || lstatSync(thing.show).nlink < 2) return;
  throw new SandboxError(
    "policy",
    `cannot protect ${thing.show}: it has another name (hard link) through which it could be written`,
  );
}

/**
 * A mount goes along when a folder above it is renamed, and then something else can be put in its place. A folder that
 * is a mount itself cannot be renamed, so each one between the two is bound onto itself.
 */
function foldersToPin(at: string, around: Shown): string[] {
  const folders: string[] = [];
  if (around.access === "read") return folders;
  for (let above = dirname(at); above.length > around.at.length; above = dirname(above)) folders.push(above);
  return folders;
}

function nearest(at: string, shown: Shown[]): Shown | undefined {
  const around = shown.filter((thing) => thing.at !== at && isInside(at, thing.at));
  return around.sort((a, b) => b.at.length - a.at.length)[0];
}

export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);

/** Without those that lie in another one. */
export const outermost = (paths: readonly string[]): string[] => {
  const all = [...new Set(paths)];
  return all.filter((path) => !all.some((other) => other !== path && isInside(path, other)));
};

const depth = (path: string): number => path.split("/").length;

const typeOf = (path: string): EntryType => (lstatSync(path).isDirectory() ? "folder" : "file");

function nearestExisting(path: string): string {
  return lstatSync(path, { throwIfNoEntry: false }) || path === "/" ? path : nearestExisting(dirname(path));
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
