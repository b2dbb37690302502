import { StoreError } from "../store-error.ts";

/** The Postgres that comes with us cannot be used here, which leaves two ways. */
export const noPostgres = (why: string, cause?: unknown): StoreError =>
  new StoreError(
    "no-postgres",
    `the Postgres that comes with planwright does not run here: ${why}; install planwright with its optional packages ` +
      "on Linux (glibc) or macOS, x64 or arm64, or set PLANWRIGHT_DATABASE_URL to a Postgres of your own",
    { cause },
  );
