import { covers, writesOf } from "../../plan/files.ts";
import type { Step } from "../../plan/model.ts";
import { trimEndOf } from "../../std/trim-end-of.ts";
import { folderOf, foldersOf, nameOf } from "./tree-view.ts";

/** What a step names in its file list or in its text, however briefly. */
export type Named = {
  /** By its path, its file name, its stem (`parser` for `src/parser.ts`) or a folder it lies in. */
  path(path: string): boolean;
  /** Any other name as a word, such as that of a package. */
  word(name: string): boolean;
  /** By an entry of its file list. */
  lists(path: string): boolean;
};

/**
 * More generous than what a step announces: it decides whether a person is asked about a file that is gone or a package from
 * elsewhere, and never whether a change counts in a proof.
 */
export function namedIn(step: Step): Named {
  const { change, add, delete: gone } = step.files;
  const prose = [
    ...[step.title, step.what, step.how ?? "", step.acceptsWhen ?? ""],
    ...step.subtasks.map(({ text }) => text),
    ...[...change, ...add, ...gone].map(({ note }) => note ?? ""),
  ];
  const listed = writesOf(step);
  const sentences = prose
    .flatMap((text) => text.split(/[.!?;]\s|\n\s*\n|\n\s*[-*+\d]|\bbut\b/))
    .map((sentence) => wordsOf(sentence.replace(KEEPS, "")));
  const words = new Set(sentences.flatMap((sentence) => sentence.words));
  const written = new Set([...words, ...step.contracts.flatMap(({ command }) => wordsOf(command).words)]);
  const spoken = sentences.map(({ text }) => ` ${text} `).join("|");
  const taking = sentences.filter(({ text }) => TAKES_AWAY.test(text)).map(({ text }) => ` ${text} `);

  const lists = (path: string): boolean => listed.some((entry) => covers(entry, path));
  const isFolderNamed = (folder: string): boolean => {
    const name = nameOf(folder);
    // A bare word may mean anything ("fix the api"). Written as code or with a slash, next to a word that says so, or with a
    // verb that takes things away it is the folder.
    const isSaidToBe = new RegExp(` ${escaped(plain(name))} (?:folder|directory|dir|package|module|tree)s? `);
    return (
      [`${folder}/`, `./${folder}`, `${name}/`, `\`${folder}`].some((each) => words.has(each.toLowerCase())) ||
      (folder.includes("/") && words.has(folder.toLowerCase())) ||
      isSaidToBe.test(spoken) ||
      (plain(name).length >= SHORTEST && taking.some((text) => text.includes(` ${plain(name)} `)))
    );
  };
  return {
    path(path) {
      const name = nameOf(path);
      const stems = [name.replace(/(.)\.[^.]*$/, "$1"), name.replace(/(.)\..*$/, "$1")].map(plain);
      return (
        lists(path) ||
        [path, `./${path}`, name].some((each) => written.has(each.toLowerCase())) ||
        stems.some((stem) => stem.length >= SHORTEST && !ANYBODY.has(stem) && spoken.includes(` ${stem} `)) ||
        (folderOf(path) !== "" && foldersOf(path).some(isFolderNamed))
      );
    },
    word: (name) => written.has(name.toLowerCase()) || spoken.includes(` ${plain(name)} `),
    lists,
  };
}

/** As they are written, without the signs around them; and as one text of plain words. */
function wordsOf(sentence: string): { words: string[]; text: string } {
  const raw = sentence.split(/\s+/);
  const written = raw.map((word) => trimEndOf(word.replace(/^[`"'([{<*]+/, ""), "`\"')]}>,;:.!?*"));
  const asCode = written.filter((_, at) => raw[at]?.startsWith("`")).map((word) => `\`${word}`);
  const words = [...written, ...asCode].filter((word) => word !== "").map((word) => word.toLowerCase());
  // A path names what it leads to, and none of the folders and stems in it.
  return { words, text: written.map((word) => (/[/\\]|\.\w/.test(word) ? "·" : plain(word))).join(" ") };
}

/** One spelling for `legacyParser`, `legacy_parser` and "legacy parser". */
const plain = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}·]+/gu, " ")
    .trim();

const escaped = (text: string): string => text.replaceAll(/[^\p{L}\p{N} ]/gu, "\\$&");

/** From such a word to the end nothing is named that may go: "leave x as it is", "do not touch x". */
const KEEPS =
  /\b(?:(?:do|does|must|may|should|can|shall) ?not|don't|mustn't|never|leav(?:e|ing)|keep(?:s|ing)?|preserv\w*)\b(?!\s+(?:need|use|used|needed)\b).*$/is;

const TAKES_AWAY =
  /\b(?:remov\w*|delet\w*|drop\w*|retir\w*|discard\w*|clean\w*|prun\w*|purg\w*|strip\w*|replac\w*|mov(?:e|es|ed|ing)|merg\w*|inlin\w*|consolidat\w*|migrat\w*|split\w*|extract\w*|renam\w*|reorgani[sz]\w*|restructur\w*|unus\w*|dead|obsolete|rid)\b/;

/** A letter or two are in every text. */
const SHORTEST = 3;

/** Stems that half of all files have, and half of all sentences. */
const ANYBODY: ReadonlySet<string> = new Set(["index", "main", "mod", "lib", "init", "test", "tests", "app", "readme"]);
