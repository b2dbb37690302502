import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { personHome, searchFolders } from "../config/environment.ts";
import type { Sandbox } from "../ports/sandbox.ts";
import { selfTest } from "../sandbox/self-test.ts";
import { resolveTools } from "../sandbox/tool-roots.ts";
import { gitVersion } from "../workspace/git-process.ts";
import { locateRepository } from "../workspace/locate.ts";
import { type Home, openHome } from "./home.ts";
import { machinePolicy } from "./machine-policy.ts";
import { openSandboxFor } from "./open-sandbox.ts";

/** One line of the report; `remedy` is what to type. */
export type Ailment = { state: "well" | "weak" | "ill"; what: string; told: string; remedy?: string };

/** Looks at everything a contract run needs on this machine, by trying it. */
export async function examine(): Promise<Ailment[]> {
  const home = openHome(null);
  const sandbox = await openSandboxFor(home);
  return [
    ...policyLines(home),
    ...(await sandboxLines(sandbox, home)),
    await gitLine(),
    repositoryLine(),
    ...toolLines(home),
  ];
}
