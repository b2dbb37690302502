import { describe, expect, test } from "vitest";
import { diagnosticsAsJson } from "../../diagnostics/json.ts";
import { renderPretty } from "../../diagnostics/pretty.ts";
import { secret } from "./secret.ts";
import { saidAbout, type Writing } from "./written-plan.testkit.ts";

/** Made up. */
const TOKEN = `ghp_${"Q7Tp0Zr4Lm8Wt2Kx9Vb3Nc6Hd1Gs5Q7Tp0Zr"}`;

describe("names the kind, its first letters and the place", () => {
  test.each<[Writing, string]>([
    [
      { command: `curl -H "Authorization: ${TOKEN}" x` },
      "a GitHub token (`ghp_…`) stands in the contract of step `own`",
    ],
    [{ what: `Use ${TOKEN}.` }, "a GitHub token (`ghp_…`) stands in the text of step `own`"],
    [{ notes: 'password = "gT7-pQ2x!kW"' }, "a password or key stands in the plan"],
  ])("%j", (writing, message) => {
    expect(saidAbout(secret, writing).diagnostics.map((each) => each.message)).toEqual([message]);
  });
});

test("no output has the secret", () => {
  const { diagnostics, text } = saidAbout(secret, { command: `curl ${TOKEN}; echo ${TOKEN}` });
  const sources = [{ path: "plan.md", text }];
  expect(diagnostics).toHaveLength(2);
  expect(renderPretty(diagnostics, sources, { color: false })).not.toContain(TOKEN.slice(0, 8));
  expect(renderPretty(diagnostics, sources, { color: false })).toContain(`curl ${"•".repeat(TOKEN.length)}; echo •••`);
  expect(JSON.stringify(diagnosticsAsJson(diagnostics, sources))).not.toContain(TOKEN.slice(0, 8));
});

test("says nothing about a plan without one", () => {
  expect(saidAbout(secret, { command: 'curl -H "Authorization: Bearer $TOKEN" x' }).diagnostics).toEqual([]);
});
