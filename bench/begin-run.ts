import { startRun } from "../src/app/approving/start-run.ts";
import { openRepository } from "../src/app/opening/open-repository.ts";
import { planToRun } from "../src/app/plans/plan-to-run.ts";
import type { Store } from "../src/ports/store.ts";
import type { Run } from "../src/record/run.ts";

/** Approves a plan's file for a repository, with a program as its agent; nobody carries it out yet. */
export async function beginRun(store: Store, top: string, plan: string, agent: string): Promise<Run> {
  const opened = await openRepository(top);
  try {
    return await startRun(opened, store, planToRun(plan), {
      approval: { by: "bench", via: "command-line" },
      mode: "autonomous",
      agent: { driver: "command", spec: agent },
      agents: {},
      planner: null,
      from: top,
      inPlace: false,
    });
  } finally {
    opened.git.objects.close();
  }
}

/** A plan of so many steps that each note something, with a contract that is quick. */
export function notingPlan(title: string, steps: number): string {
  const contract = "**contract:**\n```shell\ntest -s notes.txt\n```\nexit_code == 0\n";
  const written = Array.from(
    { length: steps },
    (_, index) => `\n### ${index + 1}. Note ${index + 1}\n\n**task:**\nNote it.\n\n${contract}`,
  );
  return `---\ntype: plan\n---\n\n# ${title}\n\n## Steps\n${written.join("")}`;
}
