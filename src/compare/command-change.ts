import type { Contract } from "../plan/model.ts";
import { exitStatuses } from "../shell/exit-status.ts";
import { lostStatuses } from "../shell/lost-statuses.ts";
import { quoted } from "../shell/quoted.ts";
import { parseScript, type Script } from "../shell/script.ts";
import { isCertain } from "../shell/statuses.ts";
import { sameJson } from "../std/same-json.ts";
import { type CommandIn, commandsIn, optionsAtEnd } from "./commands-in.ts";
import { withoutComments } from "./comments.ts";
import { optionsChange } from "./options-change.ts";
import { gravest, type Shift } from "./shift.ts";
import { vainAlternative, vainAlternativeShift } from "./vain-alternative.ts";

/** A contract with its command as the shell would read it. */
export type ReadContract = Contract & { script: Script };

export const readContract = (contract: Contract): ReadContract => ({
  ...contract,
  script: parseScript(contract.command),
});

/** Only blank lines around a command and white space behind it mean nothing to the shell wherever they stand. */
export const sameCommand = (before: string, after: string): boolean => trimmed(before) === trimmed(after);

/** Both run the same, and only what they say about it is different. */
export function differInComments(before: ReadContract, after: ReadContract): boolean {
  const [then, now] = [withoutComments(before.command, before.script), withoutComments(after.command, after.script)];
  if (then === null || now === null || sameJson(then.comments, now.comments)) return false;
  return sameCommand(then.command, now.command);
}

export const ONLY_COMMENTS: Shift = { way: "reworded", why: "is the same: only comments differ" };

/** What became of a command whose text is another one, both of which can pass and can fail. */
export function commandChange(before: ReadContract, after: ReadContract): Shift {
  if (differInComments(before, after)) return ONLY_COMMENTS;
  const [then, now] = [uncommented(before), uncommented(after)];
  if (before.exitCode !== 0 || after.exitCode !== 0) return demandChange(then, now);
  const [vainThen, vainNow] = [vainAlternative(then.command, then.script), vainAlternative(now.command, now.script)];
  const [earlier, later] = [vainThen?.command ?? then.command, vainNow?.command ?? now.command];
  const shift = vainAlternativeShift(vainThen, vainNow);
  if (shift !== null && sameCommand(earlier, later)) return shift;
  if (vainThen?.isEqual === false || vainNow?.isEqual === false) return demandChange(then, now);
  const demand = demandChange(readContract({ ...then, command: earlier }), readContract({ ...now, command: later }));
  return shift === null || shift.way === "reworded" ? demand : gravest([demand, shift]);
}

function uncommented(contract: ReadContract): ReadContract {
  const bare = withoutComments(contract.command, contract.script);
  if (bare === null || bare.comments.length === 0) return contract;
  return readContract({ ...contract, command: bare.command });
}

function demandChange(before: ReadContract, after: ReadContract): Shift {
  const [then, now] = [commandsIn(before.command, before.script), commandsIn(after.command, after.script)];
  if (isProvenStronger(before, after, then, now)) {
    const more = (now ?? []).slice(then?.length);
    const isProof = more.some((command) => command.isObliged && canFail(command));
    return isProof
      ? { way: "strengthened", why: `also runs ${listed(more)}` }
      : { way: "changed", why: `also runs ${listed(more)}, which proves nothing` };
  }
  const known =
    then !== null && now !== null ? knownShift({ ...before, commands: then }, { ...after, commands: now }) : null;
  return (
    pipeShift(before, after) ??
    alternativeShift(before, after) ??
    known ?? { way: "changed", why: "is another command; whether it proves as much cannot be told" }
  );
}

type Commands = readonly CommandIn[] | null;

/** A backslash takes the blank behind it along; a no-break space or a carriage return is part of a word. */
function trimmed(command: string): string {
  let [start, end] = [0, command.length];
  while (start < end && " \t\n".includes(command.charAt(start))) start += 1;
  while (end > start && " \t\n".includes(command.charAt(end - 1))) end -= 1;
  return command.charAt(end - 1) === "\\" ? command.slice(start) : command.slice(start, end);
}

/**
 * The later script does all the earlier one did, fails wherever that one failed, and then goes on. Only where success
 * is all that is asked for: a later command could print what a test on the output looks for.
 */
function isProvenStronger(before: Contract, after: Contract, then: Commands, now: Commands): boolean {
  if (before.exitCode !== 0 || after.exitCode !== 0 || before.stdout !== undefined) return false;
  if (then === null || now === null || then.length === 0) return false;
  return now.length > then.length && sameJson(now.slice(0, then.length), then);
}

