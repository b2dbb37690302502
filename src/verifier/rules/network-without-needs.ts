import type { Step } from "../../plan/model.ts";
import type { DialectId } from "../../plan/words.ts";
import { programOf } from "../../shell/invocation.ts";
import { networkUse } from "../../shell/network-use.ts";
import { quoted } from "../../shell/quoted.ts";
import type { Rule } from "./rule.ts";

type Need = Step["needs"][number];

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
      for (const invocation of script.survey.invocations) {
        const place = networkUse(invocation, script.survey);
        if (place === null) continue;
        const words = quoted(command.slice(place.start, place.end));
        if (seen.has(words)) continue;
        seen.add(words);
        // Only where the harness publishes is `gh` logged in.
        const need = programOf(invocation) === "gh" ? "publish" : "network";
        report(at(place.start, place.end), `${words} needs the network, and this step has none`, {
          help: `${howToAsk(source.dialect, need)}, or test the work without leaving the machine`,
        });
      }
    }
  },
};

function howToAsk(dialect: DialectId, need: Need): string {
  switch (dialect) {
    case "steps":
      return `ask for it with a line \`**needs:** ${need}\` in the step`;
    case "branch":
    case "thread":
      return `ask for it with \`needs: [${need}]\` in the task's frontmatter`;
    case "json":
      return `ask for it with \`"needs": ["${need}"]\` under the step's \`planwright\``;
  }
}
