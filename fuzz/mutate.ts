import type { FileSet } from "../src/ports/dialect.ts";
import type { Chance } from "./random.ts";
import { tokens } from "./tokens.ts";

/** A plan with some damage done to it; `others` are plans it may take pieces from. */
export function mutated(chance: Chance, plan: FileSet, others: readonly FileSet[]): FileSet {
  const files = plan.files.map((file) => ({ ...file }));
  for (let left = 1 + chance.under(6); left > 0; left--) {
    const file = chance.pick(files);
    const donor = chance.pick(chance.pick(others).files).text;
    file.text = chance.pick(damages)(chance, file.text, donor).slice(0, LONGEST);
  }
  if (chance.onceIn(20)) renameOne(chance, files);
  return { root: plan.root, files };
}

const LONGEST = 60_000;

type Damage = (chance: Chance, text: string, donor: string) => string;

const damages: readonly Damage[] = [
  (chance, text) => replaced(chance, text, 0, chance.pick(tokens)),
  (chance, text) => replaced(chance, text, 1, chance.pick(tokens)),
  (chance, text) => replaced(chance, text, 1 + chance.under(40), ""),
  (chance, text) => replaced(chance, text, 0, pieceOf(chance, text, 200)),
  (chance, text, donor) => replaced(chance, text, chance.under(200), pieceOf(chance, donor, 400)),
  (chance, text) => replaced(chance, text, 0, chance.pick(tokens).repeat(1 + chance.under(3000))),
  (chance, text) =>
    replaced(chance, text, 0, `${chance.pick(tokens)}${chance.pick(tokens)}`.repeat(1 + chance.under(1500))),
  (chance, text) =>
    replaced(
      chance,
      text,
      0,
      Array.from({ length: 1 + chance.under(8) }, () => chance.pick(tokens)).join(chance.pick(["", " ", "\n"])),
    ),
  (chance, text) => replaced(chance, text, 0, chance.pick(OPENING).repeat(1 + chance.under(20_000))),
  (chance, text) => swappedLines(chance, text),
  (chance, text) => text.slice(0, chance.under(text.length + 1)),
  (_, text) => text.replaceAll("\n", "\r\n"),
  (chance, text) => text.replaceAll("\n", chance.pick(["\r", "\n\n", "\n ", "\n\t", " "])),
  (_, text) => text.toUpperCase(),
  (chance, text) => (text.length < 20_000 ? text.repeat(1 + chance.under(3)) : text),
];

/** What nests when it is repeated. */
const OPENING = ["[", "{", "(", "- ", "> ", "$(", '{"a":', "if a; then ", "<!--"];

function replaced(chance: Chance, text: string, length: number, by: string): string {
  const at = chance.under(text.length + 1);
  return text.slice(0, at) + by + text.slice(at + length);
}

function pieceOf(chance: Chance, text: string, longest: number): string {
  const at = chance.under(text.length + 1);
  return text.slice(at, at + chance.under(longest));
}

function swappedLines(chance: Chance, text: string): string {
  const lines = text.split("\n");
  const [a, b] = [chance.under(lines.length), chance.under(lines.length)];
  [lines[a], lines[b]] = [lines[b] ?? "", lines[a] ?? ""];
  return lines.join("\n");
}

function renameOne(chance: Chance, files: { path: string }[]): void {
  const file = chance.pick(files);
  const folder = file.path.slice(0, file.path.lastIndexOf("/") + 1);
  file.path =
    folder +
    chance.pick([
      "task-02.md",
      "Task 1.md",
      "01-a.md",
      "1-a.md",
      "plan.md",
      "overview.md",
      "plan.json",
      "x.txt",
      ".md",
      "a b.md",
    ]);
}
