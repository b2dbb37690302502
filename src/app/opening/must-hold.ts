import type { Sandbox } from "../../ports/sandbox.ts";
import { docPage } from "../../std/doc-page.ts";
import type { Home } from "./home.ts";
import { machinePolicy } from "./machine-policy.ts";
import { openSandboxFor } from "./open-sandbox.ts";
import { UsageError } from "./usage-error.ts";

/** Refuses a machine that cannot hold agents and contracts, unless the person has switched the sandbox off. */
export function mustHold(home: Home, { offers }: Sandbox): void {
  if (offers.isHolding || machinePolicy(home).sandbox === "off") return;
  const [trouble] = offers.trouble;
  const why = trouble ? `${trouble.cause}; ${trouble.remedy}` : "`planwright doctor` says why";
  throw new UsageError(`agents and contracts cannot be sandboxed here: ${why} (${docPage("doctor.md")})`);
}

/** The same, asked before anything is approved. */
export async function requireHolding(home: Home): Promise<void> {
  const sandbox = await openSandboxFor(home);
  try {
    mustHold(home, sandbox);
  } finally {
    await sandbox.close();
  }
}
