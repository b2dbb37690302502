import type { TestProject } from "vitest/node";
import { buildProgram } from "../../build-program.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** What to start for a `planwright` that ends at a boundary. */
    endingPlanwright: string;
  }
}

export async function setup(project: TestProject): Promise<() => void> {
  const { launcher, remove } = await buildProgram("test/crash/engine/ending-main.ts");
  project.provide("endingPlanwright", launcher);
  return remove;
}
