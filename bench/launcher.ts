import { copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Benchmark } from "./figure.ts";
import { medianTimes } from "./measure.ts";

/** What bin/planwright adds to the program it starts: here one that does nothing, so that little else is measured. */
export const launcher: Benchmark = (folder) => {
  const doesNothing = "/usr/bin/true";
  const script = join(folder, "bin/planwright");
  mkdirSync(join(folder, "bin"));
  mkdirSync(join(folder, "node_modules/node/bin"), { recursive: true });
  copyFileSync(join(import.meta.dirname, "../bin/planwright"), script);
  symlinkSync(doesNothing, join(folder, "node_modules/node/bin/node"));
  const time = medianTimes({ direct: [doesNothing], launched: [script] }, 50);
  return [{ name: "bin/planwright itself", measured: time.launched - time.direct, unit: "ms" }];
};
