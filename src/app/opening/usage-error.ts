/** The person asked for something that cannot be: one line is all the answer it needs. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
