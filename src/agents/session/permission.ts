import type { AgentJob, Permission, ToolRequest } from "../../ports/agent.ts";

/** What a worker may write, as paths inside. Where `mayGo` is left out, whatever may be written may also be deleted. */
export type Bounds = {
  mode: AgentJob["mode"];
  writable: readonly string[];
  fenced: readonly string[];
  mayGo?: (path: string) => boolean;
};

/** Answers an agent that asks before it acts. Whatever cannot be told for certain is refused. */
export function permission({ kind, told, paths, takesAway }: ToolRequest, bounds: Bounds): Permission {
  switch (kind) {
    case "read":
    case "think":
    case "fetch":
      return ALLOWED;
    case "run":
      return bounds.mode === "act" ? ALLOWED : refused("commands are not run in plan mode");
    case "write":
      return mayWrite(paths ?? [], bounds, takesAway === true);
    case "unknown":
      return refused(`nobody knows what ${told === "" ? "this" : `\`${told}\``} would do`);
  }
}

const ALLOWED: Permission = { allow: true };

const refused = (why: string): Permission => ({ allow: false, why });

function mayWrite(paths: readonly string[], { writable, fenced, mayGo }: Bounds, takesAway: boolean): Permission {
  if (paths.length === 0) return refused("it does not say which file it would write");
  for (const path of paths) {
    if (!writable.some((folder) => isIn(path, folder))) return refused(`${path} is outside what may be written`);
    if (fenced.some((fence) => isIn(path, fence) || isIn(fence, path))) return refused(`${path} is protected`);
    if (takesAway && mayGo?.(path) === false)
      return refused(`the step does not name ${path} among the files to delete; ask whether it may go`);
  }
  return ALLOWED;
}

/** As written: an agent that says `..` or a relative path does not say where. */
const isIn = (path: string, folder: string): boolean =>
  isPlain(path) && (path === folder || path.startsWith(`${folder}/`));

const isPlain = (path: string): boolean => path.startsWith("/") && !/\/\.{0,2}(?:\/|$)/.test(path);
