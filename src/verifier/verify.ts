import { type Diagnostic, diagnose, inOrder } from "../diagnostics/diagnostic.ts";
import type { Parsed } from "../ports/dialect.ts";
import type { World } from "../ports/world.ts";
import type { ContractSite, Rule, RuleContext } from "./rules/rule.ts";
import { rules } from "./rules.ts";
import { parseScript } from "./shell/script.ts";

/** Everything that is wrong with a plan, sorted: what its dialect could not read, then what every rule has to say. */
export function verify(parsed: Parsed, world: World): Diagnostic[] {
  const contracts = contractsOf(parsed);
  return inOrder([...parsed.diagnostics, ...rules.flatMap((rule) => run(rule, { parsed, world, contracts }))]);
}

function run(rule: Rule, given: Omit<RuleContext, "report">): Diagnostic[] {
  const found: Diagnostic[] = [];
  rule.check({
    ...given,
    report: (span, message, advice) => found.push(diagnose(rule, span, message, advice)),
  });
  return found;
}

function contractsOf(parsed: Parsed): ContractSite[] {
  return parsed.plan.steps.flatMap((step, index) =>
    step.contracts.map(({ command }, at): ContractSite => {
      const pointer = `/steps/${index}/contracts/${at}`;
      return {
        step: index,
        pointer,
        command,
        script: parseScript(command),
        at: (start, end) => parsed.within(`${pointer}/command`, start, end),
      };
    }),
  );
}
