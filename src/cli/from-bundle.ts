import { exitCodes } from "./terminal/exit-codes.ts";

// Builtins through getBuiltinModule: an ES import of them evaluates every lazy part they have, 8 ms for node:fs alone.
const { mkdirSync, readFileSync, renameSync, writeFileSync } = process.getBuiltinModule("node:fs");
const { createRequire } = process.getBuiltinModule("node:module");
const { dirname, join, relative } = process.getBuiltinModule("node:path");
const { Script, constants } = process.getBuiltinModule("node:vm");
const { crc32 } = process.getBuiltinModule("node:zlib");

/**
 * The built package's way to `main`: runs the bundle from what V8 compiled in an earlier run, which saves a third of the
 * start-up time. (Node's own compile cache keeps only what runs while a file loads, and so misses nearly everything.)
 *
 * The cache lies inside the package: it goes away with the code it belongs to, and who can write it can write that too.
 * V8 refuses what another version compiled. Where the package is read-only, everything works as without a cache.
 */
export async function main(args: readonly string[], program: "main" | "agentctl" = "main"): Promise<number> {
  const exitCode = await load<typeof import("./main.ts")>(join(folder, `${program}.cjs`)).main(args);
  // Only now, so that the functions this run has called are in it. A command that was refused has called hardly any.
  if (exitCode !== exitCodes.usage) for (const [path, chunk] of chunks) keepCompiled(path, chunk);
  return exitCode;
}

const folder = join(import.meta.dirname, "cli");
const requireBuiltin = createRequire(import.meta.url);

type Chunk = { bytes: Buffer; script: InstanceType<typeof Script>; exports: object };
const chunks = new Map<string, Chunk>();

/** What `require` does, for the chunks of our bundle. */
function load<Exports>(path: string): Exports {
  const known = chunks.get(path);
  if (known) return known.exports as Exports;
  const bytes = readFileSync(path);
  const chunk: Chunk = { bytes, script: compile(path, bytes), exports: {} };
  chunks.set(path, chunk);
  const require = (id: string) => (id.startsWith(".") ? load(join(dirname(path), id)) : builtin(id));
  chunk.script.runInThisContext()(chunk.exports, require, chunk, path, dirname(path));
  return chunk.exports as Exports;
}

/** Parts of Node that take milliseconds to load and are hardly ever used; the build names them. */
declare const LATE_BUILTINS: readonly string[];

function builtin(id: string): object {
  if (!LATE_BUILTINS.includes(id)) return requireBuiltin(id);
  return new Proxy({}, { get: (_, name) => requireBuiltin(id)[name] });
}

function compile(path: string, bytes: Buffer): Chunk["script"] {
  const cachedData = readCompiled(path, bytes);
  return new Script(`(function (exports, require, module, __filename, __dirname) { ${bytes}\n})`, {
    filename: path,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
}

function readCompiled(path: string, bytes: Buffer): Buffer | undefined {
  try {
    const kept = readFileSync(cacheOf(path));
    const compiled = kept.subarray(0, -SEAL_BYTES);
    return kept.subarray(-SEAL_BYTES).equals(sealOf(bytes, compiled)) ? compiled : undefined;
  } catch {
    return undefined;
  }
}

function keepCompiled(path: string, { bytes, script }: Chunk): void {
  if (script.cachedDataRejected === false) return;
  const cache = cacheOf(path);
  const draft = `${cache}.${process.pid}`;
  try {
    const compiled = script.createCachedData();
    mkdirSync(dirname(cache), { recursive: true });
    writeFileSync(draft, Buffer.concat([compiled, sealOf(bytes, compiled)]));
    renameSync(draft, cache);
  } catch {
    // A package that cannot be written to is no reason to fail.
  }
}

const SEAL_BYTES = 4;

/** V8 trusts what it is given and crashes on damaged bytes, so we look at them first. */
function sealOf(bytes: Buffer, compiled: Buffer): Buffer {
  const seal = Buffer.alloc(SEAL_BYTES);
  seal.writeUInt32LE(crc32(bytes, crc32(compiled)));
  return seal;
}

function cacheOf(path: string): string {
  return join(folder, ".cache", `${process.version}-${process.arch}`, relative(folder, path));
}
