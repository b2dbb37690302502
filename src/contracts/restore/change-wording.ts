import { trimEndOf } from "../../std/trim-end-of.ts";

/**
 * What a step's prose says about files. "Update conftest.py" announces a change; "make tests/a.test.ts pass" names a file
 * as the judge, which is the opposite. So a path counts as one to be changed only where a verb of change governs it.
 */
export type ToldPaths = {
  /** Paths and file names that the text says are to be written, removed or moved. */
  changed: ReadonlySet<string>;
  /** Those that it names without forbidding them: enough for a file that is not there yet. */
  allowed: ReadonlySet<string>;
  /** Every path and file name in the text. */
  mentioned: ReadonlySet<string>;
};

export function pathsTold(texts: readonly string[]): ToldPaths {
  const changed = new Set<string>();
  const allowed = new Set<string>();
  const mentioned = new Set<string>();
  for (const sentence of texts.flatMap(sentencesIn)) {
    // The verb's reach ends where another thought begins, so one walk over the words is enough.
    let governs = false;
    let takes = false;
    let isDenied = false;
    const words = sentence.split(/\s+/);
    for (const [index, written] of words.entries()) {
      const path = pathIn(written);
      if (path !== null) {
        mentioned.add(path);
        if (!isDenied) allowed.add(path);
        const isJudge = words.slice(index + 1, index + 4).some((next) => VERDICTS.test(next));
        if (governs && !isDenied && !isJudge) changed.add(path);
        continue;
      }
      const word = written.toLowerCase().replace(/[^a-z']/g, "");
      if (NEGATIONS.test(word)) isDenied = true;
      const isPlaceToTakeFrom = word === "from" && takes;
      if (VERBS.test(word)) [governs, takes] = [true, TAKING.test(word)];
      else if (isPlaceToTakeFrom) continue;
      else if (ENDS.test(word) || written.endsWith(";")) governs = false;
    }
  }
  return { changed, allowed, mentioned };
}

/** A dot inside a path ends no sentence: only one before white space does. */
const sentencesIn = (text: string): string[] => text.split(/[.!?]\s|\n\s*\n|\n\s*[-*+\d]|—/);

/** Behind one of these nobody asks for a change: "do not edit x", "leave x as it is". */
const NEGATIONS =
  /^(?:not|never|without|don't|dont|cannot|keep|keeps|leave|leaves|untouched|unchanged|except|instead)$/;
/** "Fix the tests in x" is not among them: mostly it asks for code that makes them pass. */
const VERBS =
  /^(?:add|adds|adjust|append|change|changes|convert|create|creates|delete|drop|edit|extend|extract|generate|introduce|migrate|modify|move|port|refactor|regenerate|remove|rename|reorganise|reorganize|replace|rework|rewrite|simplify|split|tidy|touch|update|updates|upgrade|write|writes)$/;
/** "Remove x from package.json" changes package.json; "generate x from package.json" does not. */
const TAKING = /^(?:delete|drop|extract|move|remove)$/;
/** Words after which the file is a reason, a means or a judge. */
const ENDS =
  /^(?:so|that|until|because|since|which|where|when|while|if|as|per|see|like|against|using|via|with|by|from|make|makes|making|pass|passes|passing|satisfy|satisfies|run|runs|running|for|according|described|expected|expects|required|shown|shows)$/;
/** Said about a path that judges: "`a.test.ts` passes", "`a.test.ts` must stay green". */
const VERDICTS =
  /^(?:pass|passes|passing|green|succeeds?|unchanged|untouched|stays?|must|shows?|expects?|requires?|says|describes|fails?|remains?)\b/i;

const PATH = /^[\w.@([~-][^\s`"'<>|]*$/;

/** No path that a person writes is longer. */
const LONGEST = 500;
const CLOSING = "`\"')]}>,;:.!?*";

function pathIn(written: string): string | null {
  const bare = trimEndOf(written.slice(0, LONGEST).replace(/^[`"'([{<*]+/, ""), CLOSING)
    .replace(/^\.\//, "")
    .replace(/(?::\d+){1,2}$/, "");
  const looksLikePath =
    PATH.test(bare) &&
    (bare.includes("/") || /^\.?[\w-]+\.[\w.-]*\w$/.test(bare) || /^(?:\.\w+|[A-Z]\w*file)$/.test(bare));
  return looksLikePath && !/^\w+:\/\//.test(bare) && !/^\d+(?:\.\d+)+$/.test(bare) ? bare : null;
}
