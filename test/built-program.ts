import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildProgram } from "./build-program.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** What to start for `planwright`. */
    planwright: string;
  }
}

/**
 * Builds the program that tests start, before the first of them: it takes less than half the time that the TypeScript of
 * the checkout takes, and it is what people use. While the source cannot be bundled, the checkout's is started. Returns
 * what removes it.
 */
export async function setup(project: TestProject): Promise<() => void> {
  try {
    const { launcher, remove } = await buildProgram("src/cli/main.ts");
    project.provide("planwright", launcher);
    return remove;
  } catch (error) {
    process.stderr.write(`planwright cannot be built, so tests start it from source: ${error}\n`);
    project.provide("planwright", join(import.meta.dirname, "../bin/planwright"));
    return () => {};
  }
}
