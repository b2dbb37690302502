/** Why the engine cannot go on; the message names the thing and says what to do. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly code: "not-equipped" | "not-possible";
  constructor(code: EngineError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
