/** `isLasting`: it will be the same the next time. */
export type NetworkFault = { told: string; isLasting: boolean };

/** What is wrong with the network, by the code that stands somewhere in the chain of causes; null when it is not that. */
export function networkFaultOf(error: unknown): NetworkFault | null {
  const seen = new Set<unknown>();
  for (let each = error; each instanceof Error && !seen.has(each); each = each.cause) {
    seen.add(each);
    const fault = faultOf(each);
    if (fault !== null) return fault;
  }
  // No code, and yet nothing was answered: a port that no client may use, for one.
  if (!(error instanceof Error) || !/^(?:fetch failed|Cannot connect to API)/.test(error.message)) return null;
  const why = error.cause instanceof Error ? ` (${error.cause.message.slice(0, 100)})` : "";
  return { told: `the connection failed${why}`, isLasting: true };
}

function faultOf(error: Error & { code?: unknown }): NetworkFault | null {
  const code = typeof error.code === "string" ? error.code : "";
  const told = TOLD[code];
  if (told !== undefined) return { told, isLasting: false };
  if (CERTIFICATE.test(code)) return { told: `its certificate is not trusted here (${code})`, isLasting: true };
  if (code.startsWith("ERR_TLS") || code.startsWith("ERR_SSL") || code === "EPROTO") {
    return { told: `it does not speak TLS as it should (${code}); is the address right?`, isLasting: true };
  }
  if (error.message === "unexpected redirect") {
    return { told: "it sends us on to another address; give that one", isLasting: true };
  }
  return /^(?:E[A-Z]{3,}|UND_ERR_\w+)$/.test(code)
    ? { told: `the connection failed (${code})`, isLasting: false }
    : null;
}

const TOLD: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "its name cannot be looked up at the moment",
  ECONNRESET: "the connection was closed",
  EPIPE: "the connection was closed",
  UND_ERR_SOCKET: "the connection was closed",
  ETIMEDOUT: "it does not answer in time",
  UND_ERR_CONNECT_TIMEOUT: "it does not answer in time",
  UND_ERR_HEADERS_TIMEOUT: "it does not answer in time",
  UND_ERR_BODY_TIMEOUT: "it has stopped to answer",
  EHOSTUNREACH: "there is no way to that host",
  ENETUNREACH: "there is no network",
};

const CERTIFICATE = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/;
