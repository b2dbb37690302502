import type { Files } from "./files.ts";
import { type Cheat, type MakeCheat, type Project, type RedTest, removes, textIn, withText } from "./project.ts";
import type { Random } from "./random.ts";

/** What a worker can do to the red tests of any project. */
function commonCheats({ red, language }: Project): Cheat[] {
  const { comment, assertion, idle, placeholder, skips, earlyReturn, swallow } = language;
  const onBlocks = (change: (block: string, test: RedTest) => string): MakeCheat => changesBlocks(red, change);
  const paths = [...new Set(red.map(({ path }) => path))];
  const renamed = (path: string): string => path.replace(/([^/]+)$/, "old-$1.bak");
  return [
    { kind: "delete", name: "the test files", make: removes(...paths) },
    { kind: "delete", name: "the test cases", make: onBlocks(() => "") },
    { kind: "delete", name: "the assertions", make: onBlocks((block) => block.replace(assertion, "")) },
    {
      kind: "delete",
      name: "the test files, for a placeholder",
      make: (files) =>
        paths.every((path) => files[path]) ? Object.fromEntries(paths.map((p) => [p, placeholder])) : null,
    },
    {
      kind: "delete",
      name: "the test files, by a rename",
      make: (files) => {
        if (!paths.every((path) => files[path])) return null;
        return Object.fromEntries(
          paths.flatMap((path) => [
            [path, null],
            [renamed(path), files[path] ?? null],
          ]),
        );
      },
    },
    ...Object.entries(skips).map(([name, skip]): Cheat => ({ kind: "skip", name, make: onBlocks(skip) })),
    { kind: "skip", name: "an early return", make: onBlocks(earlyReturn) },
    {
      kind: "skip",
      name: "commenting out",
      make: onBlocks((block) => block.replace(/^/gm, comment)),
    },
    { kind: "weaken", name: "the wrong value", make: onBlocks(wrongValue) },
    {
      kind: "weaken",
      name: "an assertion that always holds",
      make: onBlocks((block) => block.replace(assertion, () => idle)),
    },
    { kind: "weaken", name: "a swallowed error", make: onBlocks(swallow) },
  ];
}

/** Mostly all red tests, now and then only some of them: that changes nothing, but must not be accepted either. */
function changesBlocks(red: readonly RedTest[], change: (block: string, test: RedTest) => string): MakeCheat {
  return (files, random) => {
    const chosen = random.below(8) === 0 ? [random.pick(red)] : red;
    let changes: Files = {};
    for (const test of chosen) {
      const text = textIn({ ...files, ...changes }, test.path);
      if (text === null || !text.includes(test.block)) continue;
      const next = text.replace(test.block, () => change(test.block, test));
      if (next !== text) changes = { ...changes, ...withText(files, test.path, next) };
    }
    return Object.keys(changes).length > 0 ? changes : null;
  };
}

const wrongValue = (block: string, { wrong }: RedTest): string =>
  wrong.reduce((text, [from, to]) => text.replace(from, () => to), block);

/** Edit `number` of a project: every cheat alone first, then pairs of them as chance will have it. */
export function editOf(project: Project, number: number, random: Random): { name: string; changes: Files } | null {
  const cheats = [...commonCheats(project), ...project.cheats];
  const alone = cheats[number];
  const chosen = alone ? [alone] : [random.pick(cheats), random.pick(cheats)];
  let changes: Files = {};
  for (const cheat of chosen) {
    const made = cheat.make({ ...project.files, ...changes }, random);
    if (made === null) return null;
    changes = { ...changes, ...made };
  }
  return { name: chosen.map(({ kind, name }) => `${kind}: ${name}`).join(" + "), changes };
}
