import { lostStatuses } from "../shell/lost-statuses.ts";
import { quoted } from "../shell/quoted.ts";
import { uncheckedCommands } from "../shell/unchecked-commands.ts";
import { concluded, contractOf } from "./contract-cannot-fail.ts";
import type { Rule } from "./rule.ts";

export const uncheckedCommand: Rule = {
  code: "PW310",
  name: "unchecked-command",
  severity: "warning",
  summary: "A contract goes on after a check that failed.",
  why: "Bash goes on after a command that failed, and only the last one decides: an earlier check can fail unseen.",
  check({ parsed, contracts, report }) {
    for (const site of contracts) {
      const { command, script, at } = site;
      if (script.faults.length > 0) continue;
      const unchecked = uncheckedCommands(command, script);
      if (unchecked.length === 0) continue;
      const contract = contractOf(parsed.plan, site);
      // One that looks at the output sees the failure there, and one that cannot fail at all has been reported as such.
      if (contract?.stdout !== undefined || concluded(site, contract) !== null) continue;
      // So has a pipe that forgets; its repair comes first.
      if (script.survey.pipes > 0 && lostStatuses(command, script).length > 0) continue;
      for (const { start, end } of unchecked) {
        const words = quoted(command.slice(start, end));
        report(at(start, end), `${words} may fail and the contract still pass: bash goes on with the next command`, {
          help: "join the commands with `&&`, or begin with `set -e`",
        });
      }
    }
  },
};
