import type { Invocation } from "../../shell/invocation.ts";
import { programOf } from "../../shell/invocation.ts";
import { firstOperandAt, hasOption, operandsOf, optionsTaking, optionValue } from "../../shell/operands.ts";
import { resolvePath } from "../../shell/paths.ts";
import { folderOf, nameOf, type TreeView } from "./tree-view.ts";

/** A script of a package that something runs. */
export type PackageScript = { manifest: string; name: string; command: string };

/** The scripts an invocation starts through a package manager: `npm test`, `yarn build`, `run-s lint test:*`. */
export async function scriptsRun(invocation: Invocation, folder: string, view: TreeView): Promise<PackageScript[]> {
  const wanted = namesWanted(invocation);
  if (wanted.length === 0) return [];
  const manifests = await manifestsFor(invocation, folder, view);
  const found: PackageScript[] = [];
  for (const manifest of manifests) {
    const scripts = scriptsOf(await view.text(manifest));
    for (const [name, command] of scripts) {
      if (wanted.some((pattern) => matches(pattern, name))) found.push({ manifest, name, command });
    }
  }
  return found;
}

/** Names of scripts, `*` standing for anything; `pre` and `post` scripts run along. */
function namesWanted(invocation: Invocation): string[] {
  const { args } = invocation;
  const program = programOf(invocation);
  // A pattern is no certain text; here it is the package manager that reads it.
  const words = operandsOf(args, VALUED).map(({ text, source }) => text ?? source);
  if (/^(?:run-[sp]|npm-run-all2?)$/.test(program)) return words.flatMap(withHooks);
  if (program === "concurrently")
    return words
      .filter((word) => /^(?:npm|pnpm|yarn|bun):/.test(word))
      .flatMap((word) => withHooks(word.replace(/^\w+:/, "")));
  if (/^(?:turbo|lerna)$/.test(program)) return words.slice(words[0] === "run" ? 1 : 0).flatMap(withHooks);
  if (program === "node") return withHooks(optionValue(args, "--run")?.text ?? "");
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(program)) return [];
  const at = firstOperandAt(args, 0, [...VALUED.valued]);
  const verb = args[at]?.text ?? "";
  if (/^(?:run|run-script|rum|urn)$/.test(verb))
    return withHooks(args[firstOperandAt(args, at + 1, [...VALUED.valued])]?.text ?? "");
  if (/^(?:ci|i|install|install-test|it|add)$/.test(verb) || (verb === "" && program === "yarn")) return INSTALL_HOOKS;
  if (/^(?:t|tst)$/.test(verb)) return withHooks("test");
  // `bun test` is a test runner of its own.
  if (verb === "test") return program === "bun" ? [] : withHooks("test");
  return program === "npm" && !/^(?:start|stop|restart)$/.test(verb) ? [] : withHooks(verb);
}

const INSTALL_HOOKS = ["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare"];
const VALUED = optionsTaking(
  "--prefix",
  "-C",
  "--dir",
  "--cwd",
  "-w",
  "--workspace",
  "--filter",
  "-F",
  "--run",
  "-n",
  "-c",
);

const withHooks = (name: string): string[] => (name === "" ? [] : [name, `pre${name}`, `post${name}`]);

function matches(pattern: string, name: string): boolean {
  const [before = "", after] = pattern.split("*", 2);
  return after === undefined ? pattern === name : name.startsWith(before) && name.endsWith(after.replaceAll("*", ""));
}

async function manifestsFor(invocation: Invocation, folder: string, view: TreeView): Promise<string[]> {
  const { args } = invocation;
  const program = programOf(invocation);
  const all = (): string[] =>
    [...view.files.keys()].filter((path) => nameOf(path) === "package.json" && !path.includes("node_modules/"));
  if (/^(?:turbo|lerna)$/.test(program) || hasOption(args, "-ws", "--workspaces", "-r", "--recursive")) return all();
  const workspace = optionValue(args, "-w", "--workspace", "--filter", "-F")?.text;
  if (workspace) {
    const found: string[] = [];
    for (const path of all()) {
      const name = packageName(await view.text(path));
      if (name === workspace || folderOf(path) === resolvePath("", workspace) || workspace.includes("*"))
        found.push(path);
    }
    return found;
  }
  const prefix = optionValue(args, "--prefix", "-C", "--dir", "--cwd")?.text ?? "";
  return nearestManifest(resolvePath(folder, prefix), view);
}

/** Package managers look upwards for the package they are in. */
function nearestManifest(folder: string, view: TreeView): string[] {
  for (let here = folder; ; here = folderOf(here)) {
    const path = here === "" ? "package.json" : `${here}/package.json`;
    if (view.files.has(path)) return [path];
    if (here === "") return [];
  }
}

function scriptsOf(text: string | null): [string, string][] {
  const scripts = recordIn(recordOf(text)?.scripts);
  return Object.entries(scripts ?? {}).flatMap(([name, command]) =>
    typeof command === "string" ? [[name, command]] : [],
  );
}

function packageName(text: string | null): string {
  const name = recordOf(text)?.name;
  return typeof name === "string" ? name : "";
}

function recordOf(text: string | null): Record<string, unknown> | null {
  try {
    return recordIn(JSON.parse((text ?? "").replace(/^\ufeff/, "")));
  } catch {
    return null;
  }
}

const recordIn = (value: unknown): Record<string, unknown> | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
