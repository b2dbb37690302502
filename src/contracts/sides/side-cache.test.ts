import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aContract } from "../../plan/a-plan.testkit.ts";
import type { RunSide } from "./side.ts";
import { type Question, sideCacheIn } from "./side-cache.ts";

const contract = aContract({ command: "./check", stdout: { kind: "contains", text: "yes" } });
const question: Question = { tree: "1".repeat(40), contract, seconds: 60, environment: "here" };
const side: RunSide = {
  tree: question.tree,
  exit: { kind: "exited", code: 1 },
  milliseconds: 5,
  log: { head: "", tail: "", dropped: 0 },
  seen: null,
  report: { runner: "jest", counts: { passed: 1, failed: 1, skipped: 0 }, isComplete: true, failures: [] },
  verdict: { status: "failed", reason: "exit-code", told: "exit status 1, 0 was wanted" },
  explanation: { headline: "exit status 1", details: ["no"] },
};

test("what was seen once is remembered, also by the next process", () => {
  const folder = join(tempFolder(), "deep/sides");
  expect(sideCacheIn(folder).get(question)).toBeNull();
  sideCacheIn(folder).put(question, {
    ...side,
    log: { head: "its output, which nobody looks at", tail: "", dropped: 9 },
  });
  expect(sideCacheIn(folder).get(question)).toEqual(side);
});

test.each<[string, Partial<Question>]>([
  ["tree", { tree: "2".repeat(40) }],
  ["command", { contract: { ...contract, command: "./check --all" } }],
  ["wanted status", { contract: { ...contract, exitCode: 1 } }],
  ["wanted output", { contract: { ...contract, stdout: { kind: "contains", text: "no" } } }],
  ["time", { seconds: 61 }],
  ["environment", { environment: "elsewhere" }],
])("another %s is another question", (_, change) => {
  const cache = sideCacheIn(tempFolder());
  cache.put(question, side);
  expect(cache.get({ ...question, ...change })).toBeNull();
});

test("a run that did not end by itself is not remembered", () => {
  const folder = tempFolder();
  const cache = sideCacheIn(folder);
  for (const by of ["seconds", "memory", "output", "disk", "caller"] as const)
    cache.put(question, { ...side, exit: { kind: "stopped", by } });
  cache.put(question, { ...side, exit: { kind: "signalled", signal: "SIGKILL" } });
  expect(readdirSync(folder)).toEqual([]);
});

test("the first answer stays", () => {
  const cache = sideCacheIn(tempFolder());
  cache.put(question, side);
  cache.put(question, { ...side, milliseconds: 9 });
  expect(cache.get(question)).toEqual(side);
});

test("an entry that cannot be read is no entry, and makes room for one", () => {
  const folder = tempFolder();
  const cache = sideCacheIn(folder);
  cache.put(question, side);
  const [name = ""] = readdirSync(folder);
  writeFileSync(join(folder, name), '{"tree":');
  expect(cache.get(question)).toBeNull();
  cache.put(question, side);
  expect(cache.get(question)).toEqual(side);
});
