import { expect, test } from "vitest";
import { noNetwork } from "./no-network.ts";

const told = (text: string) => noNetwork({ head: text, tail: "", dropped: 0 });

test.each([
  "curl: (6) Could not resolve host: example.com",
  "Error: getaddrinfo EAI_AGAIN registry.example",
  "socket.gaierror: [Errno -3] Temporary failure in name resolution",
  "connect ENETUNREACH 1.1.1.1:443",
  "dial tcp: lookup proxy.golang.org: no such host",
  "fatal: unable to access 'https://x/': Could not resolve host: x",
])("knows who found no network by: %s", (text) => expect(told(text)).toMatch(/without a network/));

test("says nothing about other failures", () => {
  expect(told("connect ECONNREFUSED 127.0.0.1:5432\nexpected 4, got 2")).toBeNull();
  expect(told("")).toBeNull();
});
