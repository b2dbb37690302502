import { publishingRequest } from "../text/publishing-requests.ts";
import type { Rule } from "./rule.ts";

export const workerPublishes: Rule = {
  code: "PW507",
  name: "worker-publishes",
  severity: "warning",
  summary: "A step asks its worker to commit, push, tag, publish or open a pull request.",
  why: "The harness commits what it has proven and opens the pull request itself; a worker that does so too publishes what nobody has checked.",
  check({ parsed, report }) {
    for (const [index, step] of parsed.plan.steps.entries()) {
      if (step.status === "done" || step.needs.includes("publish")) continue;
      for (const field of ["what", "how"] as const) {
        const asked = publishingRequest(step[field] ?? "");
        if (asked === undefined) continue;
        report(
          parsed.within(`/steps/${index}/${field}`, asked.start, asked.end),
          `step \`${step.id}\` asks its worker to ${asked.deed}`,
          { help: "leave that to the harness, or write `needs: publish` and let it publish before the contract runs" },
        );
        break;
      }
    }
  },
};
