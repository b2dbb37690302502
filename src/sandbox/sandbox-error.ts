/**
 * The program was not started.
 * - `not-holding`: this machine cannot hold programs; the message says why and what would help
 * - `policy`: the policy cannot be kept as it is written
 * - `start`: the operating system refused while the sandbox was set up
 */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
  readonly code: "not-holding" | "policy" | "start";
  constructor(code: SandboxError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
