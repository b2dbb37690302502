import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_MANAGERS } from "../../setup/package-managers.ts";
import { packagesIn, unlockedNode } from "../../setup/unlocked-node.ts";
import { repositoryConfig } from "../opening/repository-config.ts";

export type Whereabouts = {
  /** The person's PATH, and the part of it that a contract has. */
  searched: readonly string[];
  shown: readonly string[];
  /** The top folder of the checkout. */
  top: string;
};

/** Where a program is that a contract could not find, or how to get it. */
export function missingTool(tool: string, { searched, shown, top }: Whereabouts): string {
  const own = join(top, "node_modules/.bin", tool);
  if (existsSync(own)) return `it is installed in node_modules: write \`npx --no-install ${tool}\``;
  const folder = searched.find((each) => !shown.includes(each) && existsSync(join(each, tool)));
  if (folder?.startsWith(`${top}/`)) {
    return `your PATH has it in ${folder}; no program is taken from the repository by its name, so write its path`;
  }
  if (folder !== undefined)
    return `your PATH has it in ${folder}, which is not shown to contracts: it may hold secrets`;
  return (
    notInstalled(tool, top) ??
    INSTALL.get(tool) ??
    "install it, or correct its name; contracts find what is on your PATH"
  );
}

/** Whether package.json may bring it and nothing of that is installed in the checkout, which contracts are shown. */
function notInstalled(tool: string, top: string): string | null {
  if (existsSync(join(top, "node_modules")) || repositoryConfig(top).workspace?.setup.length) return null;
  const path = join(top, "package.json");
  const text = existsSync(path) ? readFileSync(path, "utf8") : null;
  const packages = packagesIn(text);
  const brings = [tool, /^npm install --save-dev (\S+)$/.exec(INSTALL.get(tool) ?? "")?.[1] ?? tool];
  if (!packages.some((name) => brings.includes(name)) && (packages.length === 0 || INSTALL.has(tool))) return null;
  const isThere = (name: string): boolean => existsSync(join(top, name));
  const beside = new Set([".yarnrc.yml"].filter(isThere));
  const locked = PACKAGE_MANAGERS.find(
    ({ kind, lockfile, fits }) => kind === "node" && isThere(lockfile) && (fits?.(beside, "") ?? true),
  );
  const { command } = locked ?? unlockedNode(text) ?? { command: "npm install" };
  return `nothing of package.json is installed: run \`${command}\` in ${top}`;
}

const INSTALL: ReadonlyMap<string, string> = new Map([
  ["pytest", "python3 -m pip install pytest"],
  ["tsc", "npm install --save-dev typescript"],
  ["vitest", "npm install --save-dev vitest"],
  ["jest", "npm install --save-dev jest"],
  ["go", "install Go: https://go.dev/dl"],
  ["cargo", "install Rust: https://rustup.rs"],
  ["pnpm", "npm install --global pnpm"],
  ["yarn", "npm install --global yarn"],
  ["uv", "python3 -m pip install uv"],
]);
