import type { FileSet } from "../src/ports/dialect.ts";
import { corpus } from "./corpus.ts";
import { grown } from "./grammar.ts";
import { mutated } from "./mutate.ts";
import type { Chance } from "./random.ts";

/** What a run is about: a plan made from the grammar, or one of ours, mutated; both in turn. */
export function makeInput(chance: Chance, run: number): FileSet {
  plans ??= corpus();
  const plan = run % 2 === 0 ? grown(chance) : chance.pick(plans);
  const input = run % 4 === 0 ? plan : mutated(chance, plan, plans);
  // A folder has no two files of one name.
  return { ...input, files: [...new Map(input.files.map((file) => [file.path, file])).values()] };
}

let plans: FileSet[] | undefined;

export const sizeOf = ({ files }: FileSet): number => files.reduce((sum, { text }) => sum + text.length, 0);
