import { StoreError } from "./store-error.ts";

/** The connection is gone, or there was none: what was asked may be asked again, once that is known to be harmless. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
}

/** What an error of the driver means. One that is about the question itself stays as it is. */
export function troubleOf(error: unknown): unknown {
  const { code = "", message = "", constraint } = error as { code?: string; message?: string; constraint?: string };
  const as = (kind: StoreError["code"], text: string) => new StoreError(kind, text, { cause: error });
  if (LOST_CODES.test(code) || LOST_WORDS.test(message)) return new ConnectionLost(message || code, { cause: error });
  if (REFUSED_CODES.test(code)) return as("refused", `the database refuses us: ${message}`);
  if (code === "53100")
    return as("disk-full", `the disk of the database is full (${message}); make room and try again`);
  if (constraint === "one_run_of_a_branch") return as("run-exists", "another run of the same branch is under way");
  return error;
}

/**
 * Class 08: connections. 25P03: it was quiet for too long in the middle of something. 53300: too many clients just now.
 * 57P01–57P03: the server ends, has crashed, or is not ready.
 */
const LOST_CODES =
  /^(?:08\w{3}|25P03|53300|57P0[123]|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/;

/** The driver has no codes for these. */
const LOST_WORDS =
  /^(?:Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded when trying to connect|Client was closed)/;

/** Class 28: who we are. 3D000: there is no such database. 42501: we may not. */
const REFUSED_CODES = /^(?:28\w{3}|3D000|42501)$/;
