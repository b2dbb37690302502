import { expect, test } from "vitest";
import { faultOfAddress } from "./web-address.ts";

test.each(["https://models.example/v1", "http://127.0.0.1:8788", "http://[::1]:8788/v1", "http://my_service:80/"])(
  "%s is the address of one service",
  (text) => {
    expect(faultOfAddress(text)).toBeNull();
  },
);

test.each([
  ["models.example", /^is no address such as/],
  ["", /^is no address/],
  ["file:///etc", /^is no address/],
  ["models.example:443", /^is no address/],
  ["https://*.com/v1", "names no single host: `*.com`"],
  ["https://%2A.com", "names no single host: `*.com`"],
  ["https://*", /^names no single host/],
  ["https://me@models.example", /^holds a user or a password/],
  ["https://:secret@models.example", /^holds a user or a password/],
  ["https://models.example/v1?key=secret", /^goes on after its path/],
  ["https://models.example/v1#secret", /^goes on after its path/],
])("%s is not", (text, fault) => {
  const told = faultOfAddress(text);
  expect(told).toEqual(typeof fault === "string" ? fault : expect.stringMatching(fault));
  expect(told).not.toContain("secret");
});
