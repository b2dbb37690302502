import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundle, bundleProgram } from "./bundle.ts";
import { thirdPartyLicences } from "./third-party-licences.ts";

// Makes the JavaScript of the published package; `npm run build` lets tsc add the types afterwards.
// Everything we use is bundled in, so that the package has no dependencies and starts fast.

const dist = join(import.meta.dirname, "../dist");

await rm(dist, { recursive: true, force: true });
const modules = await Promise.all([
  bundleProgram(dist, "src/cli/main.ts"),
  // The library.
  bundle(dist, {
    input: { verify: "src/app/plans/verify.ts" },
    output: { format: "esm", entryFileNames: "[name].js", chunkFileNames: "lib/[name].js" },
  }),
]);
for (const name of ["planwright.js", "agentctl.js"]) await chmod(join(dist, name), 0o755);
await writeFile(join(dist, "THIRD-PARTY-LICENSES.txt"), await thirdPartyLicences(modules.flat()));
