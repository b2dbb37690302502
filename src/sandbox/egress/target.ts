import { isIPv6 } from "node:net";

/** Where a connection leads to. Names are in lower case and without the dot at their end, IPv6 is without brackets. */
export type Target = { name: string; port: number };

/** Exactly `name:port`, with brackets around IPv6; null for everything else, such as a user, a path or a space. */
export function readTarget(text: string, usualPort: number | null = null): Target | null {
  const [, address, name = "", digits] = /^(?:\[([\da-f:.]+)\]|([\w.-]{1,254}))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const port = digits === undefined ? usualPort : Number(digits);
  if (port === null || port < 1 || port > 65_535) return null;
  if (address !== undefined) return isIPv6(address) ? { name: oneSpelling(address), port } : null;
  const plain = name.toLowerCase().replace(/\.$/, "");
  return plain === "" ? null : { name: plain, port };
}

export const targetText = ({ name, port }: Target): string => `${name.includes(":") ? `[${name}]` : name}:${port}`;

/** `0:0::1` is `::1`. Of IPv4 only the usual spelling is known: any other is a name that no list has. */
const oneSpelling = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);
