import type { Finish, ToolCall } from "../ports/model.ts";
import type { Heard } from "./read-stream.ts";

/** Why it stopped. Providers disagree about the word for a turn that ends with calls; the calls themselves do not. */
export function finishOf({ finish }: Heard, calls: readonly ToolCall[]): Finish {
  if (finish?.reason === "length") return "length";
  if (finish?.reason === "content-filter") return "withheld";
  return calls.length > 0 ? "calls" : "stop";
}
