import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { Document, Scalar } from "yaml";
import { applyEdits, withoutOverlap } from "../src/diagnostics/text-edit.ts";
import { dialects } from "../src/dialects/dialects.ts";
import type { Contract } from "../src/plan/model.ts";
import type { DialectId } from "../src/plan/words.ts";
import type { FileSet, Parsed } from "../src/ports/dialect.ts";
import { aWorld } from "../src/verifier/rules/a-world.testkit.ts";
import { verify } from "../src/verifier/verify.ts";
import { filesBelow, withoutMarks } from "./fixture.ts";
import { stepsPlan } from "./plans.ts";

/** Every command that a contract rule finds fault with, with what it is expected to do. */
const contracts = filesBelow("test/fixtures/rules")
  .filter((path) => /\/PW3\d\d\/fault[^/]*\.md$/.test(path))
  .flatMap((path) => {
    const text = withoutMarks(readFileSync(path, "utf8"));
    const { steps } = parse("steps", { "plan.md": text }).plan;
    return steps.flatMap((step) => step.contracts.map((contract) => ({ name: basename(path), contract })));
  })
  .filter(({ contract }) => contract.command.trim() !== "");

const fixed = new Map(contracts.map(({ contract }) => [contract, repaired("steps", inSteps(contract))]));

test("there are commands with a fix among them", () => {
  const changed = contracts.filter(({ contract }) => fixed.get(contract) !== contract.command);
  expect(changed.length).toBeGreaterThan(10);
});

const STYLES = ["PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE", "BLOCK_FOLDED", "BLOCK_LITERAL"] as const;

/** Wherever a command is written, the same fix makes the same command of it. */
describe.each<[string, DialectId, (contract: Contract) => Record<string, string>]>([
  ["JSON", "json", inJson],
  ["JSON with every character escaped", "json", (contract) => inJson(contract, escapedJson)],
  ...STYLES.flatMap((style) =>
    [0, 20].map((width): [string, DialectId, (contract: Contract) => Record<string, string>] => [
      `YAML, ${style}${width === 0 ? "" : ` on lines of ${width}`}`,
      "thread",
      (contract) => inThread(contract, style, width),
    ]),
  ),
  ["YAML with every character escaped", "thread", (contract) => threadWith(escapedJson(contract.command), contract)],
])("in %s", (_, dialect, write) => {
  test.each(["\n", "\r\n"])("every fix does what it does in a fence (line ending %j)", (ending) => {
    for (const { contract } of contracts) {
      const texts = Object.entries(write(contract)).map(([path, text]) => [path, text.replaceAll("\n", ending)]);
      expect(repaired(dialect, Object.fromEntries(texts)), contract.command).toBe(fixed.get(contract));
    }
  });
});

function parse(id: DialectId, texts: Record<string, string>): Parsed {
  const files: FileSet["files"] = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const dialect = dialects.find((each) => each.id === id);
  if (!dialect) throw new Error(`there is no dialect ${id}`);
  return dialect.parse({ root: "", files });
}

/** The command after every fix that touches it, one round after the other. */
function repaired(dialect: DialectId, texts: Record<string, string>): string {
  let current = texts;
  for (let round = 0; round < 5; round++) {
    const parsed = parse(dialect, current);
    const fixes = verify(parsed, aWorld()).flatMap(({ code, fix }) => (fix && /^PW3/.test(code) ? [fix] : []));
    const edits = withoutOverlap(fixes).flatMap((fix) => fix.edits);
    if (edits.length === 0) return parsed.plan.steps[0]?.contracts[0]?.command ?? "";
    const own = (path: string) => edits.filter((edit) => edit.file === path);
    current = Object.fromEntries(Object.entries(current).map(([path, text]) => [path, applyEdits(text, own(path))]));
  }
  throw new Error("fixes undo each other");
}

function inSteps({ command, exitCode }: Contract): Record<string, string> {
  return { "plan.md": stepsPlan({ contract: command }).replace("exit_code == 0", `exit_code == ${exitCode}`) };
}

function inJson({ command, exitCode }: Contract, write: (text: string) => string = JSON.stringify) {
  const contract = `{ "command": ${write(command)}, "exit_code": ${exitCode} }`;
  return {
    "plan.json": `{ "goal": "x",\n"steps": [{ "action": "Write \`docs/1.md\`.", "planwright": { "contract": ${contract} } }] }\n`,
  };
}

function inThread(contract: Contract, style: (typeof STYLES)[number], lineWidth: number): Record<string, string> {
  const scalar = new Scalar(contract.command);
  scalar.type = style;
  const yaml = new Document({ contract: scalar }).toString({ lineWidth, minContentWidth: 0 });
  return threadWith(yaml.replace(/^contract: */, "").replace(/\n$/, ""), contract);
}

function threadWith(command: string, { exitCode }: Contract): Record<string, string> {
  return {
    "plan.md": "---\ntitle: A plan\n---\n\nWhy.\n",
    "tasks/01-a.md": `---\nid: a\ncontract: ${command}\nexit_code: ${exitCode}\n---\n\nWrite \`docs/1.md\`.\n`,
  };
}

const escapedJson = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")}"`;
