/** `no-driver`: a run names a driver that this version does not have. */
export class AgentError extends Error {
  override readonly name = "AgentError";
  readonly code: "no-driver";
  constructor(code: AgentError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
