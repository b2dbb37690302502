import type { DoubleQuotedChild, ParameterExpansionPart, Redirection, TestExpression, Word, WordPart } from "unbash";
import type { ShellKind } from "./inner-script.ts";

/** What decides whether reading a word can end the shell. */
export type Reading = { shell: ShellKind; isNounset: boolean };

/**
 * Whether reading a word can end the whole shell before its command even starts: `${X:?}`, `$((1/0))`, a variable
 * nobody set under `set -u`. When in doubt it can.
 */
export function canAbort(word: Word, reading: Reading): boolean {
  return (word.parts ?? []).some((part) => partCanAbort(part, reading));
}

export function testCanAbort(expression: TestExpression, reading: Reading): boolean {
  switch (expression.type) {
    case "TestUnary":
      return expression.operator === "-v" || canAbort(expression.operand, reading);
    case "TestBinary": {
      // Between numbers a bare word is a variable, and under `set -u` it has to be there.
      const isArithmetic = /^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator);
      if (isArithmetic && reading.isNounset) return true;
      return canAbort(expression.left, reading) || canAbort(expression.right, reading);
    }
    case "TestGroup":
      return testCanAbort(expression.expression, reading);
    case "TestNot":
      return testCanAbort(expression.operand, reading);
    case "TestLogical":
      return expression.operands.some((operand) => testCanAbort(operand, reading));
  }
}

export function redirectCanAbort(redirect: Redirection, reading: Reading): boolean {
  if (redirect.type === "HereDoc") return (redirect.body.parts ?? []).some((part) => partCanAbort(part, reading));
  return redirect.target === undefined || canAbort(redirect.target, reading);
}

/** Setting one of these is an error that ends the shell. */
export const isSettable = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !READONLY.has(name);

const READONLY = new Set(["BASHOPTS", "BASH_VERSINFO", "EUID", "PPID", "SHELLOPTS", "UID"]);

function partCanAbort(part: WordPart | DoubleQuotedChild, reading: Reading): boolean {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "ProcessSubstitution":
      return false;
    case "Glob":
    case "BraceExpansion":
    case "ExtendedGlob":
    case "DoubleQuoted":
    case "LocaleString":
      return (part.parts ?? []).some((inner) => partCanAbort(inner, reading));
    case "SimpleExpansion":
      return reading.isNounset && !ALWAYS_SET.test(part.text.slice(1));
    case "ParameterExpansion":
      return parameterCanAbort(part, reading);
    case "CommandExpansion":
      // `${ …; }` runs in this very shell.
      return part.text.startsWith("${") || (part.script?.errors ?? []).length > 0;
    case "ArithmeticExpansion":
      return true;
  }
}

function parameterCanAbort(part: ParameterExpansionPart, reading: Reading): boolean {
  const { parameter, operation, prefix, index } = part;
  if (prefix === "!" || index !== undefined || !PARAMETER.test(parameter)) return true;
  const mustBeSet = reading.isNounset && !ALWAYS_SET.test(parameter);
  if (operation === undefined) return mustBeSet;
  switch (operation.type) {
    case "Default": {
      if (operation.operator.endsWith("?")) return true;
      if (operation.operator.endsWith("=") && !isSettable(parameter)) return true;
      return canAbort(operation.operand, reading);
    }
    case "Remove":
      return mustBeSet || canAbort(operation.operand, reading);
    case "Replace":
      if (reading.shell === "sh" || mustBeSet) return true;
      return canAbort(operation.pattern, reading) || canAbort(operation.replacement, reading);
    case "CaseModification":
      return reading.shell === "sh" || mustBeSet || operation.operand !== undefined;
    default:
      return true;
  }
}

const PARAMETER = /^(?:[A-Za-z_]\w*|\d+|[@*#?$!-])$/;
const ALWAYS_SET = /^[@*#?$0-]$/;
