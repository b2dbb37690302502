import { executionOrder } from "../../plan/graph.ts";
import type { Plan, Step } from "../../plan/model.ts";
import { placesOf } from "../../plan/tracks.ts";
import { patternFor } from "../../std/pattern-for.ts";
import { hasHumps, type Identifier, isCodeLike, nameIn } from "./identifier.ts";
import { introducer } from "./introduces.ts";
import { type Field, namersOf, overviewCodes, type WorkerText } from "./worker-texts.ts";

/** A name that a step takes for known though it stands only in the overview (`from` is null) or in another step. */
export type StrangeName = {
  name: string;
  step: number;
  from: number | null;
  pointer: string;
  start: number;
  end: number;
};

/** Looking a name up means reading the repository; a plan with more than this has been told enough. */
const MOST_CANDIDATES = 1_000;

/**
 * The names in backticks that a step uses without introducing them, that the overview or a step which does not come
 * before it explains, and that neither an earlier step nor the repository mentions. Linear in the size of the plan.
 */
export function strangeNames(
  plan: Plan,
  texts: readonly WorkerText[],
  mentions: (word: string) => boolean,
): StrangeName[] {
  const inOverview = new Set(overviewCodes(plan).flatMap(({ text }) => nameIn(text)?.name ?? []));
  const namers = namersOf(texts, (code) => nameIn(code)?.name ?? null);
  const candidates = texts
    .filter(({ step }) => plan.steps[step]?.status !== "done")
    .flatMap((text) => unexplainedNames(plan.steps[text.step], text))
    .flatMap((use): Candidate[] => {
      const from = inOverview.has(use.name) ? null : namers.get(use.name)?.find((step) => step !== use.step);
      return from === undefined ? [] : [{ ...use, from }];
    })
    .slice(0, MOST_CANDIDATES);
  if (candidates.length === 0) return [];
  const isKnownBefore = wordsBefore(plan, new Set(candidates.flatMap(({ parts }) => parts)));
  return candidates.filter(({ step, parts }) => !isKnownBefore(step, parts) && !isMentioned(parts, mentions));
}

type Use = Omit<StrangeName, "from"> & Identifier;
type Candidate = StrangeName & Identifier;

/** The first use of each name that no sentence of the step, and no file in its lists, explains. */
function unexplainedNames(step: Step | undefined, { step: index, fields }: WorkerText): Use[] {
  const uses = new Map<string, Use>();
  const explained = new Set(step ? fileNames(step) : []);
  for (const field of fields) {
    for (const { use, isIntroduced } of usesIn(index, field)) {
      if (isIntroduced) explained.add(use.name);
      else if (!uses.has(use.name)) uses.set(use.name, use);
    }
  }
  return [...uses.values()].filter(({ name, parts }) => !explained.has(name) && !explained.has(parts[0] ?? ""));
}

function usesIn(step: number, { pointer, prose }: Field): { use: Use; isIntroduced: boolean }[] {
  const introduces = introducer(prose);
  return prose.sentences.flatMap((sentence) =>
    sentence.codes.flatMap((code) => {
      const identifier = nameIn(code.text);
      if (!identifier || !isCodeLike(code.text, identifier)) return [];
      const { start, end } = code;
      return [{ use: { ...identifier, step, pointer, start, end }, isIntroduced: introduces(sentence, code) }];
    }),
  );
}

/** `TokenStore` for `src/auth/TokenStore.java`: a step that is about the file is about what is in it. */
function fileNames({ files, subscriptions }: Step): string[] {
  const paths = [...Object.values(files).flat(), ...subscriptions.map(({ name }) => ({ path: name }))];
  return paths.map(({ path }) => {
    const file = path.slice(path.lastIndexOf("/") + 1);
    return file.split(".", 1)[0] ?? file;
  });
}

/**
 * Whether all of these words stand in steps whose work is there when this one starts: those before it on its own
 * track, those before the tracks, and behind the tracks every step that came before.
 */
function wordsBefore(plan: Plan, wanted: ReadonlySet<string>): (step: number, words: readonly string[]) => boolean {
  const places = placesOf(plan);
  const seenIn = new Map<string, Map<string, number>>();
  const positions = new Map<number, number>();
  for (const [position, index] of executionOrder(plan).entries()) {
    const step = plan.steps[index];
    const place = places[index];
    positions.set(index, position);
    if (!step || !place) continue;
    for (const word of wordsOf(step)) {
      if (!wanted.has(word)) continue;
      for (const key of ["", `${place.stage} ${place.lane}`]) {
        const seen = seenIn.get(key) ?? new Map<string, number>();
        seenIn.set(key, seen);
        if (!seen.has(word)) seen.set(word, position);
      }
    }
  }
  return (index, words) => {
    const position = positions.get(index) ?? 0;
    const place = places[index];
    const keys = place?.stage === 2 ? [""] : ["0 ", `${place?.stage} ${place?.lane}`];
    return words.every((word) => keys.some((key) => (seenIn.get(key)?.get(word) ?? position) < position));
  };
}

function wordsOf({ title, what, how = "", subtasks, files, contracts }: Step): Iterable<string> {
  const texts = [
    title,
    what,
    how,
    ...subtasks.map(({ text }) => text),
    ...Object.values(files).flatMap((entries) => entries.map(({ path, note = "" }) => `${path} ${note}`)),
    ...contracts.map(({ command }) => command),
  ];
  const text = texts.join("\n");
  return text.match(WORDS(text)) ?? [];
}

const WORDS = patternFor(/[\w$]+/g, () => /[\p{L}\p{N}_$]+/gu);

/** What a class of the repository has can be looked up in it; what a library has cannot, so its own name is enough. */
function isMentioned(parts: readonly string[], mentions: (word: string) => boolean): boolean {
  const [head = ""] = parts;
  if (head in globalThis) return true;
  return hasHumps(head) ? parts.every((part) => mentions(part)) : mentions(head);
}
