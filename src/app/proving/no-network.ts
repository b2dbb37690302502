import type { KeptText } from "../../record/observation.ts";

/** Said when a program's last words are those of somebody who found no network: most contracts have none. */
export function noNetwork({ head, tail }: KeptText): string | null {
  const last = `${head}${tail}`.slice(-MOST);
  return NO_NETWORK.test(last)
    ? "contracts run without a network: let the plan's set-up fetch what it needs, or test against something local; a step that cannot do without says `needs: network`"
    : null;
}

/** What went wrong stands near the end. */
const MOST = 20_000;

/** As libc, curl, git, Node, Python, Go and Rust say it. */
const NO_NETWORK =
  /could not resolve (?:host|proxy)|temporary failure in name resolution|name or service not known|network is unreachable|\b(?:EAI_AGAIN|ENETUNREACH|ENETDOWN)\b|getaddrinfo ENOTFOUND|failed to lookup address|no such host/i;
