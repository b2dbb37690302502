// Builtins through getBuiltinModule: an ES import of them evaluates every lazy part they have, 8 ms for node:fs alone.
const { mkdirSync, readFileSync, renameSync, writeFileSync } = process.getBuiltinModule("node:fs");
const { createRequire } = process.getBuiltinModule("node:module");
const { dirname, join } = process.getBuiltinModule("node:path");
const { Script, constants } = process.getBuiltinModule("node:vm");

/**
 * The built package's way to `main`: runs the bundle from what V8 compiled in an earlier run, which is a third of the
 * start-up time. Node's own compile cache keeps only functions that run while a file loads, and so misses nearly all.
 *
 * The cache lies inside the package: it goes away with the code it belongs to, and who can write it can write that too.
 * V8 refuses what another version compiled. Where the package is read-only, everything works as without a cache.
 */
export async function main(args: readonly string[]): Promise<number> {
  const exitCode = await load<typeof import("./main.ts")>(join(folder, "main.cjs")).main(args);
  for (const [path, { script }] of loaded) keepCompiled(path, script);
  return exitCode;
}

const folder = import.meta.dirname;
const requireBuiltin = createRequire(import.meta.url);
const loaded = new Map<string, { script: Compiled; exports: unknown }>();

type Compiled = InstanceType<typeof Script>;
type CommonJs = (
  exports: object,
  require: (id: string) => unknown,
  module: object,
  file: string,
  folder: string,
) => void;

/** What `require` does, for the chunks of our bundle. */
function load<Exports>(path: string): Exports {
  const known = loaded.get(path);
  if (known) return known.exports as Exports;
  const script = compile(path);
  const module = { script, exports: {} };
  loaded.set(path, module);
  const run: CommonJs = script.runInThisContext();
  const require = (id: string) => (id.startsWith(".") ? load(join(dirname(path), id)) : requireBuiltin(id));
  run(module.exports, require, module, path, dirname(path));
  return module.exports as Exports;
}

function compile(path: string): Compiled {
  const cachedData = readIfThere(cacheOf(path));
  return new Script(`(function (exports, require, module, __filename, __dirname) { ${readFileSync(path, "utf8")}\n})`, {
    filename: path,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
}

/** After the run, so that the functions it called are in it. */
function keepCompiled(path: string, script: Compiled): void {
  if (script.cachedDataRejected === false) return;
  const cache = cacheOf(path);
  try {
    mkdirSync(dirname(cache), { recursive: true });
    writeFileSync(`${cache}.${process.pid}`, script.createCachedData());
    renameSync(`${cache}.${process.pid}`, cache);
  } catch {
    // A package that cannot be written to is no reason to fail.
  }
}

function cacheOf(path: string): string {
  return join(folder, ".cache", `${process.version}-${process.arch}`, path.slice(folder.length));
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
