import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Parsed } from "../../ports/dialect.ts";
import { dialectSuite } from "../testing/dialect.testsuite.ts";
import { json } from "./dialect.ts";

const path = "examples/add-rate-limit.json";
const example = readFileSync(path, "utf8");

const contract = { command: "set -e\ngrep -c daily etc/rotate\n\ntest -s log", timeout: "5m" };
const compact = JSON.stringify({
  goal: "Keep the log small",
  steps: [
    { action: "Rotate the log every night.", planwright: { status: "active", contract } },
    { action: "Delete what is older than a month.", planwright: null },
  ],
  planwright: {},
});

const reply = `Here is what I would do:\n\n\`\`\`json\n${example.trimEnd()}\n\`\`\`\n\nShall I {go on}?\n`;

const samples = [
  { name: "an example", files: { root: path, files: [{ path, text: example }] } },
  { name: "one line", files: { root: "plan.json", files: [{ path: "plan.json", text: compact }] } },
  { name: "a reply", files: { root: "reply.txt", files: [{ path: "reply.txt", text: reply }] } },
];

/** A step owns everything from its opening brace to the next one. */
const territory = (parsed: Parsed, step: number, file: { text: string }) => {
  const to = parsed.plan.steps[step + 1] ? parsed.at(`/steps/${step + 1}`).start : file.text.length;
  return [{ from: parsed.at(`/steps/${step}`).start, to }];
};

describe("the json dialect", () => dialectSuite(json, samples, territory, { holdsAnyText: true }));

describe("recognises", () => {
  const detects = (name: string, text: string) => json.detect({ root: name, files: [{ path: name, text }] });

  test.each([
    ["a plan", "plan.json", '{"goal": "x", "steps": []}'],
    ["a plan that lacks its goal", "plan.json", '{"steps": []}'],
    ["a plan that is broken", "plan.json", '{"version": 1,, "goal": "x"}'],
    ["a plan in a list", "plan.json", '[{"goal": "x", "steps": []}]'],
    ["a reply", "reply.md", 'Sure:\n\n```json\n{"goal": "x", "steps": []}\n```\n'],
    ["a broken plan in a reply", "reply.txt", "Sure:\n{ goal: 'x' }"],
  ])("%s", (_, name, text) => expect(detects(name, text)).toBe(true));

  test.each([
    ["some other JSON", "package.json", '{"name": "x", "scripts": {"goal": "y"}}'],
    ["some other broken JSON", "package.json", '{"name": "x",, "version": 1}'],
    ["a number", "plan.json", "1"],
    ["nothing", "plan.json", ""],
    ["prose", "notes.md", "The goal: fewer steps.\n\n{ and so on }\n"],
    ["Markdown with frontmatter", "notes.md", '---\ntype: note\n---\n\n{"goal": "x", "steps": []}\n'],
  ])("not %s", (_, name, text) => expect(detects(name, text)).toBe(false));

  test("not a folder", () => {
    const files = ["a.json", "b.json"].map((name) => ({ path: name, text: '{"goal": "x", "steps": []}' }));
    expect(json.detect({ root: ".", files })).toBe(false);
  });
});
