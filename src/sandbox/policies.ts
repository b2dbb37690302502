import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Limits, Mount, Policy, Tools } from "../ports/sandbox.ts";
import { SandboxError } from "./sandbox-error.ts";

/** What a worker gets to see, as paths outside; `at` is where its tree appears inside. */
export type WorkPlace = {
  tree: string;
  at: string;
  /** A git directory that is thrown away afterwards, and the objects that it borrows, under the name it knows. */
  git: { folder: string; objects: { show: string; at: string } };
  /** What stands at `.git` inside; without it the tree's own `.git`, read-only. */
  dotGit?: Mount;
  dependencies: readonly Mount[];
  hidden: readonly string[];
  tools: Tools;
};

/** A worker in Act mode: its tree is writable, except for what is fenced (paths of the tree that exist). */
export function workerPolicy(place: WorkPlace, fenced: readonly string[], rest: Rest): Policy {
  return policy(place, rest, [
    { show: place.tree, at: place.at, access: "write" },
    place.dotGit ?? inTree(place, ".git", "read"),
    ...fenced.map((path): Mount => inTree(place, path, "read")),
    ...gitMounts(place, "write"),
    ...place.dependencies,
  ]);
}

/** An agent in Plan mode: nothing can be written but the plan folders of its thread. */
export function planPolicy(place: WorkPlace, planFolders: readonly string[], rest: Rest): Policy {
  for (const folder of planFolders) refuseSecondNames(folder);
  return policy(place, rest, [
    { show: place.tree, at: place.at, access: "read" },
    ...gitMounts(place, "read"),
    ...place.dependencies.map((mount): Mount => ({ ...mount, access: "read" })),
    ...planFolders.map((path): Mount => ({ show: path, at: path, access: "write" })),
  ]);
}

/** A file with another name somewhere else would be written there, too. */
function refuseSecondNames(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || lstatSync(path).nlink < 2) continue;
    throw new SandboxError(
      "policy",
      `cannot open ${folder}: ${path} has another name (hard link); remove one of the two`,
    );
  }
}

type Rest = { limits: Limits; network: Policy["network"] };

const policy = ({ hidden, tools }: WorkPlace, rest: Rest, mounts: Mount[]): Policy => ({
  mounts,
  hidden,
  tools,
  ...rest,
});

const inTree = ({ tree, at }: WorkPlace, path: string, access: Mount["access"]): Mount => ({
  show: `${tree}/${path}`,
  at: `${at}/${path}`,
  access,
});

const gitMounts = ({ git }: WorkPlace, access: Mount["access"]): Mount[] => [
  { show: git.folder, at: git.folder, access },
  { ...git.objects, access: "read" },
];
