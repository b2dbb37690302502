import { pathIndex } from "../../plan/path-index.ts";
import { leavesRepository } from "../../shell/paths.ts";
import { listedPaths, WRITES, withoutDetours } from "../text/written-paths.ts";
import type { Rule } from "./rule.ts";

export const protectedArea: Rule = {
  code: "PW501",
  name: "protected-area",
  severity: "error",
  summary: "A step may write in an area that the plan protects.",
  why: "A protected area is a promise to somebody who is not in the room; a step that may write there breaks it.",
  check({ parsed, report }) {
    const { protectedAreas } = parsed.plan;
    const areas = pathIndex(
      protectedAreas.flatMap(({ paths }, owner) => paths.map((path) => ({ path: withoutDetours(path), owner }))),
    );
    for (const { path, pointer } of protectedAreas.length === 0 ? [] : listedPaths(parsed.plan, WRITES)) {
      // `docs/../src/pay` is written where it ends up, and not where it seems to begin.
      const resolved = withoutDetours(path);
      const met = leavesRepository(resolved) ? undefined : areas.meeting(resolved);
      const area = met && protectedAreas[met.owner];
      if (!area) continue;
      report(parsed.at(pointer), `\`${path}\` reaches into the protected area \`${area.name}\` (\`${met.path}\`)`, {
        help: "take it out of this step, or ask for the area to be opened before the plan is approved",
      });
    }
  },
};
