import { normalPath } from "../../plan/files.ts";
import { isProgramOfSystem, programFoldersIn } from "./programs-on-path.ts";
import { isPythonModule } from "./python-modules.ts";
import { isJudge, isTestRole, roleOfFile } from "./role-of-file.ts";
import { folderOf, foldersOf, nameOf, type TreeView } from "./tree-view.ts";

/**
 * Why a new file that the step does not announce must not take part in the proof, or null when it may. More code and
 * more tests never weaken a proof; a file that changes how others run can.
 */
export function whyTakenOut(
  path: string,
  text: string | null,
  { base, codeFolders, importRoots, packageRoots, programFolders, resolvesFromTop }: Surroundings,
): string | null {
  const role = roleOfFile(path);
  if (role === "auto-loaded") return "it is new and takes effect without being named";
  if (role === "ci") return "it is new and would run on another machine";
  if (role === "runner-config" || role === "lockfile") {
    // It rules what lies below it. A folder without code of the base is the worker's own.
    return codeFolders.has(folderOf(path)) ? "it is new and decides how files below it run" : null;
  }
  const original = standsInFor(path, base);
  if (original !== null) return `it is new and would be loaded in place of \`${original}\``;
  const hidden = hiddenModule(path, base, importRoots, packageRoots);
  if (hidden !== null) return `it is new and hides \`${hidden}\` from tests`;
  if (programFolders.has(folderOf(path)) && isProgramOfSystem(nameOf(path))) {
    return "it is new and would run in place of a program of the system";
  }
  if (isShadow(path, importRoots, resolvesFromTop)) return "it is new and hides a module that tests rely on";
  if (!isTestRole(role) || text === null) return null;
  return TAKEOVERS.find(({ files, sign }) => files.test(path) && sign.test(text))?.why ?? null;
}

/** What of the base a new file could get in the way of. */
export type Surroundings = {
  base: TreeView;
  /** Folders with code of the base in them or somewhere below. */
  codeFolders: ReadonlySet<string>;
  /** Folders that programs of a contract look for modules in, by themselves. */
  importRoots: ReadonlySet<string>;
  /** Folders of the base whose packages tests import. */
  packageRoots: ReadonlySet<string>;
  /** Folders of the base that commands put on PATH. */
  programFolders: ReadonlySet<string>;
  /** Whether the base tells JavaScript to find bare names in folders of its own. */
  resolvesFromTop: boolean;
};

export async function surroundingsOf(
  base: TreeView,
  executed: readonly string[],
  commands: readonly string[],
): Promise<Surroundings> {
  const { codeFolders, testFolders, configs } = await standing(base);
  const texts = [...commands, ...configs];
  const pythonPath = texts.flatMap(pythonPathIn);
  const programs = [...texts, ...(await textsIn(base, executed.slice(0, MOST_CONFIGS)))];
  return {
    base,
    codeFolders,
    importRoots: new Set(["", ...pythonPath, ...testFolders, ...executed.map(folderOf)]),
    packageRoots: new Set(["", "src", "lib", ...pythonPath]),
    programFolders: new Set(programs.flatMap(programFoldersIn)),
    resolvesFromTop: texts.some((text) => /\b(?:baseUrl|modulePaths|moduleDirectories|NODE_PATH)\b/.test(text)),
  };
}

/** What does not depend on commands: folders with code in or below them, those of tests in Python, texts of configs. */
type Standing = { codeFolders: ReadonlySet<string>; testFolders: ReadonlySet<string>; configs: readonly string[] };

/** A view never changes, and this takes a look at every file. */
async function standing(base: TreeView): Promise<Standing> {
  const known = kept.get(base);
  if (known !== undefined) return known;
  const paths = [...base.files.keys()];
  const ofTests = paths.filter((path) => path.endsWith(".py") && isTestRole(roleOfFile(path)));
  const configs = paths.filter((path) => SAYS_WHERE_TO_LOOK.test(path)).slice(0, MOST_CONFIGS);
  const found = {
    codeFolders: new Set(paths.filter((path) => CODE.test(path)).flatMap((path) => ["", ...foldersOf(path)])),
    testFolders: new Set(ofTests.map(folderOf)),
    configs: await textsIn(base, configs),
  };
  kept.set(base, found);
  return found;
}

const kept = new WeakMap<TreeView, Standing>();

const textsIn = async (view: TreeView, paths: readonly string[]): Promise<string[]> =>
  (await Promise.all(paths.map((path) => view.text(path)))).map((text) => text ?? "");

const SAYS_WHERE_TO_LOOK =
  /(?:^|\/)(?:package\.json|[jt]sconfig[^/]*\.json|jest\.config\.\w+|pyproject\.toml|pytest\.ini|setup\.cfg|tox\.ini|Makefile)$/;

