/** Where a person opens a pull request for a branch by hand; null for a host whose addresses nobody here knows. */
export function compareAddress(remote: string, branch: string): string | null {
  const place = placeOf(remote);
  if (place === null) return null;
  const { host, path } = place;
  const top = `https://${host}/${path}`;
  // Slashes are part of a branch's name, and these hosts take them as they are.
  const name = branch.split("/").map(encodeURIComponent).join("/");
  if (/gitlab/i.test(host))
    return `${top}/-/merge_requests/new?merge_request[source_branch]=${encodeURIComponent(branch)}`;
  if (/bitbucket/i.test(host)) return `${top}/pull-requests/new?source=${encodeURIComponent(branch)}`;
  if (/github/i.test(host)) return `${top}/compare/${name}?expand=1`;
  return null;
}

/** The host of a remote; null for one that lies on this machine. */
export const hostOf = (remote: string): string | null => placeOf(remote)?.host ?? null;

/** `git@host:owner/name.git`, `ssh://git@host:22/owner/name` and `https://host/owner/name.git` are one place. */
function placeOf(remote: string): { host: string; path: string } | null {
  const short = /^(?:[^@/:]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(remote);
  const [host, path] = short ? [short[1], short[2]] : inAddress(remote);
  const name = path
    ?.replace(/^\/+/, "")
    .replace(/\/+$/, "")
    .replace(/\.git$/, "");
  return host && name ? { host, path: name } : null;
}

function inAddress(remote: string): [string?, string?] {
  if (!/^(?:https?|ssh|git):\/\//.test(remote) || !URL.canParse(remote)) return [];
  const { hostname, pathname } = new URL(remote);
  return [hostname, pathname];
}

/** A text without the names and passwords that stand in addresses. */
export const withoutSecrets = (text: string): string => text.replaceAll(/(\w+:\/\/)[^\s/@]+@/g, "$1");
