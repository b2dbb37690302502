import { inTurn } from "../../std/turn.ts";
import { endServer } from "./end-server.ts";
import { placeOf } from "./place.ts";

/** Ends the server of this home and waits until nothing of it is left. Clients are cut off; what they committed is kept. */
export async function stopPostgres(home: string): Promise<"stopped" | "not-running"> {
  const place = placeOf(home);
  if (!place) return "not-running";
  return inTurn(place.own, "turn", undefined, async () => ((await endServer(place)) ? "stopped" : "not-running"));
}
