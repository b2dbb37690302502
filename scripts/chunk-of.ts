import { join, relative } from "node:path";

/** What rolldown tells about a module. */
type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

const source = join(import.meta.dirname, "../src");
const START = ["cli/main.ts", "cli/commands/verify.ts"].map((path) => join(source, path));
const VERIFICATION = join(source, "app/plans/verify.ts");
const SMALL_ROOM = /^(std|diagnostics|plan|config|app)\//;

/**
 * The chunk in which a module of the program lies; null where rolldown may decide. It would make forty files of what
 * `verify` loads, one for each set of commands that shares something, and to open them takes longer than to run them.
 * What stands on small rooms only lies apart, so that commands that read no plan need not load what reads plans.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  if (START.some((start) => reachOf(start, modules).has(id))) return "start";
  if (!reachOf(VERIFICATION, modules).has(id)) return null;
  const isSmall = [...reachOf(id, modules)].every((each) => SMALL_ROOM.test(relative(source, each)));
  return isSmall ? "common" : "verification";
}

const known = new Map<string, ReadonlySet<string>>();

/** The module and all it imports, without what it loads later. */
function reachOf(start: string, modules: Modules): ReadonlySet<string> {
  const before = known.get(start);
  if (before) return before;
  const reach = new Set([start]);
  // A set goes on to what is added while it is walked through.
  for (const id of reach) {
    for (const each of modules.getModuleInfo(id)?.importedIds ?? []) if (!each.startsWith("node:")) reach.add(each);
  }
  known.set(start, reach);
  return reach;
}
