import { factFault } from "../record/fact-fault.ts";
import type { RunId } from "../record/run.ts";
import type { RunEvent, RunFact } from "../record/run-event.ts";
import { FACT_VERSION, type StoredFact, upcastFact } from "../record/upcast.ts";
import { StoreError } from "./store-error.ts";

export type EventRow = { seq: number; at: Date; version: number; fact: StoredFact };

/** What a row of the journal says today. Throws `StoreError` "newer-schema" or "bad-event" where that cannot be known. */
export function eventOf(run: RunId, { seq, at, version, fact: stored }: EventRow): RunEvent {
  if (version > FACT_VERSION)
    throw new StoreError(
      "newer-schema",
      `event ${seq} of ${run} has version ${version}, and this planwright knows them up to ${FACT_VERSION}; ` +
        "install the newer planwright that wrote it",
    );
  const fact = upcastFact(stored, version);
  const fault = factFault(fact);
  if (fault !== null) throw new StoreError("bad-event", `event ${seq} of ${run} cannot be read: ${fault}`);
  return { run, seq, at: at.toISOString(), ...(fact as RunFact) };
}
