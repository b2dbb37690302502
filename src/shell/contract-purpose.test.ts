import { describe, expect, test } from "vitest";
import { couldRunNewTests, onlyLints } from "./contract-purpose.ts";

describe("a contract that only lints", () => {
  test.each([
    "eslint .",
    "npx eslint src && npx tsc --noEmit",
    "uv run ruff check src/auth/ && uv run pyright src/auth/",
    "set -e\ncd web\nnpm run lint",
    "prettier --check .",
    "cargo clippy -- -D warnings && cargo fmt --check",
    "go vet ./...",
    "pnpm typecheck",
  ])("guards: %s", (command) => expect(onlyLints(command)).toBe(true));

  test.each([
    "npm test",
    "npm run lint && npm test",
    "ruff check . && pytest",
    "prettier --write .",
    "grep -q x a.txt",
    "cargo test",
    "",
    "make lint-and-test",
  ])("is not: %s", (command) => expect(onlyLints(command)).toBe(false));
});

describe("tests that a step adds", () => {
  test.each([
    "npm test",
    "pytest -x",
    "node --test test/a.test.js",
    "make test",
    "./check.sh",
    "go test ./... && grep -q x y",
    "tox",
  ])("could change %s", (command) => expect(couldRunNewTests(command)).toBe(true));

  test.each([
    "grep -q x a.txt",
    "test -f a.txt && test -s b.txt",
    "npm run build",
    "npx tsc",
    "cat a | grep -c x",
    "cargo build",
    "! grep -r TODO src",
  ])("cannot change %s", (command) => expect(couldRunNewTests(command)).toBe(false));
});
