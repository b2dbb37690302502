import { networkVariables } from "../../config/environment.ts";
import type { MachinePolicy } from "../../config/policy.ts";
import type { Sandbox } from "../../ports/sandbox.ts";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { openUnheld } from "../../sandbox/unheld.ts";
import type { Home } from "./home.ts";

/** The sandbox this machine offers, unless the person has switched it off. */
export async function openSandboxFor(
  home: Home,
  { sandbox }: Pick<MachinePolicy, "sandbox">,
): Promise<Sandbox & { close(): Promise<void> }> {
  return sandbox === "off"
    ? openUnheld({ scratchRoot: home.scratch })
    : openSandbox({ scratchRoot: home.scratch, hidden: [home.path], proxies: networkVariables() });
}
