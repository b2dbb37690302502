import { Refused } from "../std/refusal.ts";

/**
 * The program was not started.
 * - `not-holding`: this machine cannot hold programs; the message says why and what would help
 * - `policy`: the policy cannot be kept as it is written
 * - `start`: the operating system refused while the sandbox was set up
 */
export class SandboxError extends Refused<"not-holding" | "policy" | "start"> {
  override readonly name = "SandboxError";
}
