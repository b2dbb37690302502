import { exitStatuses } from "../shell/exit-status.ts";
import { quoted } from "../shell/quoted.ts";
import { parseScript, type Script } from "../shell/script.ts";
import { DEFAULT_OPTIONS, type ShellOptions } from "../shell/shell-options.ts";
import { isProgram, optionsAtEnd } from "./commands-in.ts";
import { leafCommands } from "./leaf-commands.ts";
import type { Shift } from "./shift.ts";

/** The `|| exit 1` at the end of a script: where it runs, the script fails. */
export type VainAlternative = {
  /** The script without it. */
  command: string;
  /** `exit 1`, as it is written. */
  text: string;
  /** Whether the script certainly succeeds exactly when it does without it. */
  isEqual: boolean;
  /** It prints something at most: nothing it does could help the next attempt. */
  isIdle: boolean;
};

/** Null when there is no alternative at the end, or when it may succeed. */
export function vainAlternative(source: string, script: Script): VainAlternative | null {
  const last = script.syntax.commands.at(-1);
  if (script.faults.length > 0 || source.includes("<<") || last?.command.type !== "AndOr" || last.background)
    return null;
  const kept = last.command.commands.slice(0, -1);
  const [before, alternative] = last.command.commands.slice(-2);
  if (before === undefined || alternative === undefined || last.command.operators.at(-1) !== "||") return null;
  const text = source.slice(alternative.pos, alternative.end);
  const { functions } = script.survey;
  const { survey } = parseScript(text);
  const isKnown = survey.invocations.every(({ name }) => name.text !== null && !functions.has(name.text));
  const options = optionsAtEnd(script);
  if (!isKnown || canSucceed(text, options ?? DEFAULT_OPTIONS, ["errexit", "pipefail"])) return null;
  return {
    command: source.slice(0, before.end),
    text,
    isEqual:
      options !== null &&
      !canSucceed(text, options, ["errexit", "pipefail", "nounset"]) &&
      (options.errexit === "off" || (options.errexit === "on" && kept.every(isUntouched))),
    isIdle:
      !SUBSTITUTION.test(text) &&
      survey.invocations.every(({ name }) => IDLE.has(name.text ?? "")) &&
      leafCommands([alternative]).every((node) => node.type === "Command" && node.redirects.every(isStream)),
  };

  /** Before `||`, `set -e` means nothing inside a compound command or a process substitution. */
  function isUntouched(node: (typeof kept)[number]): boolean {
    return isProgram(node, functions) && !/[<>]\(/.test(source.slice(node.pos, node.end));
  }
}

/** What an alternative that came, went or became another one means; null when there was and is none. */
export function vainAlternativeShift(before: VainAlternative | null, after: VainAlternative | null): Shift | null {
  const both = [before, after].filter((each) => each !== null);
  if (both.length === 0 || before?.text === after?.text) return null;
  const ends =
    after === null
      ? `no longer ends with ${shown(before)}`
      : `ends with ${shown(after)}${before === null ? "" : ` instead of ${shown(before)}`}`;
  if (!both.every(({ isEqual }) => isEqual)) {
    return { way: "changed", why: `${ends}; whether it fails at the same things cannot be told` };
  }
  if (both.every(({ isIdle }) => isIdle)) return { way: "reworded", why: `${ends}, and passes exactly when it did` };
  return { way: "changed", why: `${ends}, which runs when it fails and cannot make it pass` };
}

const shown = (alternative: VainAlternative | null): string => quoted(`|| ${alternative?.text}`);

/** It runs after a failure, which is what a bare `exit` hands on. */
function canSucceed(text: string, options: ShellOptions, names: readonly (keyof ShellOptions)[]): boolean {
  const settings = names.filter((name) => options[name] !== "off").map((name) => `set -o ${name}\n`);
  const statuses = exitStatuses(parseScript(`${settings.join("")}false || ${text}`));
  return statuses === "any" || statuses.has(0);
}

const IDLE = new Set(["echo", "printf", "exit", "false", "true", ":"]);

const SUBSTITUTION = /[$<>]\(|`/;

function isStream(redirect: Redirection): boolean {
  if (redirect.type !== "Redirect") return false;
  const target = redirect.target?.text ?? "";
  return /^\/dev\/(?:null|stdout|stderr)$/.test(target) || (redirect.operator === ">&" && /^[12]$/.test(target));
}

type Leaf = Extract<ReturnType<typeof leafCommands>[number], { type: "Command" }>;
type Redirection = Leaf["redirects"][number];
