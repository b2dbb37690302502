import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RECEIPT_NAMESPACE } from "../record/receipt.ts";
import { aProvenBranch, aSigner } from "./audit/a-proven-branch.testkit.ts";
import { verifySignature } from "./sshsig.ts";
import { notesOf, warningsOf } from "./warnings.ts";
import { readReceipt, receiptFor, receiptPaths } from "./write-receipt.ts";

const files = aProvenBranch({ order: [1], isComplete: false }).commits.at(-1)?.files;
const bytes = Buffer.from(files?.get(receiptPaths(1).json) ?? "");
const read = readReceipt(bytes);
if (read.kind === "refused") throw new Error(read.why);
const { planwright } = read.receipt.predicate;
if (planwright.version === 1) throw new Error("a receipt of today is of version 2");
const proof = planwright;
const commit = read.receipt.subject[1].digest.gitCommit;

test("a receipt is a statement about the tree and the commit, in bytes that are signed as they are", () => {
  const signer = aSigner();
  const { json, sig, sha256 } = receiptFor(proof, commit, signer);
  expect(Buffer.from(json).equals(bytes)).toBe(true);
  expect(sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect(verifySignature(json, RECEIPT_NAMESPACE, sig)).toEqual({ kind: "valid", publicKey: signer.publicKey });
  expect(read.receipt).toMatchObject({
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ digest: { gitTree: proof.trees.proven } }, { digest: { gitCommit: commit } }],
    predicateType: "https://in-toto.io/attestation/test-result/v0.1",
    predicate: { result: "PASSED", configuration: [{ name: ".plan/plan.md" }, { name: "test -s docs/1.md" }] },
  });
  expect(bytes.toString()).toMatch(/^\{\n {2}"_type".*\}\n$/s);
});

test("the same proof gives the same bytes, whatever the order of its keys", () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, each]) => [key, reversed(each)]),
    );
  };
  const tools = { b: "2", a: "1", "10": "x" };
  const one = { ...proof, environment: { ...proof.environment, tools } };
  const signer = aSigner();
  const other = reversed(one) as typeof one;
  expect(receiptFor(other, commit, signer).json).toEqual(receiptFor(one, commit, signer).json);
});

test("a receipt that admits something is marked", () => {
  const marked = receiptFor({ ...proof, outcome: "by-eye", accepted: { by: "eye", person: "Ada" } }, commit, aSigner());
  expect(readReceipt(marked.json)).toMatchObject({ receipt: { predicate: { result: "WARNED" } } });
});

test("a contract that passed before, too, is admitted where nothing else proves the step", () => {
  const [first] = proof.contracts;
  if (first?.base.state !== "red") throw new Error("it was red");
  const vacuous = { ...first, base: { ...first.base, state: "green" } as const };
  expect(warningsOf({ ...proof, outcome: "unproven", contracts: [vacuous] })).toEqual([
    "`test -s docs/1.md` passed before the work, too, so that it passes shows nothing",
  ]);
  expect(warningsOf({ ...proof, contracts: [vacuous, first] })).toEqual([]);
});

test("what a person allowed is admitted; tests that were changed without being announced are only noted", () => {
  const announced = { by: "Ada", paths: ["test/b.js"] };
  const changed = { ...proof, unannounced: ["test/a.js"], announced };
  expect(warningsOf(changed)).toEqual(["Ada allowed a change to test/b.js"]);
  expect(notesOf(changed)).toEqual(["tests changed without being announced: test/a.js"]);
});

test("the files carry the step's number, in two digits or more", () => {
  expect(receiptPaths(3)).toEqual({ json: ".plan/receipts/03.json", sig: ".plan/receipts/03.json.sig" });
  expect(receiptPaths(120).json).toBe(".plan/receipts/120.json");
});

describe("refuses", () => {
  const text = bytes.toString();
  test.each<[string, string, string]>([
    ["what is no JSON", "it is no JSON text", "{"],
    ["a byte order mark", "it is no JSON text", `\ufeff${text}`],
    ["another kind of statement", "at _type", text.replace("Statement/v1", "Statement/v2")],
    [
      "an unknown field",
      "at predicate.planwright: Unrecognized key",
      text.replace('"version": 2,', '"version": 2, "x": 1,'),
    ],
    ["a missing field", "at predicate.planwright.version", text.replace('"version": 2,', "")],
    ["a key twice", "it is not written the way", text.replace('"version": 2,', '"version": 2,\n      "version": 2,')],
    ["other spaces", "it is not written the way", text.replace('"version": 2', '"version":2')],
    [
      "another order",
      "it is not written the way",
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse()), null, 2),
    ],
    ["another spelling of a letter", "it is not written the way", text.replace("PASSED", "\\u0050ASSED")],
    [
      "another spelling of a number",
      "it is not written the way",
      text.replace('"milliseconds": 12', '"milliseconds": 12.0'),
    ],
    ["no final line break", "it is not written the way", text.trimEnd()],
    ["something at the end", "it is not written the way", `${text}\n`],
    ["a result that its proof does not bear out", "it is not written the way", text.replace("PASSED", "WARNED")],
    ["a tool named __proto__", "it is not written the way", text.replace('"bash": "5.2"', '"__proto__": "5.2"')],
  ])("%s", (_, why, changed) => {
    expect(changed).not.toBe(text);
    expect(readReceipt(Buffer.from(changed))).toEqual({ kind: "refused", why: expect.stringContaining(why) });
  });

  test("bytes that are no text, and whatever else, without an exception", () => {
    expect(readReceipt(Buffer.from([0x22, 0xff, 0x22]))).toEqual({ kind: "refused", why: "it is no JSON text" });
    fc.assert(fc.property(fc.json(), (json) => readReceipt(Buffer.from(json)).kind === "refused"));
  });
});
