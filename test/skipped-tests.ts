import type { Reporter } from "vitest/node";

/** Ends the report with what was skipped and why, so that a green run never hides what it left out. */
export const skippedTests: Reporter = {
  onTestRunEnd(modules) {
    for (const test of modules.flatMap((module) => [...module.children.allTests("skipped")])) {
      const result = test.result();
      const reason = result.state === "skipped" ? result.note : undefined;
      // Without a reason it is most likely a filter typed by hand (-t, .only), which CI never has.
      if (reason !== undefined || process.env.CI) {
        process.stdout.write(
          `skipped: ${test.module.relativeModuleId}: ${test.fullName}: ${reason ?? "no reason given"}\n`,
        );
      }
    }
  },
};
