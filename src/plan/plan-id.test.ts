import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { branchOf, freeId, idOfBranch, slugOf } from "./plan-id.ts";

describe("slugOf", () => {
  test.each([
    ["Fix authentication timeout bug (#423)", "fix-authentication-timeout-bug-423"],
    ["Extract config module from monolith", "extract-config-module-from-monolith"],
    ["Größe & Maß für Łódź", "grosse-mass-fur-lodz"],
    ["Don’t panic: it's œuvre", "dont-panic-its-oeuvre"],
    ["ℌello ﬀ", "hello-ff"],
    ["  --dashes--  ", "dashes"],
    ["日本語の計画", "plan"],
    ["", "plan"],
    ["🚀", "plan"],
    ["İstanbul ışık", "istanbul-isik"],
    [
      "Migrate the HTTP client from requests to httpx async everywhere",
      "migrate-the-http-client-from-requests-to-httpx",
    ],
    ["x".repeat(80), "x".repeat(50)],
    [`${"x".repeat(44)} fives`, `${"x".repeat(44)}-fives`],
    [`${"x".repeat(44)} sixsix`, "x".repeat(44)],
  ])("%j becomes %s", (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  test("is kebab-case, short and stable for any title", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.lorem({ maxCount: 30 })), (title) => {
        const slug = slugOf(title);
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(50);
        expect(slugOf(slug)).toBe(slug);
      }),
    );
  });
});

describe("freeId", () => {
  test("counts up from 2 to the first id nobody has", () => {
    expect(freeId("a", new Set())).toBe("a");
    expect(freeId("a", new Set(["a"]))).toBe("a-2");
    expect(freeId("a", new Set(["a", "a-2", "a-4"]))).toBe("a-3");
  });
});

describe("branches", () => {
  test("lead back to the plan they are named after", () => {
    expect(branchOf("fix-login")).toBe("plan/fix-login");
    expect(idOfBranch("plan/fix-login")).toBe("fix-login");
  });

  test.each(["main", "plan/", "debug/plan-x-task-1-attempt-1", "feature/plan/x"])("%s holds no plan", (branch) => {
    expect(idOfBranch(branch)).toBeNull();
  });
});
