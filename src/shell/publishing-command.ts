import { programOf } from "./invocation.ts";
import { hasOption, operandsOf, optionsTaking } from "./operands.ts";
import { parseScript } from "./script.ts";

/** Whether a command pushes, or opens a pull request or asks for one. */
export function publishes(command: string): boolean {
  return parseScript(command).survey.invocations.some((invocation) => {
    const { args } = invocation;
    if (hasOption(args, "--dry-run", "-n", "--help")) return false;
    const operands = operandsOf(args, BEFORE_THE_VERB).map(({ text }) => text ?? "");
    return PUBLISHING[programOf(invocation)]?.test(operands.slice(0, 2).join(" ")) ?? false;
  });
}

const PUBLISHING: Readonly<Record<string, RegExp>> = {
  git: /^push\b/,
  gh: /^pr (?:create|view|list|checks|status|ready|merge|edit)\b/,
  glab: /^mr (?:create|view|list|approve|merge|update)\b/,
  hub: /^(?:push|pull-request|pr)\b/,
};

const BEFORE_THE_VERB = optionsTaking("-C", "-c", "--git-dir", "--work-tree", "-R", "--repo");
