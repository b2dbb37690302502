import { Refused } from "../std/refusal.ts";

/** What is kept about a thread cannot be used. */
export class DeskError extends Refused<"damaged" | "busy" | "no-thread"> {
  override readonly name = "DeskError";
}
