/**
 * How this person's machine reaches the network: proxies, and certificates of a company's own. Only what is set, and
 * nothing that says who they are at a registry.
 */
export function networkSettings(): Record<string, string> {
  const settings = [...PROXIES, ...PROXIES.map((name) => name.toLowerCase()), ...CERTIFICATES];
  return Object.fromEntries(settings.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

const PROXIES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"];

/** Each names a file. */
const CERTIFICATES = [
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "CURL_CA_BUNDLE",
  "REQUESTS_CA_BUNDLE",
  "PIP_CERT",
  "CARGO_HTTP_CAINFO",
  "GIT_SSL_CAINFO",
];
