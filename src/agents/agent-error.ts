import { Refused } from "../std/refusal.ts";

/** `no-driver`: a run names a driver that this version does not have. */
export class AgentError extends Refused<"no-driver"> {
  override readonly name = "AgentError";
}
