import type { DialectId } from "../../plan/words.ts";
import { networkUse } from "../../shell/network-use.ts";
import { quoted } from "../../shell/quoted.ts";
import type { Rule } from "./rule.ts";

export const networkWithoutNeeds: Rule = {
  code: "PW306",
  name: "network-without-needs",
  severity: "warning",
  summary: "A contract uses the network and its step does not ask for it.",
  why: "Contracts run without a network unless a person granted one, so this one would fail however good the work is.",
  check({ parsed, contracts, report }) {
    const { steps, source } = parsed.plan;
    for (const { step, command, script, at } of contracts) {
      const isGranted = (steps[step]?.needs.length ?? 0) > 0;
      if (isGranted || script.faults.length > 0) continue;
      const seen = new Set<string>();
      for (const place of script.survey.invocations.flatMap((each) => networkUse(each, script.survey) ?? [])) {
        const words = quoted(command.slice(place.start, place.end));
        if (seen.has(words)) continue;
        seen.add(words);
        report(at(place.start, place.end), `${words} needs the network, and this step has none`, {
          help: `${HOW_TO_ASK[source.dialect]}, or test the work without leaving the machine`,
        });
      }
    }
  },
};

const HOW_TO_ASK: Readonly<Record<DialectId, string>> = {
  steps: "ask for it with a line `**needs:** network` in the step",
  branch: "ask for it with `needs: [network]` in the task's frontmatter",
  thread: "ask for it with `needs: [network]` in the task's frontmatter",
  json: 'ask for it with `"needs": ["network"]` under the step\'s `planwright`',
};
