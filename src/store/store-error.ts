/** The database did not do what it must. The message names the thing and says what to do. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code:
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
    | "start-failed";
  constructor(code: StoreError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
