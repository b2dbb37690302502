import type { Choice } from "../../app/go-on.ts";
import { visibleText } from "../../std/visible-text.ts";
import { wrapped } from "./fit.ts";
import type { Paint } from "./paint.ts";

/** What a worker proposes as an answer, in one line. */
export const choiceText = ({ label, value, isDefault }: Choice): string =>
  visibleText(`${label} (${value})${isDefault ? ", the worker's default" : ""}`);

/** The same with its number and with what it means, as far in as `indent` says. */
export function choiceLines(
  choice: Choice,
  number: number,
  { paint, width, indent }: { paint: Paint; width: number; indent: number },
): string[] {
  const room = Math.max(20, width - indent - NUMBER);
  const [first, next] = [`${" ".repeat(indent)}${String(number).padEnd(NUMBER)}`, " ".repeat(indent + NUMBER)];
  return [
    ...wrapped(choiceText(choice), room).map((line, index) => `${index === 0 ? first : next}${line}`),
    ...(choice.description === "" ? [] : wrapped(visibleText(choice.description), room)).map((line) =>
      paint("dim", `${next}${line}`),
    ),
  ];
}

const NUMBER = 4;
