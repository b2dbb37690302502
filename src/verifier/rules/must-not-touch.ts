import { pathIndex } from "../../plan/path-index.ts";
import { leavesRepository } from "../../shell/paths.ts";
import { listedPaths, WRITES, withoutDetours } from "../text/written-paths.ts";
import type { Rule } from "./rule.ts";

export const mustNotTouch: Rule = {
  code: "PW502",
  name: "must-not-touch",
  severity: "error",
  summary: "A step may write a file that it, or another step, must not touch.",
  why: "A worker that is told both picks one of them, and whoever wrote the other finds out after the merge.",
  check({ parsed, report }) {
    const { steps } = parsed.plan;
    const forbidden = listedPaths(parsed.plan, ["mustNotTouch"]);
    if (forbidden.length === 0) return;
    const lists = pathIndex(forbidden.map(({ path, step }) => ({ path: withoutDetours(path), owner: step })));
    for (const { path, step, pointer } of listedPaths(parsed.plan, WRITES)) {
      const written = withoutDetours(path);
      if (steps[step]?.status === "done" || leavesRepository(written)) continue;
      // `src/` to change and `src/legacy/` not to touch is a rule with its exception; only the reverse contradicts itself.
      const own = lists.covering(written, (owner) => owner === step);
      if (own) {
        report(parsed.at(pointer), `this step may write \`${path}\` and must not touch \`${own.path}\``, {
          help: "keep the path in one of the two lists",
        });
        continue;
      }
      const other = lists.covering(written, (owner) => owner !== step);
      const name = other && steps[other.owner]?.id;
      if (other === undefined || name === undefined) continue;
      report(
        parsed.at(pointer),
        `step \`${name}\` must not touch \`${other.path}\`, and this step may write \`${path}\``,
        {
          severity: "warning",
          help: `if this step is meant to, say in step \`${name}\` why it is not; else leave the path out here`,
        },
      );
    }
  },
};
