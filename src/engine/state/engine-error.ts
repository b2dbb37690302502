import { Refused } from "../../std/refusal.ts";

/** Why the engine cannot go on; the message names the thing and says what to do. */
export class EngineError extends Refused<"not-equipped" | "not-possible"> {
  override readonly name = "EngineError";
}
