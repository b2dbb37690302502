/** Closes a `switch` over a union: the compiler rejects a case that was forgotten. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
