import { describe, expect, test } from "vitest";
import { isCodeLike, nameIn } from "./identifier.ts";

const read = (code: string): string | null => {
  const identifier = nameIn(code);
  return identifier && isCodeLike(code, identifier) ? identifier.name : null;
};

describe("is taken for a name from code", () => {
  test.each([
    ["maxRetries", "maxRetries"],
    ["TokenStore", "TokenStore"],
    ["HTTPClient", "HTTPClient"],
    ["max_retries", "max_retries"],
    ["MAX_RETRIES", "MAX_RETRIES"],
    ["get()", "get"],
    ["get(key, value)", "get"],
    ["store.get", "store.get"],
    ["TokenStore::get()", "TokenStore.get"],
    ["TokenStore#get", "TokenStore.get"],
    ["größe_in_px", "größe_in_px"],
  ])("%s", (code, name) => {
    expect(read(code)).toBe(name);
  });
});

describe("is not", () => {
  test.each([
    "orders",
    "Makefile",
    "JSON",
    "utf8",
    "npm test",
    "--flag",
    "src/a.ts",
    "app.py",
    "LoginService.java",
    "package.json",
    "kebab-case",
    "v1.2",
    "a = b",
    "_",
    "",
    "aB".repeat(60),
  ])("%s", (code) => {
    expect(read(code)).toBeNull();
  });
});
