import { publicKeyIn, SigningKeyError } from "../../receipts/signing-key.ts";
import type { Home } from "./home.ts";

/** The key with which this machine signs; null when it has none yet, or, with the reason, one that anybody may have used. */
export type OwnKey = { publicKey: string | null; why: string | null };

export function ownKey({ keys }: Home): OwnKey {
  try {
    return { publicKey: publicKeyIn(keys), why: null };
  } catch (error) {
    if (!(error instanceof SigningKeyError)) throw error;
    return { publicKey: null, why: error.message };
  }
}
