import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, build } from "rolldown";
import { thirdPartyLicences } from "./third-party-licences.ts";

// Makes the JavaScript of the published package; `npm run build` lets tsc add the types afterwards.
// Everything we use is bundled in, so that the package has no dependencies and starts fast.

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");

await rm(dist, { recursive: true, force: true });
const modules = await Promise.all([
  // The program: a start file that any Node can read, and CommonJS behind it, which can run from a code cache.
  bundle({
    input: { planwright: "src/cli/start.ts" },
    resolve: { alias: { "./from-source.ts": join(root, "src/cli/from-bundle.ts") } },
    output: {
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "cli/[name].js",
      banner: ({ isEntry }) => (isEntry ? "#!/usr/bin/env node" : ""),
    },
  }),
  bundle({
    input: { main: "src/cli/main.ts" },
    output: { format: "cjs", entryFileNames: "cli/[name].cjs", chunkFileNames: "cli/[name].cjs" },
  }),
  // The library.
  bundle({
    input: { verify: "src/app/verify.ts" },
    output: { format: "esm", entryFileNames: "[name].js", chunkFileNames: "lib/[name].js" },
  }),
]);
await chmod(join(dist, "planwright.js"), 0o755);
await writeFile(join(dist, "THIRD-PARTY-LICENSES.txt"), await thirdPartyLicences(modules.flat()));

/** Writes one bundle and returns the files it was made from. */
async function bundle(options: BuildOptions & { output: object }): Promise<string[]> {
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
