import type { Advice } from "../../diagnostics/diagnostic.ts";
import type { Parsed } from "../../ports/dialect.ts";
import { nearNames, writeInstead } from "./near-names.ts";

/** What to tell the author of a name that is not on the list; `pointer` is where the name stands. */
export type AdviceOnName = (pointer: string, word: string) => Advice;

/** `kind` is what the names are, in the plural. */
export function adviceOnNames(parsed: Parsed, kind: string, names: readonly string[]): AdviceOnName {
  const near = nearNames(names);
  const all = `the ${kind} are: ${names.slice(0, SHOWN).join(", ")}${names.length > SHOWN ? ", …" : ""}`;
  return (pointer, word) => {
    const meant = near.meantBy(word);
    const sure = near.surelyMeantBy(word);
    const fix = sure === null ? null : writeInstead(parsed, pointer, word, sure);
    return { help: meant === null ? all : `did you mean \`${meant}\`?`, ...(fix !== null && { fix }) };
  };
}

const SHOWN = 12;
