import type { Rule } from "./rule.ts";

export const emptyContract: Rule = {
  code: "PW303",
  name: "empty-contract",
  severity: "error",
  summary: "A contract runs nothing.",
  why: "An empty script succeeds, so the step would be accepted without anything having been looked at.",
  check({ contracts, report }) {
    for (const { command, script, at } of contracts) {
      if (script.faults.length > 0 || script.syntax.commands.length > 0) continue;
      const text = command.trim();
      const start = command.indexOf(text);
      report(at(start, start + text.length), text === "" ? "the contract is empty" : "the contract is only a comment", {
        help: "write a command that fails until the step is done, such as `npm test`",
      });
    }
  },
};
