import type { Advice } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/span.ts";
import { applyEdits } from "../../diagnostics/text-edit.ts";
import { aContract, aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import type { Contract, Step } from "../../plan/model.ts";
import type { DialectId } from "../../plan/words.ts";
import type { World } from "../../ports/world.ts";
import { parseScript } from "../../shell/script.ts";
import { aWorld } from "./a-world.testkit.ts";
import type { ContractSite, Rule, RuleContext } from "./rule.ts";

/** One report of a rule: the words under the caret, and the command after the fix was applied. */
export type Finding = { words: string; message: string; help?: string; fixed?: string };

/** Where, and with what around it, a contract stands. The machine has everything unless `world` says otherwise. */
export type Surroundings = {
  contract?: Partial<Contract>;
  step?: Partial<Step>;
  earlier?: readonly Step[];
  later?: readonly Step[];
  world?: Partial<World>;
  dialect?: DialectId;
};

/** What a rule says about one contract. */
export function findingsOf(rule: Rule, command: string, surroundings: Surroundings = {}): Finding[] {
  const { contract, step, earlier = [], later = [], world, dialect = "steps" } = surroundings;
  const own = aStep("own", { ...step, contracts: [aContract({ ...contract, command })] });
  const plan = aPlan([...earlier, own, ...later], { source: { dialect, path: FILE } });
  const findings: Finding[] = [];
  const report = (span: Span, message: string, { help, fix }: Advice = {}): void => {
    findings.push({
      words: command.slice(span.start - OFFSET, span.end - OFFSET),
      message,
      ...(help !== undefined && { help }),
      ...(fix !== undefined && { fixed: applyEdits(" ".repeat(OFFSET) + command, fix.edits).slice(OFFSET) }),
    });
  };
  const contracts = plan.steps.flatMap((each, index) => each.contracts.map((_, at) => siteOf(each, index, at)));
  const everywhere = (): Span => ({ file: FILE, start: 0, end: OFFSET });
  const context: RuleContext = {
    parsed: { plan, sources: [], diagnostics: [], isWhole: true, at: everywhere, has: () => true, within: everywhere },
    world: aWorld(world),
    contracts,
    report,
  };
  rule.check(context);
  return findings;
}

/** The words a rule points at. */
export const wordsAt = (rule: Rule, command: string, surroundings?: Surroundings): string[] =>
  findingsOf(rule, command, surroundings).map(({ words }) => words);

const FILE = "plan.md";
/** The command does not begin where the file does. */
const OFFSET = 100;

function siteOf(step: Step, index: number, at: number): ContractSite {
  const command = step.contracts[at]?.command ?? "";
  return {
    step: index,
    pointer: `/steps/${index}/contracts/${at}`,
    command,
    script: parseScript(command),
    at: (start, end) => ({ file: FILE, start: start + OFFSET, end: end + OFFSET }),
  };
}
