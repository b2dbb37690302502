import { BlockList, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";

/** Where services count on nobody else reaching them: this machine as it is now, and what a cloud answers it alone. */
export function ownAddresses(): BlockList {
  const list = new BlockList();
  const add = (network: string, bits: number): void => {
    if (isIPv6(network)) return list.addSubnet(network, bits, "ipv6");
    // Known by this in IPv6, too: `::ffff:127.0.0.1`.
    list.addSubnet(network, bits, "ipv4");
    // Translated by the network. Not all of it is ours: where there is only IPv6, everybody else is found there.
    list.addSubnet(`64:ff9b::${network}`, 96 + bits, "ipv6");
  };
  for (const [network, bits] of ALWAYS) add(network, bits);
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  for (const { address } of interfaces) add(address, isIPv6(address) ? 128 : 32);
  return list;
}

const ALWAYS = [
  ["127.0.0.0", 8],
  ["0.0.0.0", 8],
  // Of this link alone; clouds tell a machine its keys at one of them.
  ["169.254.0.0", 16],
  ["fe80::", 10],
  ["fd00:ec2::254", 128],
  // `::`, `::1`, and IPv4 in its oldest spelling.
  ["::", 96],
] as const;
