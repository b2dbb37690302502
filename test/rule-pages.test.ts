import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ruleIndex } from "../scripts/rule-index.ts";
import { catalogue } from "../src/app/plans/catalogue.ts";
import { runFixture } from "./fixture.ts";
import { tempFolder } from "./temp-folder.ts";

/** The plans on a rule's page are real: the first raises its code and nothing else, the second raises nothing. */
describe.each(catalogue)("the page of $code", ({ code, name, severity, summary, why }) => {
  const page = () => readFileSync(`docs/rules/${code}.md`, "utf8");

  test("opens with the code, the name and the summary, and gives the reason", () => {
    expect(page()).toMatch(`# ${code} · ${name}\n\n${summary} *(${severity})*\n\n## A plan that triggers it\n`);
    expect(page().replace(/\s+/g, " ")).toContain(why);
  });

  test("shows a plan that raises it and nothing else", () => {
    const found = verifyPlanOf(page(), "A plan that triggers it");
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found)).toEqual(new Set([code]));
  });

  test("shows the fixed plan, which raises nothing", () => {
    expect(verifyPlanOf(page(), "The fixed plan")).toEqual([]);
  });
});

test("every page belongs to a code that exists", () => {
  const codes = new Set(catalogue.map((kind) => `${kind.code}.md`));
  expect(readdirSync("docs/rules").filter((name) => !codes.has(name) && name !== "README.md")).toEqual([]);
});

test("the index lists them all (npm run rule-index)", () => {
  expect(readFileSync("docs/rules/README.md", "utf8")).toBe(ruleIndex());
});

/** Fences with a path in their info string (` ````markdown .plan/task-01.md`, ` ````json plan.json`) are a plan's files. */
function verifyPlanOf(page: string, heading: string): string[] {
  const section = page.split(`## ${heading}\n`)[1]?.split(/\n## (?=A plan|Why|The fixed)/)[0] ?? "";
  const folder = tempFolder();
  const fences = [...section.matchAll(/^````(?:markdown|json|text) ?(\S*)\n(.*?)^````$/gms)];
  for (const [, path, text = ""] of fences) {
    const file = join(folder, path || "plan.md");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, unescaped(text));
  }
  const isFolder = fences.some(([, path]) => path?.startsWith(".plan/"));
  const plan = isFolder ? ".plan" : fences[0]?.[1] || "plan.md";
  return runFixture(join(folder, plan)).diagnostics.map((diagnostic) => diagnostic.code);
}

/** `\xNN` stands for a byte that a page cannot show. */
const unescaped = (text: string): Buffer =>
  Buffer.from(
    Buffer.from(text, "utf8")
      .toString("latin1")
      .replace(/\\x([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
