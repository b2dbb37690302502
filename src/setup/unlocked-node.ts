import type { PackageManager } from "./package-managers.ts";

/** How the packages of a package.json are installed that no lockfile goes with; null where it names none. */
export function unlockedNode(text: string | null): PackageManager | null {
  const { dependencies, devDependencies, packageManager } = read(text);
  if (packages(dependencies, devDependencies).length === 0) return null;
  const [, tool = "npm"] = /^(npm|pnpm|yarn|bun)@/.exec(String(packageManager)) ?? [];
  return {
    ...{ kind: "node", lockfile: "package.json", manifests: [".npmrc"], layers: ["node_modules"] },
    ...{ tool, command: `${tool} install`, script: `${tool} run` },
  };
}

/** The packages that a package.json names. */
export function packagesIn(text: string | null): string[] {
  const { dependencies, devDependencies } = read(text);
  return packages(dependencies, devDependencies);
}

type Manifest = { dependencies?: unknown; devDependencies?: unknown; packageManager?: unknown };

function read(text: string | null): Manifest {
  try {
    return (JSON.parse(text ?? "{}") as Manifest | null) ?? {};
  } catch {
    return {};
  }
}

const packages = (...lists: unknown[]): string[] =>
  lists.flatMap((each) => (typeof each === "object" && each !== null ? Object.keys(each) : []));
