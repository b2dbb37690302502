import type { Sandbox } from "../ports/sandbox.ts";
import { openBubblewrap } from "../sandbox/bubblewrap.ts";
import { unheld } from "../sandbox/unheld.ts";
import type { Home } from "./home.ts";
import { machinePolicy } from "./machine-policy.ts";

/** The sandbox this machine offers, unless the person has switched it off. */
export async function openSandboxFor(home: Home): Promise<Sandbox> {
  const { sandbox } = machinePolicy(home);
  return sandbox === "off" ? unheld() : openBubblewrap({ scratchRoot: home.scratch });
}
