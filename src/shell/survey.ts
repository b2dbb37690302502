import {
  type Command,
  forEachChild,
  type ParsedScript,
  type ParseError,
  type Pipeline,
  parse,
  type SyntaxNode,
} from "unbash";
import { isOnlyBash } from "./bash-only.ts";
import { innerScript } from "./inner-script.ts";
import type { Invocation } from "./invocation.ts";
import { resolvePath } from "./paths.ts";
import { type Frame, movedBy, type Place, sameText, somewhereIn } from "./place.ts";
import { readAssignment, readWord, type ShellWord } from "./shell-word.ts";
import { type Wrapped, wrappedPrograms } from "./wrapped-programs.ts";

/** What can be said about a script by looking at each of its nodes once. */
export type Survey = {
  /** Everything it may run, in the order it is written: in substitutions, behind `timeout 60`, inside `sh -c '…'`. */
  invocations: Invocation[];
  functions: Set<string>;
  /** Variables it sets, with the value when that is certain. */
  variables: Map<string, ShellWord | null>;
  /** Whether any POSIX shell can read it; one that cannot gives up before it runs the first command. */
  isPosix: boolean;
  /** How many pipes there are, wherever they stand. */
  pipes: number;
  /** Files it writes by redirection. */
  outputs: ShellWord[];
  /** Here-documents that nothing ends. */
  openHeredocs: Place[];
  /** What could not be read, here or inside substitutions. */
  faults: ParseError[];
};

export function surveyScript(script: ParsedScript, source: string): Survey {
  const survey: Survey = {
    invocations: [],
    functions: new Set(),
    variables: new Map(),
    isPosix: true,
    pipes: 0,
    outputs: [],
    openHeredocs: [],
    faults: [],
  };
  // A stack instead of recursion: arithmetic alone can nest as deep as a contract is long.
  const todo: Visit[] = [
    { node: script, source, frame: sameText, scope: { folder: "" }, depth: 0, isOwn: true, isNegated: false },
  ];
  for (let visit = todo.pop(); visit !== undefined; visit = todo.pop()) {
    for (const next of look(visit, survey).reverse()) todo.push(next);
  }
  return survey;
}

/** What a `cd` changes, and for whom: a subshell has its own. */
type Scope = { folder: string | null };
/** `isOwn`: bash reads it before it runs anything, unlike the text of `sh -c`. */
type Visit = {
  node: SyntaxNode;
  source: string;
  frame: Frame;
  scope: Scope;
  depth: number;
  isOwn: boolean;
  isNegated: boolean;
};

/** Nobody nests scripts this deep by hand, and reading each level costs its whole length. */
const DEEPEST_SCRIPT = 16;
const MOST_WRAPPERS = 8;

/** Notes what is to be known of one node and says which ones to look at next. */
function look(visit: Visit, survey: Survey): Visit[] {
  const { node, frame, scope, depth } = visit;
  if (isOnlyBash(node)) survey.isPosix = false;
  switch (node.type) {
    case "Script":
      for (const { message, pos } of node.errors ?? []) noteFault(message, pos, visit, survey);
      return children(visit);
    case "Command":
      return [...children(visit), ...lookAtCommand(node, visit, survey)];
    case "Subshell":
    case "Coproc":
      return children(visit, { folder: scope.folder });
    case "Statement":
      return children(visit, node.background ? { folder: scope.folder } : scope);
    case "Pipeline": {
      const isNegated = visit.isNegated !== isNegation(node);
      if (node.commands.length < 2) return children({ ...visit, isNegated });
      survey.pipes += 1;
      return node.commands.map((command) => ({ ...visit, node: command, scope: { folder: scope.folder }, isNegated }));
    }
    case "Function":
      survey.functions.add(node.name.value);
      return children(visit, { folder: null });
    case "For":
    case "Select":
      survey.variables.set(node.name.value, null);
      return children(visit);
    case "Assignment": {
      const isOnlyOne = !survey.variables.has(node.name) && !node.append && node.value.type === "Word";
      survey.variables.set(node.name, isOnlyOne && node.value.type === "Word" ? readWord(node.value, frame) : null);
      return children(visit);
    }
    case "Redirect":
      if (node.operator.includes(">") && node.target) survey.outputs.push(readWord(node.target, frame));
      return children(visit);
    case "HereDoc":
      if (node.closing === undefined && node.delimiter) survey.openHeredocs.push(frame(node.pos, node.end));
      return children(visit);
    case "CommandExpansion":
    case "ProcessSubstitution":
    case "ArithmeticCommandExpansion":
      if (depth >= DEEPEST_SCRIPT) survey.isPosix = false;
      return lookInside(visit, node);
    default:
      return children(visit);
  }
}

