import { executedFile } from "../../shell/executed-file.ts";
import { type Invocation, programOf } from "../../shell/invocation.ts";
import { namedTargets } from "../../shell/named-targets.ts";
import { operandsOf, optionsTaking, optionValue } from "../../shell/operands.ts";
import { leavesRepository, resolvePath } from "../../shell/paths.ts";
import { quoted } from "../../shell/quoted.ts";
import { parseScript } from "../../shell/script.ts";
import { importsOf } from "./imports-of.ts";
import { includedIn, recipesOf } from "./make-recipes.ts";
import { scriptsRun } from "./package-scripts.ts";
import { isInProductionPlace, roleOfFile } from "./role-of-file.ts";
import type { TreeView } from "./tree-view.ts";

/** What decides the answer of some contracts, by path, with the reason a person is told. */
export type Reliance = {
  /** Files that are run, or handed to a runner. */
  files: Map<string, string>;
  /** Those that a judge takes in as a part of itself: `. lib/assert.sh`. */
  sourced: Set<string>;
  /** Scripts of each `package.json`, by name. */
  scripts: Map<string, Map<string, string>>;
};

/**
 * What these commands rest on in a tree: what they execute, what that executes in turn, and what they hand to a runner.
 * Read from the text of commands and recipes; nothing is run, so a path that only running would tell is not found.
 */
export async function restsOn(commands: readonly string[], view: TreeView): Promise<Reliance> {
  const reliance: Reliance = { files: new Map(), sourced: new Set(), scripts: new Map() };
  const todo: Work[] = commands.map((command) => ({ command, folder: "", why: null, from: null }));
  const seen = new Set<string>();
  for (let work = todo.shift(); work !== undefined && seen.size < MOST_COMMANDS; work = todo.shift()) {
    const key = `${work.folder}\n${work.command}`;
    if (seen.has(key) || work.command.length > LONGEST_SCRIPT) continue;
    seen.add(key);
    todo.push(...(await lookAt(work, view, reliance)));
  }
  await addImports(view, reliance);
  return reliance;
}

/** A command that will run, where, the words of the contract that led to it, and the script that it stands in. */
type Work = { command: string; folder: string; why: string | null; from: string | null };

/** Scripts that call scripts can grow for ever when a worker writes them. */
const MOST_COMMANDS = 500;
const LONGEST_SCRIPT = 200_000;

