import { describe, expect, test } from "vitest";
import { readHosts } from "./host-list.ts";
import { aHostList } from "./servers.testkit.ts";
import { readTarget, targetText } from "./target.ts";

const isAllowed = (hosts: string[], text: string): boolean => {
  const target = readTarget(text);
  return target !== null && aHostList(hosts).wayTo(target) !== null;
};

describe("a target", () => {
  test.each([
    ["Api.Example.COM.:443", "api.example.com:443"],
    ["a_b-c.example:1", "a_b-c.example:1"],
    ["10.0.0.1:65535", "10.0.0.1:65535"],
    ["[0:0::1]:80", "[::1]:80"],
    ["[2001:DB8::7]:443", "[2001:db8::7]:443"],
  ])("%s has one spelling", (text, spelling) => {
    const target = readTarget(text);
    expect(target && targetText(target)).toBe(spelling);
  });

  test.each([
    ...["", ":443", ".:443", "a", "a:", "a:0", "a:65536", "a:443:443", "a:44x", "a:-1", "a: 443", " a:443", "a:443 "],
    ...["user@a:443", "a:443@evil:443", "a:443/evil", "a:443?b", "a:443#b", "a\\b:443", "a%2eb:443", "ä.example:443"],
    ...["::1:443", "[::1", "[::1]443", "[evil]:443", "[::1%25lo]:443", "[1.2.3.4]:443", "a\0b:443", "a\nb:443"],
    ...[`${"a".repeat(300)}:443`],
  ])("%j is none", (text) => {
    expect(readTarget(text)).toBeNull();
  });
});

describe("a list of hosts", () => {
  test("allows what it names, at that port, in any spelling of a name", () => {
    const hosts = ["api.example.com:443", "Other.Example.", "[2001:db8::7]:8443"];
    const yes = ["api.example.com:443", "API.example.COM.:443", "other.example:443", "[2001:db8:0:0::7]:8443"];
    expect(yes.filter((text) => !isAllowed(hosts, text))).toEqual([]);
    const no = ["api.example.com:80", "example.com:443", "x.api.example.com:443", "api.example.com.evil:443"];
    expect(no.filter((text) => isAllowed(hosts, text))).toEqual([]);
  });

  test("allows with a pattern what ends in a name, and not the name itself", () => {
    const hosts = ["*.example.com:443"];
    expect(["a.example.com:443", "a.b.EXAMPLE.com.:443"].filter((text) => !isAllowed(hosts, text))).toEqual([]);
    const no = [
      "example.com:443",
      "a.example.com:444",
      "evilexample.com:443",
      ".example.com:443x",
      "a.example.com.x:443",
    ];
    expect(no.filter((text) => isAllowed(hosts, text))).toEqual([]);
    expect(aHostList(hosts).wayTo({ name: "a.example.com", port: 443 })?.isByPattern).toBe(true);
  });

  test("takes all names of this machine for one, and leads to the one that was allowed", () => {
    const list = aHostList(["127.0.0.1:8788", "localhost:8788", "[::1]:9000"]);
    expect(list.local.map(targetText)).toEqual(["127.0.0.1:8788", "[::1]:9000"]);
    const ways = ["localhost:8788", "[::1]:8788", "127.0.0.1:9000"].map((text) => {
      const target = readTarget(text);
      const way = target && list.wayTo(target);
      return way && targetText(way);
    });
    expect(ways).toEqual(["127.0.0.1:8788", "127.0.0.1:8788", "[::1]:9000"]);
  });

  test("does not take other spellings of this machine's address for it", () => {
    const names = ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0.0.0.0", "0", "127.0.0.2", "localhost.evil"];
    const all = [...names, "[::]", "[::ffff:127.0.0.1]"].map((name) => `${name}:8788`);
    expect(all.filter((text) => isAllowed(["localhost:8788", "127.0.0.1:8788"], text))).toEqual([]);
  });

  test.each(["", "*", "*:443", "*.:443", "*.0.0.1:80", "a.*.b:443", "https://a", "a/b", "a:b", "a b"])(
    "is refused as a whole for %j",
    (host) => {
      const reason = `not a host: ${host}; write name:port or *.name:port`;
      expect(readHosts(["a.example:443", host])).toEqual({ ok: false, reason });
    },
  );
});
