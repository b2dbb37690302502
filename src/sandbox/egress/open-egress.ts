import type { Egress } from "../../ports/sandbox.ts";
import { FORWARDERS, startForwarder } from "./forward.ts";
import type { HostList } from "./host-list.ts";
import type { ProxyVariables } from "./person-proxy.ts";
import { openProxy } from "./proxy.ts";
import type { Target } from "./target.ts";

/** The way out for one run whose sandbox has no network: a proxy outside, and who leads to it inside. */
export type OpenEgress = {
  /** What shows inside, to be read only. */
  shown: readonly { show: string; at: string }[];
  /** By which programs find the proxy. */
  variables: Readonly<Record<string, string>>;
  /** Run inside before the program: starts what leads to the proxy, which takes up so many processes. */
  first: { script: string; words: readonly string[] };
  processes: number;
  close(): Promise<void>;
};

/** `folder` is one of this run alone; `person` is what this machine needs to get out itself. */
export async function openEgress(
  hosts: HostList,
  refused: Egress["refused"],
  folder: string,
  person: ProxyVariables,
): Promise<OpenEgress> {
  const { socket, close } = await openProxy(hosts, refused, folder, person);
  const port = portBeside(hosts.local);
  return {
    shown: [
      { show: socket, at: SOCKET },
      { show: process.execPath, at: NODE },
    ],
    variables: variablesFor(port),
    first: startForwarder(NODE, { socket: SOCKET, port, local: hosts.local }),
    processes: FORWARDERS,
    close,
  };
}

const [SOCKET, NODE] = ["/run/planwright/egress", "/run/planwright/node"] as const;

/** Nothing listens inside yet, so that any will do which is not meant for something else. */
function portBeside(local: readonly Target[]): number {
  let port = 20_128;
  while (local.some((target) => target.port === port)) port += 1;
  return port;
}

function variablesFor(port: number): Record<string, string> {
  const proxy = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].map((name) => [name, `http://127.0.0.1:${port}`] as const);
  const variables = [...proxy, ["NO_PROXY", "localhost,127.0.0.1,::1"] as const];
  const lower = variables.map(([name, value]) => [name.toLowerCase(), value] as const);
  // Without the last one Node takes no notice of the others.
  return Object.fromEntries([...variables, ...lower, ["NODE_USE_ENV_PROXY", "1"]]);
}
