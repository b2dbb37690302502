import { type Diagnostic, diagnose } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/span.ts";
import { aContract, aPlan, aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import type { Plan, Step } from "../../plan/model.ts";
import { parseScript } from "../../shell/script.ts";
import { aWorld } from "./a-world.testkit.ts";
import type { Rule } from "./rule.ts";

/** What stands in a plan of one step; each is written on lines of its own. */
export type Writing = {
  notes?: string;
  what?: string;
  how?: string;
  command?: string;
  path?: string;
  id?: string;
  step?: Partial<Step>;
};

const FILE = "plan.md";

/** What one rule says about a plan whose text we know to the letter. */
export function saidAbout(rule: Rule, writing: Writing): { diagnostics: Diagnostic[]; text: string } {
  const { notes = "", what = "", how, command = "npm test", path, id = "own" } = writing;
  const lines: [pointer: string, text: string][] = [
    ["/notes", notes],
    ["/steps/0/id", id],
    ["/steps/0/what", what],
    ["/steps/0/how", how ?? ""],
    ["/steps/0/files/change/0/path", path ?? ""],
    ["/steps/0/contracts/0/command", command],
  ];
  const text = lines.map(([, line]) => line).join("\n");
  const spans = new Map<string, Span>();
  let start = 0;
  for (const [pointer, line] of lines) {
    spans.set(pointer, { file: FILE, start, end: start + line.length });
    start += line.length + 1;
  }
  const at = (pointer: string): Span => spans.get(pointer) ?? { file: FILE, start: 0, end: text.length };
  const within = (pointer: string, from: number, to: number): Span => ({
    file: FILE,
    start: at(pointer).start + from,
    end: at(pointer).start + to,
  });
  const plan: Plan = aPlan([
    aStep(id, {
      what,
      ...(how !== undefined && { how }),
      files: { ...noFiles, change: path === undefined ? [] : [{ path }] },
      contracts: [aContract({ command })],
      ...writing.step,
    }),
  ]);
  const diagnostics: Diagnostic[] = [];
  rule.check({
    parsed: {
      plan,
      sources: [{ path: FILE, text }],
      diagnostics: [],
      isWhole: true,
      at,
      has: (pointer) => spans.has(pointer),
      within,
    },
    world: aWorld(),
    contracts: plan.steps.flatMap((step, index) =>
      step.contracts.map((contract, nth) => ({
        step: index,
        pointer: `/steps/${index}/contracts/${nth}`,
        command: contract.command,
        script: parseScript(contract.command),
        at: (from: number, to: number) => within(`/steps/${index}/contracts/${nth}/command`, from, to),
      })),
    ),
    report: (span, message, advice) => diagnostics.push(diagnose(rule, span, message, advice)),
  });
  return { diagnostics, text };
}

/** The words a rule points at. */
export function wordsUnder(rule: Rule, writing: Writing): string[] {
  const { diagnostics, text } = saidAbout(rule, writing);
  return diagnostics.map(({ span }) => text.slice(span.start, span.end));
}
