/** What is kept about a thread cannot be used. */
export class DeskError extends Error {
  override readonly name = "DeskError";
  readonly code: "damaged" | "busy" | "no-thread";

  constructor(code: DeskError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
