import { describe, expect, test } from "vitest";
import { maskedSources, withoutSecrets } from "./conceal.ts";
import type { Diagnostic } from "./diagnostic.ts";

const text = "a\nkey = s3cr3t-value-42\nb";
const source = { path: "plan.md", text };
const about = (fields: Partial<Diagnostic>): Diagnostic => ({
  code: "PW506",
  severity: "error",
  span: { file: "plan.md", start: 8, end: 23 },
  message: "m",
  why: "w",
  ...fields,
});
const hidden = about({ conceal: true });

describe("maskedSources", () => {
  test("puts bullets over what is concealed and keeps every offset", () => {
    expect(maskedSources([hidden], [source])).toEqual([{ path: "plan.md", text: "a\nkey = •••••••••••••••\nb" }]);
  });

  test("leaves files alone in which nothing is", () => {
    expect(maskedSources([about({})], [source])).toEqual([source]);
    const other = { path: "other.md", text };
    expect(maskedSources([hidden], [other])).toEqual([other]);
  });

  test("keeps line breaks, and bears spans that overlap", () => {
    const spans = [
      { file: "plan.md", start: 0, end: 5 },
      { file: "plan.md", start: 3, end: 7 },
      { file: "plan.md", start: 4, end: 5 },
    ];
    const masked = maskedSources(
      spans.map((span) => about({ span, conceal: true })),
      [source],
    );
    expect(masked[0]?.text).toBe(`•\n•••••${text.slice(7)}`);
  });
});

describe("withoutSecrets", () => {
  test("takes a secret out of every other diagnostic's words, also when only its beginning is quoted", () => {
    const other = about({
      code: "PW302",
      message: "`run s3cr3t-value-42` and `run s3cr3t-value-…`",
      help: "not s3cr3t-value-42",
    });
    expect(withoutSecrets([hidden, other], [source])[1]).toMatchObject({
      message: "`run •••••••••••••••` and `run •••••••••••••…`",
      help: "not •••••••••••••••",
    });
  });

  test("knows a short secret only as a whole, and leaves other words alone", () => {
    const short = { path: "plan.md", text: "hunter9" };
    const concealed = about({ span: { file: "plan.md", start: 0, end: 7 }, conceal: true });
    const other = about({ message: "`x:hunter9@db`, hunter and hunter8" });
    expect(withoutSecrets([concealed, other], [short])[1]?.message).toBe("`x:•••••••@db`, hunter and hunter8");
  });

  test("drops a fix that would write it, and keeps the others", () => {
    const edit = { file: "plan.md", start: 0, end: 1 };
    const writes = about({ fix: { title: "t", edits: [{ ...edit, text: "x s3cr3t-value-42" }] } });
    const harmless = about({ fix: { title: "drop s3cr3t-value-42", edits: [{ ...edit, text: "" }] } });
    const [, first, second] = withoutSecrets([hidden, writes, harmless], [source]);
    expect(first?.fix).toBeUndefined();
    expect(second?.fix).toEqual({ title: "drop •••••••••••••••", edits: [{ ...edit, text: "" }] });
  });

  test("changes nothing where nothing is concealed", () => {
    const other = about({ message: "s3cr3t-value-42" });
    expect(withoutSecrets([other], [source])).toEqual([other]);
  });

  test("10,000 secrets and as many messages are no trouble", () => {
    const long = Array.from({ length: 10_000 }, (_, at) => `secret-${at}-value`).join("\n");
    let start = 0;
    const all = long.split("\n").map((secret) => {
      const span = { file: "plan.md", start, end: start + secret.length };
      start += secret.length + 1;
      return about({ span, conceal: true, message: `a message that does not say \`${at(secret)}\`` });
    });
    expect(withoutSecrets(all, [{ path: "plan.md", text: long }])).toHaveLength(10_000);
  });
});

const at = (secret: string): string => secret.slice(0, 4);