async function lookAt(work: Work, view: TreeView, reliance: Reliance): Promise<Work[]> {
  const { survey } = parseScript(work.command);
  const next: Work[] = [];
  const note = (path: string, why: string): void => {
    if (view.files.has(path) && !reliance.files.has(path)) reliance.files.set(path, why);
  };
  for (const invocation of survey.invocations) {
    const folder = resolvePath(work.folder, invocation.folder ?? "");
    if (leavesRepository(folder)) continue;
    const why = work.why ?? `${quoted(spelled(invocation))} runs it`;
    for (const path of executedPaths(invocation, folder, view)) {
      note(path, why);
      if (isSourcing(invocation) && !isInProductionPlace(work.from ?? "")) reliance.sourced.add(path);
      if (await isShellScript(path, view))
        next.push({ command: (await view.text(path)) ?? "", folder, why, from: path });
    }
    for (const path of handedOver(invocation, folder, view))
      note(path, work.why ?? `${quoted(spelled(invocation))} reads it`);
    for (const { manifest, name, command } of await scriptsRun(invocation, folder, view)) {
      const scripts = reliance.scripts.get(manifest) ?? new Map<string, string>();
      reliance.scripts.set(manifest, scripts.set(name, scripts.get(name) ?? why));
      next.push({ command, folder: manifest.slice(0, -"/package.json".length), why, from: null });
    }
    next.push(...(await recipesRun(invocation, folder, why, view, note)), ...inner(invocation, folder, why));
    if (readsProgramFromInput(invocation)) {
      for (const word of work.command.split(/[\s;|&()<>"'`=]+/)) note(resolvePath(folder, word), why);
    }
  }
  return next;
}

const isSourcing = (invocation: Invocation): boolean => /^(?:\.|source)$/.test(programOf(invocation));

const spelled = ({ name, args }: Invocation): string =>
  [name, ...args]
    .map(({ source }) => source)
    .join(" ")
    .slice(0, 120);

function executedPaths(invocation: Invocation, folder: string, view: TreeView): string[] {
  const { args } = invocation;
  const program = programOf(invocation);
  const file = executedFile(invocation)?.text;
  const module = /^(?:python|pypy)/.test(program) ? optionValue(args, "-m")?.text : null;
  const modules = module ? [`${module.replaceAll(".", "/")}.py`, `${module.replaceAll(".", "/")}/__main__.py`] : [];
  const found = [...(file ? [file] : []), ...modules].map((path) => resolvePath(folder, path));
  if (program !== "go" || args[0]?.text !== "run") return found;
  const mains = namedTargets(invocation).map(({ path }) => resolvePath(folder, path));
  return [...view.files.keys()].filter((path) =>
    mains.some((main) => path === main || (path.endsWith(".go") && path.slice(0, path.lastIndexOf("/")) === main)),
  );
}

/** Words that are files: a config, a set-up module, an expected output. Programs that only look at a file prove its content. */
function handedOver(invocation: Invocation, folder: string, view: TreeView): string[] {
  const program = programOf(invocation);
  const words = READS_IGNORE_RULES.test(program) ? [".gitignore"] : [];
  if (LOOKS_ONLY.test(program)) return [];
  for (const { text } of invocation.args) {
    const value = text?.replace(/^--?[\w-]+=/, "").replace(/::.*$/s, "");
    if (!value || value.startsWith("-")) continue;
    words.push(value, ...["js", "cjs", "mjs", "ts", "py"].map((ending) => `${value}.${ending}`));
  }
  return words
    .map((word) => resolvePath(folder, word))
    .filter((path) => view.files.has(path) && !isInProductionPlace(path));
}

const LOOKS_ONLY =
  /^(?:\[|\[\[|test|cat|grep|egrep|fgrep|rg|ls|head|tail|wc|jq|yq|sed|awk|git|echo|printf|find|cp|mv|rm|touch|chmod|mkdir|stat|file|sha\d+sum|md5sum|curl|wget|cd|pushd|export|sort|uniq|tr|cut|tee|xargs|true|false|npm|pnpm|yarn|command|which|type|tar|unzip|docker)?$/;
const READS_IGNORE_RULES = /^(?:ruff|biome|black|prettier|knip|rg|fd|isort)$/;

async function isShellScript(path: string, view: TreeView): Promise<boolean> {
  if (/\.(?:sh|bash)$/.test(path)) return true;
  if (/\.\w+$/.test(path)) return false;
  return /^#!.*\b(?:ba|da|z|k)?sh\b/.test((await view.text(path)) ?? "");
}

/** `cat check.sh | bash`: what the program is can only be guessed from the other words. */
function readsProgramFromInput(invocation: Invocation): boolean {
  const isInterpreter = /^(?:(?:ba|da|z|k)?sh|node|python[\d.]*|ruby|perl|php)$/.test(programOf(invocation));
  return (
    isInterpreter &&
    executedFile(invocation) === null &&
    !invocation.args.some(({ text }) => /^-\w*[cem]$|^--(?:test|eval|run)/.test(text ?? ""))
  );
}

/** Programs that start the rest of their words, and that only JavaScript projects have. */
function inner(invocation: Invocation, folder: string, why: string): Work[] {
  const program = programOf(invocation);
  const { args } = invocation;
  if (program === "concurrently")
    return args.flatMap(({ text }) => (text === null ? [] : [{ command: text, folder, why, from: null }]));
  if (!/^(?:c8|nyc|cross-env(?:-shell)?|dotenvx?|env-cmd|tap|doas)$/.test(program)) return [];
  const [first] = operandsOf(args, optionsTaking("-f", "-e", "-r", "--reporter", "--include", "--exclude"));
  const from = first === undefined ? -1 : args.indexOf(first);
  if (from < 0) return [];
  const words = args.slice(from).map(({ source }) => source);
  return [{ command: words.slice(words.findIndex((word) => !/^\w+=/.test(word))).join(" "), folder, why, from: null }];
}

type Note = (path: string, why: string) => void;

async function recipesRun(
  invocation: Invocation,
  folder: string,
  why: string,
  view: TreeView,
  note: Note,
): Promise<Work[]> {
  const program = programOf(invocation);
  if (!/^(?:make|gmake|just)$/.test(program)) return [];
  const { args } = invocation;
  const here = resolvePath(folder, optionValue(args, "-C", "--directory", "-d", "--working-directory")?.text ?? "");
  const given = optionValue(args, "-f", "--file", "--makefile", "--justfile")?.text;
  const names = given
    ? [given]
    : program === "just"
      ? ["justfile", "Justfile", ".justfile"]
      : ["GNUmakefile", "makefile", "Makefile"];
  const path = names.map((name) => resolvePath(here, name)).find((each) => view.files.has(each));
  if (path === undefined) return [];
  note(path, why);
  const text = (await view.text(path)) ?? "";
  const taken = includedIn(text).map((name) => resolvePath(here, name));
  const texts = [text];
  for (const each of taken) {
    note(each, why);
    texts.push((await view.text(each)) ?? "");
  }
  const style = optionsTaking(
    "-C",
    "--directory",
    "-f",
    "--file",
    "--makefile",
    "-j",
    "-d",
    "--justfile",
    "--working-directory",
    "-I",
    "-o",
    "-W",
  );
  const targets = operandsOf(args, style).flatMap(({ text }) => (text && !text.includes("=") ? [text] : []));
  return recipesOf(texts.join("\n"), targets).map((command) => ({ command, folder: here, why, from: path }));
}

/** A check is as strong as the modules it is made of. Those of the product are what is checked, and are left alone. */
async function addImports(view: TreeView, { files }: Reliance): Promise<void> {
  const todo = [...files].filter(([path]) => !isInProductionPlace(path));
  for (let next = todo.shift(); next !== undefined && files.size < MOST_COMMANDS; next = todo.shift()) {
    const [path, why] = next;
    for (const taken of importsOf(path, (await view.text(path)) ?? "")) {
      if (!view.files.has(taken) || files.has(taken) || roleOfFile(taken) === "production") continue;
      files.set(taken, why);
      todo.push([taken, why]);
    }
  }
}
