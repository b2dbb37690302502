import type { TestExpression } from "unbash";
import { sameText } from "./place.ts";
import { readWord, type ShellWord } from "./shell-word.ts";

/** What `test` or `[` says about these words (without `]`), when it says the same every time; null when it depends. */
export function constantTest(words: readonly ShellWord[]): boolean | null {
  const texts = words.map(({ text }) => text);
  return texts.includes(null) || texts.length > 4 ? null : judge(texts.map((text) => text ?? ""));
}

/** The same for `[[ … ]]`. */
export function constantExpression(expression: TestExpression): boolean | null {
  switch (expression.type) {
    case "TestUnary":
      return unary(expression.operator, readWord(expression.operand, sameText).text);
    case "TestBinary":
      return binary(
        readWord(expression.left, sameText).text,
        expression.operator,
        readWord(expression.right, sameText).text,
      );
    case "TestGroup":
      return constantExpression(expression.expression);
    case "TestNot": {
      const value = constantExpression(expression.operand);
      return value === null || expression.negations.length % 2 === 0 ? value : !value;
    }
    case "TestLogical": {
      const values = expression.operands.map(constantExpression);
      const decisive = expression.operator === "||";
      if (values.includes(decisive)) return decisive;
      return values.includes(null) ? null : !decisive;
    }
  }
}

/** How many words there are decides how they are read, as POSIX has it. */
function judge(texts: readonly string[]): boolean | null {
  const [first = "", second = "", third = ""] = texts;
  if (texts.length === 0) return false;
  if (texts.length === 1) return first !== "";
  if (texts.length === 3 && isBinary(second)) return binary(first, second, third);
  if (first === "!") {
    const value = judge(texts.slice(1));
    return value === null ? null : !value;
  }
  return texts.length === 2 ? unary(first, second) : null;
}

function unary(operator: string, operand: string | null): boolean | null {
  if (operand === null) return null;
  if (operator === "-n") return operand !== "";
  return operator === "-z" ? operand === "" : null;
}

/** `==` is left out on purpose where only POSIX holds: the caller knows its shell. */
function binary(left: string | null, operator: string, right: string | null): boolean | null {
  if (left === null || right === null) return null;
  if (operator === "=" || operator === "==") return left === right;
  if (operator === "!=") return left !== right;
  const compare = Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : undefined;
  if (compare === undefined || !INTEGER.test(left) || !INTEGER.test(right)) return null;
  return compare(Number(left), Number(right));
}

const isBinary = (operator: string): boolean =>
  operator === "=" || operator === "==" || operator === "!=" || Object.hasOwn(COMPARISONS, operator);

const INTEGER = /^-?(?:0|[1-9]\d{0,14})$/;

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "-eq": (a, b) => a === b,
  "-ne": (a, b) => a !== b,
  "-lt": (a, b) => a < b,
  "-le": (a, b) => a <= b,
  "-gt": (a, b) => a > b,
  "-ge": (a, b) => a >= b,
};
