import { withoutSecrets } from "../diagnostics/conceal.ts";
import { type Diagnostic, diagnose, type Fix, inOrder } from "../diagnostics/diagnostic.ts";
import type { Parsed } from "../ports/dialect.ts";
import type { World } from "../ports/world.ts";
import { parseScript } from "../shell/script.ts";
import { lastAtOrBefore } from "../std/last-at-or-before.ts";
import type { ContractSite, Rule, RuleContext } from "./rules/rule.ts";
import { rules } from "./rules.ts";

/** Everything that is wrong with a plan, sorted: what its dialect could not read, then what every rule has to say. */
export function verify(parsed: Parsed, world: World): Diagnostic[] {
  const contracts = contractsOf(parsed);
  const found = rules.flatMap((rule) => run(rule, { parsed, world, contracts }));
  const isProof = proofsIn(parsed);
  const all = inOrder([
    ...parsed.diagnostics,
    ...found.map((each) => (each.fix && isProof(each.fix) ? untouched(each) : each)),
  ]);
  return withoutSecrets(all, parsed.sources);
}

/** The contract of a finished step is what it was proven by: its faults are told, but nobody rewrites it. */
function proofsIn({ plan, at }: Parsed): (fix: Fix) => boolean {
  const isDone = plan.steps.map((step) => step.status === "done");
  const commands = plan.steps.flatMap((_, index) => (isDone[index] ? [at(`/steps/${index}/contracts/0/command`)] : []));
  const byFile = Map.groupBy(commands, (span) => span.file);
  return ({ edits }) =>
    edits.some(({ file, start, end }) => {
      const spans = byFile.get(file) ?? [];
      const span = spans[lastAtOrBefore(spans, start, (each) => each.start)];
      return span !== undefined && span.start <= start && end <= span.end;
    });
}

function untouched({ fix: _, ...diagnostic }: Diagnostic): Diagnostic {
  return diagnostic;
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
