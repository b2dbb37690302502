/** Signs as `ssh-keygen -Y sign` would. The key itself never leaves the adapter. */
export interface Signer {
  /** Who signs, as it stands in the first column of `allowed_signers`. */
  readonly identity: string;
  /** `ssh-ed25519 AAAA…`, without a comment. */
  readonly publicKey: string;
  /** The armoured signature over these bytes. */
  sign(bytes: Uint8Array, namespace: string): string;
}
