/** Why a text is not JSON: the place, what is wrong there, and what to write instead. */
export type JsonFault = { start: number; end: number; message: string; help: string };

/** The object or list that opens there is still open where the text ends. */
export function neverClosed(text: string, open: number): JsonFault {
  const [name, close] = text[open] === "{" ? ["object", "}"] : ["list", "]"];
  return { start: open, end: open + 1, message: `this ${name} is never closed`, help: `close it with \`${close}\`` };
}

/** Something else than `"` stands where the name of a field begins. */
export function keyFault(text: string, at: number, open: number): JsonFault {
  const word = wordAt(text, at);
  if (word === "") return strangeSign(text, at, open);
  return {
    start: at,
    end: at + word.length,
    message: `${shown(word)} stands without quotes`,
    help: 'write the name of a field in double quotes: `"goal": …`',
  };
}

/** Something stands where a value begins, and it is none. */
export function valueFault(text: string, at: number, open: number): JsonFault {
  const word = wordAt(text, at);
  if (word === "") return strangeSign(text, at, open);
  const meant = SPELLINGS[word.toLowerCase()];
  return {
    start: at,
    end: at + word.length,
    message: `${shown(word)} is no value in JSON`,
    help: meant ? `write \`${meant}\`` : "write a text in double quotes",
  };
}

const SPELLINGS: Partial<Record<string, string>> = {
  true: "true",
  yes: "true",
  false: "false",
  no: "false",
  null: "null",
  none: "null",
  nil: "null",
  undefined: "null",
  nan: "null",
};

/** Something else than a comma or the closing bracket follows the value that ends at `end`. */
export function separatorFault(text: string, end: number, at: number, open: number): JsonFault {
  const sign = text[at] ?? "";
  if (text[end - 1] === '"' && at === end && wordAt(text, at) !== "")
    return { start: end - 1, end, message: "the text ends here, in the middle of it", help: 'write `\\"` for a quote' };
  if (/["{[\w'“”‘’+.$-]/.test(sign))
    return { start: end, end, message: "a comma is missing here", help: "put `,` between two entries" };
  return strangeSign(text, at, open);
}

/** A sign that JSON does not have, or not there. */
function strangeSign(text: string, at: number, open: number): JsonFault {
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const fault = (length: number, message: string, help: string): JsonFault => ({
    start: at,
    end: at + length,
    message,
    help,
  });
  if (/['‘’“”`]/.test(sign)) return fault(1, `${quoteMark(sign)} opens no text in JSON`, 'write `"` around every text');
  if (/^(?:\/\/|\/\*|#)/.test(text.slice(at, at + 2)))
    return fault(
      sign === "#" ? 1 : 2,
      "a comment stands here, and JSON has none",
      "say it in a field, or leave it out",
    );
  if (sign === ",") return fault(1, "a comma stands here without an entry before it", "remove it");
  if (sign === "}" || sign === "]") {
    const [name, close] = text[open] === "{" ? ["an object", "}"] : ["a list", "]"];
    if (sign !== close) return fault(1, `${name} is closed by \`${sign}\``, `write \`${close}\``);
    return fault(1, "a value is missing here", "write the value, or leave the field out");
  }
  return fault(sign.length, `${named(sign)} has no place here`, PLAIN);
}

const PLAIN = 'JSON is `"name": value` with commas between, in `{ }` and `[ ]`';

const quoteMark = (sign: string): string => (sign === "`" ? "a backtick" : `\`${sign}\``);

/** A sign that nobody would see is named by its number. */
const named = (sign: string): string =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(sign)
    ? `\`${sign}\``
    : `the character U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

const WORD = /[\w$+.-]+/y;

/** The letters and digits that stand there; nothing when it is another sign. */
export function wordAt(text: string, at: number): string {
  WORD.lastIndex = at;
  return WORD.exec(text)?.[0] ?? "";
}

const LONGEST = 40;
const shown = (word: string): string => `\`${word.length > LONGEST ? `${word.slice(0, LONGEST - 1)}…` : word}\``;
