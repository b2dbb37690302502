import { BlockList, isIP } from "node:net";
import { isThisMachine } from "./host-list.ts";
import { readTarget, type Target } from "./target.ts";

/** HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY of the person's, in either case. */
export type ProxyVariables = Readonly<Record<string, string>>;

/** The proxy without which this machine does not reach a target; null where it does. */
export function personProxy(target: Target, scheme: "http" | "https", variables: ProxyVariables): string | null {
  const variable = (name: string): string | undefined => variables[name] || variables[name.toUpperCase()] || undefined;
  const proxy = variable(`${scheme}_proxy`) ?? variable("all_proxy");
  if (proxy === undefined || isThisMachine(target)) return null;
  const exceptions = (variable("no_proxy") ?? "").split(/[\s,]+/).filter(Boolean);
  return exceptions.some((exception) => isExcepted(target, exception.toLowerCase())) ? null : proxy;
}

/** `*`, a name with all that ends in it, an address, or a range of them; with a port it is only about that one. */
function isExcepted(target: Target, exception: string): boolean {
  if (exception === "*") return true;
  if (exception.includes("/")) return isInRange(target.name, exception);
  const bare = exception.replace(/^\*?\./, "");
  const read = readTarget(isIP(bare) === 6 ? `[${bare}]` : bare, target.port);
  if (read === null || read.port !== target.port) return false;
  return target.name === read.name || (isIP(target.name) === 0 && target.name.endsWith(`.${read.name}`));
}

function isInRange(name: string, range: string): boolean {
  const [network = "", bits = ""] = range.split("/");
  if (isIP(name) === 0 || isIP(name) !== isIP(network) || !/^\d{1,3}$/.test(bits)) return false;
  const family = isIP(name) === 6 ? "ipv6" : "ipv4";
  const isPossible = Number(bits) <= (family === "ipv6" ? 128 : 32);
  const list = new BlockList();
  if (isPossible) list.addSubnet(network, Number(bits), family);
  return list.check(name, family);
}
