import { existsSync, readFileSync } from "node:fs";
import { defaultPolicy, type MachinePolicy, parsePolicy } from "../../config/policy.ts";
import { Refused } from "../../std/refusal.ts";
import { withFile } from "./file-access.ts";
import type { Home } from "./home.ts";

/** The person's own decisions about protection; a file that cannot be understood stops everything. */
export function machinePolicy(home: Home): MachinePolicy {
  if (!existsSync(home.policy)) return defaultPolicy();
  const reading = parsePolicy(withFile(home.policy, () => readFileSync(home.policy, "utf8")));
  if (!reading.ok) throw new Refused("bad-policy", `${home.policy}: ${reading.reason}`);
  return reading.policy;
}