function noteFault(message: string, pos: number, { frame, isOwn }: Visit, survey: Survey): void {
  if (isOwn) survey.faults.push({ message, pos: frame(pos, pos).start });
}

function children(visit: Visit, scope: Scope = visit.scope): Visit[] {
  const found: Visit[] = [];
  forEachChild(visit.node, (node) => found.push({ ...visit, node, scope }));
  return found;
}

type Substitution = Extract<SyntaxNode, { script: ParsedScript | undefined }>;

function lookInside({ source, frame, scope, depth, isOwn }: Visit, node: Substitution): Visit[] {
  if (depth >= DEEPEST_SCRIPT || node.script === undefined) return [];
  const inner = { node: node.script, scope: { folder: scope.folder }, depth: depth + 1, isOwn, isNegated: false };
  // Escaped backticks are decoded first: positions inside them no longer count the contract's letters.
  const decoded = node.script.source;
  if (decoded === undefined) return [{ ...inner, source, frame }];
  return [{ ...inner, source: decoded, frame: somewhereIn(frame(node.pos, node.end)) }];
}

function lookAtCommand(command: Command, visit: Visit, survey: Survey): Visit[] {
  const { source, frame, scope, depth, isNegated } = visit;
  if (command.name === undefined) return [];
  // The parser steps over a parenthesis right behind a command's name.
  const parenthesis = /^[ \t]*\(/.exec(source.slice(command.name.end, command.name.end + 40));
  if (parenthesis !== null)
    noteFault("unexpected token '('", command.name.end + parenthesis[0].length - 1, visit, survey);
  const words = wordsOf(command, frame);
  const place = frame(command.name.pos, words.length > 1 ? lastEnd(command) : command.name.end);
  const inside: Visit[] = [];
  let open: Wrapped[] = [{ words, isOnPath: true, folder: scope.folder }];
  for (let layer = 0; layer < MOST_WRAPPERS && open.length > 0; layer++) {
    const next: Wrapped[] = [];
    for (const { words, isOnPath, folder } of open) {
      const [name, ...args] = words;
      if (name === undefined) continue;
      const invocation: Invocation = { ...place, start: name.start, name, args, folder, isOnPath, isNegated };
      survey.invocations.push(invocation);
      next.push(...wrappedPrograms(invocation));
      const inner = innerScript(name.text ?? "", args);
      if (inner === null || depth >= DEEPEST_SCRIPT) continue;
      inside.push(...scriptIn(inner.word, { scope: { folder }, depth: depth + 1, isNegated }));
    }
    open = next;
  }
  moveFolder(words, scope);
  return inside;
}

function scriptIn(word: ShellWord, from: Pick<Visit, "scope" | "depth" | "isNegated">): Visit[] {
  if (word.text === null) return [];
  const node = parse(word.text);
  if ((node.errors ?? []).length > 0) return [];
  const frame = word.verbatimAt === null ? somewhereIn(word) : movedBy(word.verbatimAt, sameText);
  return [{ ...from, node, source: word.text, frame, isOwn: false }];
}

export const isNegation = ({ prefixes }: Pipeline): boolean =>
  prefixes.filter(({ type }) => type === "Negation").length % 2 === 1;

export function wordsOf(command: Command, frame: Frame): ShellWord[] {
  if (command.name === undefined) return [];
  const args = command.args.map((arg) => (arg.type === "Word" ? readWord(arg, frame) : readAssignment(arg, frame)));
  return [readWord(command.name, frame), ...args];
}

const lastEnd = (command: Command): number => command.args.at(-1)?.end ?? command.end;

function moveFolder([name, ...args]: readonly ShellWord[], scope: Scope): void {
  if (name?.text !== "cd" && name?.text !== "pushd" && name?.text !== "popd") return;
  const target = args.find(({ text }) => !/^-[LPe@]+$|^--$/.test(text ?? ""));
  scope.folder = name.text === "popd" ? null : folderAfter(scope.folder, target);
}

function folderAfter(folder: string | null, target: ShellWord | undefined): string | null {
  if (target === undefined) return "~";
  const [first, second] = target.pieces;
  if (first?.kind === "home" && /^~(?:\/|$)/.test(target.source)) {
    return resolvePath("~", second?.kind === "text" ? second.text.slice(1) : "");
  }
  if (first?.kind === "substitution" && /git rev-parse --show-toplevel/.test(first.source) && second === undefined) {
    return "";
  }
  if (target.text === null || target.text === "-" || folder === null) return null;
  return resolvePath(folder, target.text);
}
