/** What a request costs, as its provider bills it. `input` is what was neither found in the cache nor put there. */
export type Account = { input: number; cachedRead: number; cachedWrite: number; output: number };

/** What is refused costs nothing. */
export const NOTHING: Account = { input: 0, cachedRead: 0, cachedWrite: 0, output: 0 };

export const totalOf = (accounts: readonly Account[]): Account =>
  accounts.reduce(
    (a, b) => ({
      input: a.input + b.input,
      cachedRead: a.cachedRead + b.cachedRead,
      cachedWrite: a.cachedWrite + b.cachedWrite,
      output: a.output + b.output,
    }),
    NOTHING,
  );

/** All that was read, however it is billed. */
export const allInput = ({ input, cachedRead, cachedWrite }: Account): number => input + cachedRead + cachedWrite;

/** As good as any count, for what these numbers are for. */
export const tokensIn = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);
