import { Refused } from "../std/refusal.ts";

/** The database did not do what it must. The message names the thing and says what to do. */
export class StoreError extends Refused<
  | "lease-lost"
  | "no-run"
  | "no-host"
  | "run-exists"
  | "not-over"
  | "bad-topic"
  | "bad-event"
  | "bad-address"
  | "unreachable"
  | "refused"
  | "newer-schema"
  | "no-postgres"
  | "other-version"
  | "damaged"
  | "disk-full"
  | "not-ours"
  | "start-failed"
> {
  override readonly name = "StoreError";
}