const canFail = ({ text }: CommandIn): boolean => !isCertain(exitStatuses(parseScript(text)), 0);

function pipeShift(before: ReadContract, after: ReadContract): Shift | null {
  if (after.script.faults.length > 0) return null;
  const [lost] = lostStatuses(after.command, after.script);
  if (lost === undefined || lostStatuses(before.command, before.script).length > 0) return null;
  const why = `no longer sees ${quoted(lost.loser)} fail: the pipe ends with ${quoted(lost.filter)}`;
  return { way: "weakened", why };
}

/** `a` became `a || b`: what failed has another way to pass. */
function alternativeShift(before: ReadContract, after: ReadContract): Shift | null {
  const [then, now] = [trimmed(before.command), trimmed(after.command)];
  const rest = now.startsWith(then) ? now.slice(then.length) : "";
  if (!/^[ \t\n]*\|\|/.test(rest) || alternatives(after.script) <= alternatives(before.script)) return null;
  return { way: "weakened", why: `passes in another way too: ${quoted(rest)}` };
}

function alternatives({ syntax }: Script): number {
  const last = syntax.commands.at(-1)?.command;
  return last?.type === "AndOr" ? last.operators.filter((operator) => operator === "||").length : 0;
}

type Listed = ReadContract & { commands: readonly CommandIn[] };

function knownShift(before: Listed, after: Listed): Shift | null {
  const isSuccessAll = before.exitCode === 0 && after.exitCode === 0;
  return droppedShift(before, after) ?? optionsChange(before, after, isSuccessAll) ?? joinedShift(before, after);
}

/** Nothing is new but what cannot fail, and something that had to succeed is gone or may fail now. */
function droppedShift({ commands: then }: Listed, { commands: now, script }: Listed): Shift | null {
  const known = new Set(then.map(({ text }) => text));
  const kept = now.filter((command) => known.has(command.text) || canFail(command));
  const found = foundIn(then, kept);
  if (found === null) return null;
  const gone = then.filter((command, index) => command.isObliged && !found.has(index));
  const excused = then.filter((command, index) => command.isObliged && found.get(index)?.isObliged === false);
  const detached = detachedIn(now);
  const [left, dropped] = [
    gone.filter(({ text }) => detached.has(text)),
    gone.filter(({ text }) => !detached.has(text)),
  ];
  if (dropped.length > 0) return { way: "weakened", why: `no longer runs ${listed(dropped)}` };
  if (left.length > 0) return { way: "weakened", why: `no longer waits for ${listed(left)}, so it cannot see it fail` };
  if (excused.length > 0) return { way: "weakened", why: `no longer fails when ${listed(excused)} fails` };
  const hasPipefail = optionsAtEnd(script)?.pipefail === "on";
  const options = then.filter(
    (command, index) => command.text.includes("pipefail") && !found.has(index) && !hasPipefail,
  );
  if (options.length > 0) return { way: "weakened", why: `runs without ${listed(options)}` };
  return null;
}

/** What runs in the background, command by command. */
function detachedIn(commands: readonly CommandIn[]): Set<string> {
  const texts = commands.filter(({ isAwaited }) => !isAwaited).map(({ text }) => text.replace(/&$/, ""));
  return new Set(texts.flatMap((text) => commandsIn(text, parseScript(text)) ?? []).map(({ text }) => text));
}

function joinedShift({ commands: then }: Listed, { commands: now }: Listed): Shift | null {
  if (then.length !== now.length || then.some(({ text }, index) => text !== now[index]?.text)) return null;
  return {
    way: "changed",
    why: `runs the same commands, ${sameJson(then, now) ? "written" : "joined"} in another way`,
  };
}

/** Where each earlier command stands now, by its index; null when the later script holds any other. */
function foundIn(then: readonly CommandIn[], now: readonly CommandIn[]): Map<number, CommandIn> | null {
  const found = new Map<number, CommandIn>();
  let next = 0;
  for (const [index, { text }] of then.entries()) {
    const candidate = now[next];
    if (candidate?.text !== text) continue;
    found.set(index, candidate);
    next += 1;
  }
  return next === now.length ? found : null;
}

const listed = (commands: readonly CommandIn[]): string => {
  const shown = commands.slice(0, 3).map(({ text }) => quoted(text));
  return commands.length > shown.length
    ? `${shown.join(", ")} and ${commands.length - shown.length} more`
    : shown.join(", ");
};
