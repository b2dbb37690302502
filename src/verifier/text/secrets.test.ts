// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell variables
import { describe, expect, test } from "vitest";
import { secretsIn } from "./secrets.ts";

const found = (text: string): string[] => secretsIn(text).map(({ start, end }) => text.slice(start, end));
const kinds = (text: string): string[] => secretsIn(text).map(({ kind }) => kind);

/** Made up, and put together here so that no scanner takes this file for a leak. */
const lot = (length: number): string =>
  "Q7fake0Zr4Lm8Wt2Kx9Vb3Nc6Hd1Gs5".replace("fake", "Tp").repeat(4).slice(0, length);

describe("finds", () => {
  test.each([
    ["an AWS access key", `AKIA${"EXAMPLEQ7ZT3WN5K"}`],
    ["a GitHub token", `ghp_${lot(36)}`],
    ["a GitHub token", `github_pat_${lot(60)}`],
    ["a GitLab token", `glpat-${lot(20)}`],
    ["an npm token", `npm_${lot(36)}`],
    ["a PyPI token", `pypi-${lot(60)}`],
    ["a Slack token", `xoxb-${lot(30)}`],
    ["a Stripe key", `sk_live_${lot(24)}`],
    ["a Google API key", `AIza${lot(35)}`],
    ["an Anthropic key", `sk-ant-api03-${lot(40)}`],
    ["an OpenAI-style key", `sk-proj-${lot(40)}`],
    ["a JSON Web Token", `eyJ${lot(20)}.eyJ${lot(30)}.${lot(30)}`],
  ])("%s", (kind, token) => {
    expect(kinds(token)).toEqual([kind]);
    expect(found(`curl -H "Authorization: Bearer ${token}" x`)).toEqual([token]);
    expect(found(`TOKEN=${token}\n`)).toEqual([token]);
    if (!token.startsWith("eyJ")) expect(found(`prefix-${token}`)).toEqual([token]);
    expect(secretsIn(token)[0]?.hint).toBe(token.slice(0, 4));
  });

  test("a private key, whole", () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\nMIIE${lot(60)}\n${lot(60)}\n-----END RSA PRIVATE KEY-----`;
    expect(found(`a\n${key}\nb`)).toEqual([key]);
    expect(secretsIn(key)[0]).toMatchObject({ kind: "a private key", hint: "" });
    expect(found(`"-----BEGIN PRIVATE KEY-----\\n${lot(40)}"`)).toHaveLength(1);
  });

  test.each([
    ["postgres://app:gT7-pQ2x@db.internal/x", "gT7-pQ2x"],
    ["https://deploy:correcthorse@example.com/repo.git", "correcthorse"],
    ["mongodb+srv://u:9fK2mmz@c0.mongodb.net", "9fK2mmz"],
    ['password = "gT7-pQ2x!kW"', "gT7-pQ2x!kW"],
    ['"action": "Set password = \\"gT7-pQ2x!kW\\""', "gT7-pQ2x!kW"],
    ["DB_PASSWORD: 'gT7pQ2xkWm4Zr'", "gT7pQ2xkWm4Zr"],
    ["api_key=9fK2mmzQ7Tp0Zr4Lm8Wt", "9fK2mmzQ7Tp0Zr4Lm8Wt"],
    ['"client_secret": "9f86d081884c7d659a2feaa0c55ad015"', "9f86d081884c7d659a2feaa0c55ad015"],
    ["curl -H 'Authorization: Bearer 9fK2mmzQ7Tp0Zr4Lm8Wt'", "9fK2mmzQ7Tp0Zr4Lm8Wt"],
  ])("%j", (text, secret) => {
    expect(found(text)).toEqual([secret]);
  });
});

describe("leaves alone", () => {
  test.each([
    ["a commit", "commit 3f786850e387550fdab836ed7e6dc881de23001b"],
    ["a checksum", "sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    ["an integrity", "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP=="],
    ["a UUID", "token: 3f2504e0-4f89-11d3-9a0c-0305e82c3301"],
    ["the key of the documentation", "AKIAIOSFODNN7EXAMPLE"],
    [
      "placeholders",
      "sk-... ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx sk-your-api-key-goes-here-1 sk-XXXXXXXXXXXXXXXXXXXXXXXX",
    ],
    ["more placeholders", "sk_test_1234567890abcdefghijkl npm_abcdefghijklmnopqrstuvwxyz0123456789"],
    ["names of variables", "GITHUB_TOKEN, $ANTHROPIC_API_KEY and ${OPENAI_API_KEY}"],
    ["variables as values", 'password="$DB_PASSWORD" token=${TOKEN} secret: {{ vault.secret1 }} api_key: <token>'],
    ["weak words", 'password = "changeme" password: "test-token-123" secret = "xxxxxxxxxxxx1A" token: "example"'],
    ["what code says", "token = createSessionTokenFromRequest2(x) password: process.env.DB_PASSWORD_1 key: 'abc'"],
    ["other things", 'password_hash = "9fK2mmzQ7Tp0Zr4Lm8Wt" tokens: 100000 password: at least 12 characters'],
    [
      "databases of tests",
      "postgres://postgres:postgres@localhost/x amqp://shopapp:shopapp@mq redis://:password@x mysql://root:$PW@db postgres://u:<password>@h",
    ],
    ["addresses without one", "https://example.com:8080/a@b http://user@host git@github.com:a/b.git"],
    ["class names", "sk-loading-spinner-with-a-label sk-cube-grid-container-wrapper"],
    ["what a key begins with", "grep -q -- '-----BEGIN PRIVATE KEY-----' key.pem"],
    ["a path", "secret: ./config/secrets/production/9fK2mm"],
  ])("%s", (_, text) => {
    expect(found(text)).toEqual([]);
  });
});

test("what announces itself inside an assignment is one secret", () => {
  expect(kinds(`token = "ghp_${lot(36)}"`)).toEqual(["a GitHub token"]);
});

test("long texts are no trouble", () => {
  const units = [
    "eyJ",
    "-eyJ",
    "eyJaaaaaaaa.",
    "sk-",
    "a://",
    "token=",
    "password: '",
    "-----BEGIN PRIVATE KEY-----\n",
    "SG.",
    "Bearer ",
    lot(100),
  ];
  for (const unit of units) secretsIn(unit.repeat(Math.floor(1_000_000 / unit.length)));
});
