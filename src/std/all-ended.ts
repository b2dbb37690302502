/** Like `Promise.all`, but nothing is left running when one of them fails: the first failure is thrown when all have ended. */
export async function allEnded<T extends readonly unknown[]>(
  running: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(running);
  return Promise.all(running);
}
