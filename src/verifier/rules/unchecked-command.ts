import { quoted } from "../../shell/quoted.ts";
import { type Unchecked, uncheckedCommands } from "../../shell/unchecked-commands.ts";
import { concluded, contractOf } from "./contract-cannot-fail.ts";
import { forgetfulPipes } from "./pipe-loses-status.ts";
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
      // One that cannot fail at all has been reported as such, and so has a pipe that forgets; its repair comes first.
      if (concluded(site, contract) !== null || forgetfulPipes(site, contract).length > 0) continue;
      for (const each of unchecked) {
        const words = command.slice(each.start, each.end);
        report(at(each.start, each.end), `${quoted(words)} may fail and the contract still pass: ${reason(each)}`, {
          help: helpFor(each, words),
        });
      }
    }
  },
};

function reason({ then, despiteErrexit }: Unchecked): string {
  if (despiteErrexit) return "`set -e` does not stop at a command with a `!`";
  return `bash goes on with the next ${then === "turn" ? "turn of the loop" : "command"}`;
}

function helpFor({ isNegated, then }: Unchecked, words: string): string {
  if (isNegated) {
    const [, program = ""] = /^!\s+(\S+)/.exec(words) ?? [];
    return `write \`if ${program} …; then exit 1; fi\``;
  }
  return then === "turn"
    ? "write `|| exit 1` behind it, or begin with `set -e`"
    : "join the commands with `&&`, or begin with `set -e`";
}
