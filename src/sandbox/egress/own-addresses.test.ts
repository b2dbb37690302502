import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { ownAddresses } from "./own-addresses.ts";

const isOwn = (address: string): boolean => ownAddresses().check(address, isIPv6(address) ? "ipv6" : "ipv4");

test.each([
  ["loopback", "127.0.0.1", "127.255.0.9", "::1"],
  ["any address", "0.0.0.0", "::"],
  ["IPv4 in IPv6", "::ffff:127.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1", "::a00:1"],
  ["IPv4 behind a translation", "64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe"],
  ["this link", "169.254.169.254", "fe80::1", "febf::1"],
  ["what a cloud tells its machines", "169.254.169.254", "fd00:ec2::254"],
])("%s is this machine's", (_, ...addresses) => {
  expect(addresses.filter((address) => !isOwn(address))).toEqual([]);
});

test("every address of its interfaces is this machine's, however it is spelled", () => {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
  const spelled = addresses.flatMap((address) =>
    isIPv6(address) ? [address] : [address, `::ffff:${address}`, `64:ff9b::${address}`],
  );
  expect(spelled.filter((address) => !isOwn(address))).toEqual([]);
});

test.each(["8.8.8.8", "128.0.0.1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2001:4860:4860::8888", "fd00:ec2::253"])(
  "%s is somebody else's",
  (address) => {
    expect(isOwn(address)).toBe(false);
  },
);
