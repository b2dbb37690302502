import { describe, expect, test } from "vitest";
import { personProxy } from "./person-proxy.ts";
import { readTarget } from "./target.ts";

const proxyFor = (text: string, variables: Record<string, string>, scheme: "http" | "https" = "https") => {
  const target = readTarget(text);
  return target && personProxy(target, scheme, variables);
};

describe("the proxy that a machine needs", () => {
  test("is the one for the kind of request, or the one for all", () => {
    const both = {
      HTTP_PROXY: "http://h",
      https_proxy: "http://s",
      HTTPS_PROXY: "http://unused",
      ALL_PROXY: "http://a",
    };
    expect([proxyFor("a:443", both), proxyFor("a:80", both, "http")]).toEqual(["http://s", "http://h"]);
    expect(proxyFor("a:443", { HTTP_PROXY: "http://h", all_proxy: "http://a" })).toBe("http://a");
    expect(proxyFor("a:443", { HTTP_PROXY: "http://h", HTTPS_PROXY: "" })).toBeNull();
  });

  test("is none for the machine itself", () => {
    const all = ["localhost:1", "127.0.0.1:1", "[::1]:1"].map((text) => proxyFor(text, { ALL_PROXY: "http://a" }));
    expect(all).toEqual([null, null, null]);
  });

  test.each([
    ["*", "a.example:443"],
    ["x, .example.com", "a.example.com:443"],
    ["example.com", "a.example.com:443"],
    ["EXAMPLE.com", "example.com:443"],
    ["*.example.com", "a.example.com:443"],
    ["example.com:443", "example.com:443"],
    ["10.1.2.3", "10.1.2.3:443"],
    ["10.0.0.0/8", "10.1.2.3:443"],
    ["::7", "[::7]:443"],
    ["[::7]", "[0::7]:443"],
    ["fd00::/8", "[fd12::1]:443"],
  ])("is none where NO_PROXY is %s, for %s", (exceptions, text) => {
    expect(proxyFor(text, { HTTPS_PROXY: "http://s", no_proxy: exceptions })).toBeNull();
  });

  test.each([
    ["example.com", "evilexample.com:443"],
    ["example.com:80", "example.com:443"],
    ["0.0.1", "10.0.0.1:443"],
    ["10.0.0.0/8", "11.1.2.3:443"],
    ["10.0.0.0/99", "10.1.2.3:443"],
    ["a/b c//", "a:443"],
    ["", "a:443"],
  ])("is needed where NO_PROXY is %j, for %s", (exceptions, text) => {
    expect(proxyFor(text, { HTTPS_PROXY: "http://s", NO_PROXY: exceptions })).toBe("http://s");
  });
});