/** `pythonpath = ["src"]` in a config, `PYTHONPATH=src` in a command: folders that come before Python's own. */
const pythonPathIn = (text: string): string[] =>
  [...text.matchAll(/pythonpath["']?[ \t]{0,9}[=:][ \t]{0,9}([^\n;&|]{1,200})/gi)].flatMap((match) =>
    (match[1] ?? "").split(/[\s,"'[\]:$]+/).map(normalPath),
  );

/** The ones at the top come first in a tree and matter most. */
const MOST_CONFIGS = 100;

/** Tests of one process share it: what ends or replaces the run speaks for all the others, too. */
const TAKEOVERS: readonly { files: RegExp; sign: RegExp; why: string }[] = [
  {
    files: /_test\.go$/,
    sign: /^func (?:TestMain|init)\(/m,
    why: "it is new and takes over how the tests beside it run",
  },
  { files: /\.go$/, sign: /\bos\.Exit\(0\)/, why: "it is new and ends the test run with success" },
  {
    files: /\.py$/,
    sign: /\bos\._exit\(|\bpytest\.exit\(|\bpytest_plugins\b/,
    why: "it is new and takes over the test run",
  },
  {
    files: /\.[cm]?[jt]sx?$/,
    sign: /\bprocess\s*\.\s*(?:exit\s*\(\s*0?\s*\)|reallyExit)/,
    why: "it is new and ends the test run with success",
  },
  { files: /\.rb$/, sign: /\bexit!|\bat_exit\b/, why: "it is new and takes over the test run" },
  {
    files: /\.php$/,
    sign: /\bexit\s*\(\s*0?\s*\)|\bregister_shutdown_function\b/,
    why: "it is new and takes over the test run",
  },
];

const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|php|go|rs|java|kt|scala|cs|swift|cc|cpp|c|h|exs?|pl|lua|sh)$/;

/** `helpers.js` is found before `helpers.ts`, and the package `helpers/` before `helpers.py`. */
function standsInFor(path: string, base: TreeView): string | null {
  const endings = FAMILIES.find((family) => family.some((ending) => path.endsWith(ending)));
  if (endings === undefined || /(?:^|\/)(?:fixtures?|testdata|__fixtures__)\//.test(path)) return null;
  const module = path.replace(/\/__init__\.py$/, "").replace(/(?:\.[\w-]+)?\.(?:so|pyd)$|\.\w+$/, "");
  const original = endings.map((ending) => `${module}${ending}`).find((each) => each !== path && base.files.has(each));
  return original !== undefined && isJudge(roleOfFile(original)) ? original : null;
}

const FAMILIES = [
  [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx", ".json", ".node"],
  [".py", ".pyi", ".so", ".pyd"],
];

/** Python looks in the folder of a test first, so a module there is found before the product's of the same name. */
function hiddenModule(
  path: string,
  base: TreeView,
  importRoots: ReadonlySet<string>,
  packageRoots: ReadonlySet<string>,
): string | null {
  if (!path.endsWith(".py")) return null;
  // The folder of a package is none that modules are looked for in.
  const roots = ["", ...foldersOf(path)].filter((each) => importRoots.has(each) && !isPackage(each, base));
  for (const root of roots.filter((each) => !packageRoots.has(each))) {
    const module = path.slice(root.length + 1).replace(/(?:\/__init__)?\.py$/, "");
    const names = [`${module}.py`, `${module}/__init__.py`];
    const found = [...packageRoots].flatMap((other) => names.map((name) => (other === "" ? name : `${other}/${name}`)));
    const original = found.find((each) => each !== path && base.files.has(each));
    if (original !== undefined) return original;
  }
  return null;
}

const isPackage = (folder: string, base: TreeView): boolean => base.files.has(`${folder}/__init__.py`);

function isShadow(path: string, importRoots: ReadonlySet<string>, resolvesFromTop: boolean): boolean {
  if (/(?:^|\/)org\/(?:junit|testng|hamcrest|assertj|mockito)\/.*\.(?:java|kt)$/.test(path)) return true;
  const module = /\/__init__\.py$/.test(path) ? folderOf(path) : path;
  if (/\.(?:py|so|pyd)$/.test(path)) {
    const name = nameOf(module).split(".", 1).join("");
    return importRoots.has(folderOf(module)) && isPythonModule(name);
  }
  if (/\.rb$/.test(path))
    return (
      /^(?:lib|test|spec)\/(?:minitest|rspec|test|json|set|timeout)(?:\/|\.rb$)/.test(path) &&
      !isTestRole(roleOfFile(path))
    );
  const bare = /^(?:src\/|lib\/)?([\w-]+)(?:\/index)?\.[cm]?[jt]sx?$/.exec(path)?.[1];
  return resolvesFromTop && bare !== undefined && NODE_MODULES.test(bare);
}

const NODE_MODULES =
  /^(?:assert|buffer|child_process|crypto|events|fs|http|https|module|net|os|path|process|stream|timers|tty|url|util|vm|zlib|worker_threads|vitest|jest|mocha|chai|sinon|expect|ava|tap|tape)$/;
