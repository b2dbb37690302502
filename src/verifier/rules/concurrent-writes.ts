import { haveFileInCommon, normalPath } from "../../plan/files.ts";
import { DEEPEST, foldersAbove } from "../../plan/folders-above.ts";
import { mayRunTogether } from "../../plan/graph.ts";
import type { Plan, Step } from "../../plan/model.ts";
import type { Rule } from "./rule.ts";

const LISTS = ["change", "add", "delete"] as const;
type Write = { step: number; path: string; pointer: string };

export const concurrentWrites: Rule = {
  code: "PW205",
  name: "concurrent-writes",
  severity: "error",
  summary: "Two steps that may run at the same time write the same file.",
  why: "Each works in a tree of its own; the merge would have to choose one of two versions nobody has seen together.",
  check({ parsed, report }) {
    const { plan } = parsed;
    const rivalOf = rivalFinder(plan);
    for (const write of plan.steps.flatMap((step, index) => (step.track === undefined ? [] : writesOf(step, index)))) {
      const rival = rivalOf(write);
      const other = rival && plan.steps[rival.step];
      if (!other) continue;
      report(
        parsed.at(write.pointer),
        `step \`${other.id}\` on track \`${other.track}\` writes \`${rival.path}\` too`,
        {
          help: "put both steps on one track, or move the shared file into a step before or after the tracks",
        },
      );
    }
  },
};

function writesOf(step: Step, index: number): Write[] {
  return LISTS.flatMap((list) =>
    step.files[list].map(({ path }, at) => ({
      step: index,
      path,
      pointer: `/steps/${index}/files/${list}/${at}/path`,
    })),
  ).filter(({ path }) => path.trim() !== "");
}

/** Patterns can only be compared pair by pair, letter by letter; a plan that needs more is not written by a person. */
const MOST_LETTERS = 30_000_000;

/**
 * Finds, for each write in turn, an earlier one on another track. Plain paths are looked up by themselves and by every
 * folder above them, so that a thousand steps cost a thousand look-ups and not a million comparisons.
 */
function rivalFinder(plan: Plan): (write: Write) => Write | undefined {
  const plain = new Map<string, Write[]>();
  const below = new Map<string, Write[]>();
  const patterns = new Map<string, Write[]>();
  let letters = 0;

  return (write) => {
    const path = normalPath(write.path);
    const folders = foldersAbove(path);
    if (/[*?]/.test(path) || folders.length === DEEPEST) {
      const rival = compare(write, plain) ?? compare(write, patterns);
      remember(patterns, path, write);
      return rival;
    }
    const around = ["", ...folders];
    const known = [...[path, ...around].flatMap((each) => plain.get(each) ?? []), ...(below.get(path) ?? [])];
    const rival = known.find((other) => mayRunTogether(plan, other.step, write.step)) ?? compare(write, patterns);
    remember(plain, path, write);
    for (const folder of around) remember(below, folder, write);
    return rival;
  };

  function compare(write: Write, others: ReadonlyMap<string, readonly Write[]>): Write | undefined {
    for (const writes of others.values()) {
      for (const other of writes) {
        letters += other.path.length * write.path.length;
        if (letters > MOST_LETTERS) return undefined;
        if (mayRunTogether(plan, other.step, write.step) && haveFileInCommon(other.path, write.path)) return other;
      }
    }
    return undefined;
  }

  /** Two writes of different tracks are enough to find a rival for any third. */
  function remember(writes: Map<string, Write[]>, key: string, write: Write): void {
    const known = writes.get(key);
    if (!known) writes.set(key, [write]);
    else if (known.length === 1 && known.every((other) => mayRunTogether(plan, other.step, write.step)))
      known.push(write);
  }
}
