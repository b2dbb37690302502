import { join } from "node:path";
import { type BuildOptions, build } from "rolldown";
import { chunkOf } from "./chunk-of.ts";

const root = join(import.meta.dirname, "..");

/** Commander and most commands could start a program, and `verify` never does. It takes 3 ms to load. */
const LATE_BUILTINS = ["node:child_process"];

/**
 * The programs: a start file each that any Node can read, and CommonJS behind them, which can run from a code cache. `main`
 * is the file whose `main` `planwright` runs. Returns the files they were made from.
 */
export async function bundleProgram(dist: string, main: string): Promise<string[]> {
  const modules = await Promise.all([
    startFile(dist, { planwright: "src/cli/start.ts" }),
    startFile(dist, { agentctl: "src/cli/start-agentctl.ts" }),
    bundle(dist, {
      input: { main, agentctl: "src/cli/agentctl.ts" },
      output: {
        format: "cjs",
        entryFileNames: "cli/[name].cjs",
        chunkFileNames: "cli/[name].cjs",
        codeSplitting: { groups: [{ debugName: "start-up", name: chunkOf }] },
      },
    }),
    // What is started inside the sandbox, alone: a file that knows what it is without a package.json beside it.
    bundle(dist, {
      input: { hands: "src/builtin/hands/inside/main.ts" },
      output: { format: "esm", entryFileNames: "[name].mjs", codeSplitting: false },
    }),
  ]);
  return modules.flat();
}

const startFile = (dist: string, input: Record<string, string>): Promise<string[]> =>
  bundle(dist, {
    input,
    resolve: { alias: { "./from-source.ts": join(root, "src/cli/from-bundle.ts") } },
    transform: { define: { LATE_BUILTINS: JSON.stringify(LATE_BUILTINS) } },
    output: {
      format: "esm",
      entryFileNames: "[name].js",
      // One file: to find and link a second module takes Node 3 ms.
      codeSplitting: false,
      banner: "#!/usr/bin/env node",
    },
  });

/** Writes one bundle and returns the files it was made from. */
export async function bundle(dist: string, options: BuildOptions & { output: object }): Promise<string[]> {
  const { output } = await build({
    ...options,
    cwd: root,
    platform: "node",
    // Asked for by packages that do without them.
    external: [/^@opentelemetry\//, /^winston/, "pg-native"],
    output: { ...options.output, dir: dist, minify: true },
    onLog(_level, log) {
      throw new Error(log.message);
    },
  });
  return output.flatMap((file) => (file.type === "chunk" ? Object.keys(file.modules) : []));
}
