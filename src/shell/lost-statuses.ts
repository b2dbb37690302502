import type { AndOr, Command, CommandNode, Pipeline, PipelineNode, Statement } from "unbash";
import { exitStatuses } from "./exit-status.ts";
import { ignoresInput, stopsReading } from "./filters.ts";
import { innerScript } from "./inner-script.ts";
import { type Frame, movedBy, type Place, sameText, somewhereIn } from "./place.ts";
import { parseScript, type Script } from "./script.ts";
import { applyFlags, DEFAULT_OPTIONS, type ShellOptions } from "./shell-options.ts";
import { isCertain } from "./statuses.ts";
import { wordsOf } from "./survey.ts";

/** A pipe at the end of which a failure is forgotten. */
export type LostStatus = Place & {
  /** The command whose failure nobody sees, and the one whose success is seen instead, as they are written. */
  loser: string;
  filter: string;
  /** Whether every reader reads to the end; one that stops early would make pipefail see a failure by itself. */
  readsAll: boolean;
  /** Where to put `set -o pipefail`, when that changes nothing but this. */
  repairAt: number | null;
};

/** The pipes that decide how a script ends and cannot tell that one of their commands failed. */
export function lostStatuses(command: string, script: Script): LostStatus[] {
  const first = script.syntax.commands[0];
  const repairAt = script.survey.pipes === 1 && first !== undefined ? first.pos : null;
  return inList(script.syntax.commands, { source: command, frame: sameText, options: DEFAULT_OPTIONS, repairAt });
}

/** The text statements were read from, where it stands in the contract, and the options in force. */
type Setting = { source: string; frame: Frame; options: ShellOptions; repairAt: number | null };

/** The last statement decides; under `set -e` each of them does. */
function inList(statements: readonly Statement[], setting: Setting): LostStatus[] {
  const lost: LostStatus[] = [];
  for (const [index, { command, background }] of statements.entries()) {
    const decides = index === statements.length - 1 || setting.options.errexit !== "off";
    if (decides && !background) lost.push(...inCommand(command, setting));
    if (command.type === "Command") setting.options = optionsAfter(command, setting.options);
  }
  return lost;
}

function optionsAfter(command: Command, options: ShellOptions): ShellOptions {
  const [name, ...args] = wordsOf(command, sameText);
  return name?.text === "set" ? (applyFlags(options, args)?.options ?? options) : options;
}

function inCommand(node: PipelineNode | AndOr, setting: Setting): LostStatus[] {
  switch (node.type) {
    case "AndOr":
      return node.commands.flatMap((command, index) =>
        isForgiven(node, index, setting) ? [] : inCommand(command, setting),
      );
    case "Pipeline":
      return node.commands.length > 1
        ? inPipe(node, setting)
        : node.commands.flatMap((only) => inCommand(only, setting));
    case "Subshell":
    case "BraceGroup":
      return inList(node.body.commands, { ...setting });
    case "Redirected":
      return inCommand(node.command, setting);
    case "If":
      return [
        node.clause,
        node.then,
        ...node.elif.flatMap(({ clause, then }) => [clause, then]),
        ...(node.else ? [node.else] : []),
      ].flatMap(({ commands }) => inList(commands, { ...setting }));
    case "For":
    case "While":
      return inList(node.body.commands, { ...setting });
    case "Case":
      return node.items.flatMap(({ body }) => inList(body.commands, { ...setting }));
    case "Command":
      return inInnerScript(node, setting);
    default:
      return [];
  }
}

/** `… || true` says that the failure is known and does not matter. */
function isForgiven({ commands, operators }: AndOr, index: number, { source }: Setting): boolean {
  const next = commands[index + 1];
  return operators[index] === "||" && next !== undefined && succeeds(next, source);
}

const succeeds = (node: PipelineNode, source: string): boolean =>
  isCertain(exitStatuses(parseScript(source.slice(node.pos, node.end))), 0);

function inInnerScript(command: Command, setting: Setting): LostStatus[] {
  const [name, ...args] = wordsOf(command, setting.frame);
  const inner = innerScript(name?.text ?? "", args);
  if (inner === null || inner.word.text === null) return [];
  const { word, options } = inner;
  const source = inner.word.text;
  const script = parseScript(source);
  if (script.faults.length > 0) return [];
  const frame = word.verbatimAt === null ? somewhereIn(word) : movedBy(word.verbatimAt, sameText);
  return inList(script.syntax.commands, { source, frame, options, repairAt: null });
}

function inPipe({ commands }: Pipeline, { source, frame, options, repairAt }: Setting): LostStatus[] {
  const [last, ...others] = commands.toReversed();
  const loser = commands.find((command) => command !== last && !succeeds(command, source));
  if (options.pipefail !== "off" || last?.type !== "Command" || loser === undefined) return [];
  if (!ignoresInput(wordsOf(last, sameText))) return [];
  const operatorAt = source.indexOf("|", others[0]?.end ?? last.pos);
  const readsAll = !commands.some(stopsEarly);
  return [
    {
      ...frame(operatorAt, last.end),
      loser: source.slice(loser.pos, loser.end),
      filter: source.slice(last.pos, last.end),
      readsAll,
      repairAt: readsAll ? repairAt : null,
    },
  ];
}

const stopsEarly = (node: CommandNode): boolean => node.type !== "Command" || stopsReading(wordsOf(node, sameText));
