import { foldersAbove } from "../../plan/folders-above.ts";
import type { Plan } from "../../plan/model.ts";
import type { World } from "../../ports/world.ts";
import { leavesRepository, resolvePath } from "../../shell/paths.ts";
import { quoted } from "../../shell/quoted.ts";
import { listedPaths, WRITES } from "../text/written-paths.ts";
import type { Rule } from "./rule.ts";

export const pathOutside: Rule = {
  code: "PW503",
  name: "path-outside",
  severity: "error",
  summary: "A path leads out of the repository.",
  why: "A step works in a copy of the repository; what lies outside is not in it, is not reviewed, and may be somebody else's.",
  check({ parsed, world, report }) {
    for (const { path, pointer } of pathsOf(parsed.plan)) {
      const reason = wayOut(path, world);
      if (reason === null) continue;
      report(parsed.at(pointer), `${quoted(path)} ${reason}`, {
        help: "write a path relative to the repository's top",
      });
    }
  },
};

type WrittenPath = { path: string; pointer: string };

function pathsOf(plan: Plan): WrittenPath[] {
  const areas = plan.protectedAreas.flatMap(({ paths }, area) =>
    paths.map((path, at) => ({ path, pointer: `/protectedAreas/${area}/paths/${at}` })),
  );
  const subscriptions = plan.steps.flatMap((step, index) =>
    step.subscriptions.flatMap(({ kind, name }, at) =>
      kind === "file" ? [{ path: name, pointer: `/steps/${index}/subscriptions/${at}/name` }] : [],
    ),
  );
  return [...areas, ...listedPaths(plan, [...WRITES, "mustNotTouch"]), ...subscriptions];
}

function wayOut(path: string, world: World): string | null {
  const written = path.trim();
  if (/^~[\w.-]*(?:[\\/]|$)/.test(written) || /^\$(?:HOME\b|\{HOME\})/.test(written)) return "is in a home folder";
  if (/^(?:[\\/]|[A-Za-z]:[\\/])/.test(written)) return "is an absolute path";
  // A backslash separates names on some machines; on the others nobody has it in a name on purpose.
  const resolved = resolvePath("", written.replaceAll("\\", "/"));
  if (leavesRepository(resolved)) return "climbs out of the repository";
  return followsLink(resolved, world) ? "leaves the repository by a symbolic link" : null;
}

/** No file system has longer ones, and asking costs more the longer they are. */
const LONGEST_PATH = 4096;

/** A link that leads away is in the part of the path that is there; what is above it is asked about once for all. */
function followsLink(path: string, world: World): boolean {
  const wildcard = path.search(/[*?]/);
  const plain = wildcard === -1 ? path : path.slice(0, Math.max(path.lastIndexOf("/", wildcard), 0));
  if (plain === "" || plain.length > LONGEST_PATH) return false;
  let there: string | undefined;
  for (const part of [...foldersAbove(plain), plain]) {
    if (!world.exists(part)) break;
    there = part;
  }
  return there !== undefined && world.leadsOutside(there);
}
