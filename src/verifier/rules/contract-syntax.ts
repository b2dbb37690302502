import type { Fix } from "../../diagnostics/diagnostic.ts";
import type { World } from "../../ports/world.ts";
import { canDrop, findPrompts } from "../../shell/prompts.ts";
import type { ContractSite, Rule } from "./rule.ts";

export const contractSyntax: Rule = {
  code: "PW301",
  name: "contract-syntax",
  severity: "error",
  summary: "The shell cannot read a contract.",
  why: "A contract the shell cannot read never runs, so the step could never be proven and every attempt would be wasted.",
  check({ parsed, contracts, world, report }) {
    const isYaml = parsed.plan.source.dialect === "thread";
    for (const site of contracts) {
      const [fault] = site.script.faults;
      if (fault !== undefined && (isBeyondBash(site, fault) || !bashAccepts(site.command, world))) {
        const { start, end } = wordAt(site.command, fault.pos);
        report(site.at(start, end), `the shell cannot read this: ${fault.message}`, { help: helpFor(fault.message) });
      }
      if (fault === undefined) reportPrompts(site);
      reportOpenHeredocs(site);
    }

    /** To bash a prompt is the name of a program, and there is none of that name. */
    function reportPrompts({ script, command, at }: ContractSite): void {
      const prompts = findPrompts(command, script);
      const [first] = prompts;
      if (first === undefined) return;
      const edits = prompts.map(({ cut }) => ({ ...at(cut.start, cut.end), text: "" }));
      const fix: Fix = { title: `delete \`${first.sign}\``, edits };
      report(at(first.start, first.end), `\`${first.sign}\` is the prompt of a terminal, not a command`, {
        help: "delete it",
        ...(canDrop(prompts, command) && (!isYaml || startsPlainly(command, first.cut.end)) && { fix }),
      });
    }

    /** Bash warns and goes on, but whatever was meant to follow is now text and never runs. */
    function reportOpenHeredocs({ script, command, at }: ContractSite): void {
      for (const { start, end } of script.survey.openHeredocs) {
        const delimiter = command
          .slice(start, end)
          .replace(/^\d*<<-?\s*/, "")
          .replace(/^(['"])(.*)\1$/, "$2");
        report(at(start, end), `no line ends this here-document, so the rest of the contract is its text`, {
          help: `put \`${delimiter}\` alone on a line where the text ends`,
        });
      }
    }
  },
};

/** In YAML what begins with a sign may be a tag, a list or a quote. */
const startsPlainly = (command: string, at: number): boolean => /^[A-Za-z0-9./]/.test(command.slice(at, at + 1));

/** Our parser is strict where bash is not; where bash is at hand, its word is the last. */
const bashAccepts = (command: string, world: World): boolean =>
  world.which("bash") !== null && world.bashSyntax(command) === null;

/**
 * Where bash's word does not help. A broken `[[ … ]]`: bash complains, runs nothing at all and ends with 0. And what is
 * nested too deep for us: bash may read it, but no rule has looked at it.
 */
function isBeyondBash({ command, script }: ContractSite, { message, pos }: { message: string; pos: number }): boolean {
  const isUnclosedTest = script.faults.some((fault) => fault.message.includes("']]'"));
  const isInTest = /\[\[[^\]]*$/.test(command.slice(Math.max(0, pos - 200), pos));
  return isUnclosedTest || isInTest || message.startsWith("nested too deep");
}

/** The word at an offset; at the end of the text, the last word, since what is missing is missing behind it. */
function wordAt(command: string, offset: number): { start: number; end: number } {
  const from = Math.min(offset, command.length);
  const ahead = /^[^\s]+/.exec(command.slice(from, from + 80))?.[0].length ?? 0;
  if (ahead > 0) return { start: from, end: from + ahead };
  const before = command.slice(0, from).trimEnd();
  const word = /\S+$/.exec(before.slice(-80))?.[0].length ?? 0;
  return { start: before.length - word, end: before.length };
}

function helpFor(message: string): string {
  const closing = /'(\w+)' to close '(\w+)'/.exec(message);
  if (closing !== null) return `close \`${closing[2]}\` with \`${closing[1]}\``;
  if (/quote/.test(message)) return "close the quote, or put a backslash before it if it is meant as a letter";
  if (/unterminated/.test(message)) return "close what is opened here";
  if (/nest/.test(message)) return "put the commands into a script file and run that";
  return "try the command in a terminal: `bash -n` reads it without running it";
}
