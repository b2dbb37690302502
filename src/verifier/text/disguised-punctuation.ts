/**
 * A character of a command that looks like one the shell knows and is not: `meant` is what to write at each of
 * `places`. Not certain is a long dash before a word, which may stand for `-` or `--`.
 */
export type DisguisedMark = {
  start: number;
  end: number;
  meant: string;
  isCertain: boolean;
  places: { start: number; end: number }[];
};

/** Only outside quotes, comments and here-documents: inside, anything may be meant as it is. */
export function disguisedMarks(command: string): DisguisedMark[] {
  if (!ODD.test(command)) return [];
  const marks: DisguisedMark[] = [];
  for (let at = 0; at < command.length; ) {
    const skipped = afterLiteral(command, at);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const mark = ODD.test(command[at] ?? "") ? markAt(command, at) : undefined;
    if (mark) marks.push(mark);
    at = mark ? mark.end : at + 1;
  }
  return marks;
}

/** The few marks that would make a path another one. */
export function disguisedSeparators(path: string): DisguisedMark[] {
  return Array.from(path.matchAll(ODD_IN_PATH), ({ 0: character, index }) =>
    certain(index, index + 1, SPACE.test(character) ? " " : (SINGLE.get(character) ?? character.normalize("NFKC"))),
  );
}

const ODD_IN_PATH = /[\u00a0\u2000-\u200a\u2024\u202f\u2044\u205f\u2215\u29f8\uff0e\uff0f\uff3c]/g;

const ODD =
  /[\u00a0\u01c3\u037e\u1680\u2000-\u200a\u2010-\u2015\u2018-\u201f\u2024\u202f\u2044\u205f\u2212\u2215\u2223\u2236\u3000\ufe58\ufe63\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e]/;

/** Where the quotes, the escaped character, the comment or the here-document that begins here is over. */
function afterLiteral(command: string, at: number): number {
  const character = command[at];
  if (character === "\\") return at + 2;
  if (character === "'") return endOf(command, "'", at + 1);
  if (character === '"') return afterDoubleQuotes(command, at);
  if (character === "#" && isWordStart(command, at)) return endOf(command, "\n", at);
  // What follows a here-document's first line is hard to tell from its text.
  if (command.startsWith("<<<", at)) return at + 3;
  return command.startsWith("<<", at) ? command.length : at;
}

function endOf(command: string, closing: string, from: number): number {
  const end = command.indexOf(closing, from);
  return end === -1 ? command.length : end + 1;
}

function afterDoubleQuotes(command: string, at: number): number {
  for (let next = at + 1; next < command.length; next++) {
    if (command[next] === "\\") next++;
    else if (command[next] === '"') return next + 1;
  }
  return command.length;
}

const isWordStart = (command: string, at: number): boolean => at === 0 || /[\s;&|(]/.test(command[at - 1] ?? "");

function markAt(command: string, at: number): DisguisedMark | undefined {
  const character = command[at] ?? "";
  if (SPACE.test(character)) return certain(at, runOf(SPACE, command, at), " ");
  if (DASH.test(character)) return dashAt(command, at);
  const quote = QUOTES.find(({ opening }) => opening.includes(character));
  if (quote) return quotesAt(command, at, quote);
  // Between ideographs this is how a sentence is written.
  if (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(command[at - 1] ?? "")) return undefined;
  return certain(at, at + 1, SINGLE.get(character) ?? character.normalize("NFKC"));
}

const SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;
const DASH = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/;
const QUOTES = [
  { opening: "\u201c\u201d\u201e\u201f\uff02", plain: '"' },
  { opening: "\u2018\u2019\u201a\u201b\uff07", plain: "'" },
];
const SINGLE = new Map([
  ["\u01c3", "!"],
  ["\u2044", "/"],
  ["\u2215", "/"],
  ["\u2223", "|"],
  ["\u2236", ":"],
  ["\u29f8", "/"],
]);

const certain = (start: number, end: number, meant: string): DisguisedMark => ({
  start,
  end,
  meant,
  isCertain: true,
  places: [{ start, end }],
});

function runOf(kind: RegExp, command: string, at: number): number {
  let end = at + 1;
  while (kind.test(command[end] ?? "")) end++;
  return end;
}

/** A dash inside a name is part of the name; before one, an option was meant. */
function dashAt(command: string, at: number): DisguisedMark | undefined {
  if (!isWordStart(command, at)) return undefined;
  const end = runOf(DASH, command, at);
  if (!/[A-Za-z-]/.test(command[end] ?? "")) return undefined;
  if (end - at > 1 || command[at] === "\u2014" || command[at] === "\u2015") return certain(at, end, "--");
  if (command[end] === "-") return certain(at, end, "-");
  const isShort = !/[A-Za-z]/.test(command[end + 1] ?? "");
  return { ...certain(at, end, "-"), isCertain: isShort };
}

/** Both quotes are one slip. An apostrophe inside a word is no quote. */
function quotesAt(command: string, at: number, { opening, plain }: (typeof QUOTES)[number]): DisguisedMark | undefined {
  const isApostrophe = /[\p{L}\p{N}]/u.test(command[at - 1] ?? "") && /[\p{L}\p{N}]/u.test(command[at + 1] ?? "");
  if (isApostrophe) return undefined;
  for (let end = at + 1; end < command.length && command[end] !== "\n"; end++) {
    if (!opening.includes(command[end] ?? "")) continue;
    const places = [at, end].map((start) => ({ start, end: start + 1 }));
    return { start: at, end: end + 1, meant: plain, isCertain: true, places };
  }
  return certain(at, at + 1, plain);
}
