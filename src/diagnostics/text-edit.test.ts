import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits, type TextEdit, withoutOverlap } from "./text-edit.ts";

const edit = (start: number, end: number, text = "", file = "plan.md"): TextEdit => ({ file, start, end, text });
const group = (...edits: TextEdit[]) => ({ edits });

describe("applyEdits", () => {
  test("replaces, inserts and deletes, in whatever order the edits come", () => {
    expect(applyEdits("one two three", [edit(13, 13, "!"), edit(0, 4), edit(4, 7, "2")])).toBe("2 three!");
  });

  test("changes nothing without edits", () => {
    expect(applyEdits("\ufeffa\r\n", [])).toBe("\ufeffa\r\n");
  });

  test("lets edits touch", () => {
    expect(applyEdits("abcd", [edit(2, 4, "C"), edit(0, 2, "A")])).toBe("AC");
  });

  test("refuses edits that overlap, and names the place", () => {
    expect(() => applyEdits("abcd", [edit(0, 3), edit(2, 4)])).toThrow("edits overlap at offset 2 of plan.md");
  });

  test("keeps every character outside the edits", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string(), fc.string())), fc.string(), (parts, tail) => {
        let at = 0;
        const edits = parts.map(([kept, removed, added]) => {
          const start = at + kept.length;
          at = start + removed.length;
          return edit(start, at, added);
        });
        const before = parts.map(([kept, removed]) => kept + removed).join("") + tail;
        const after = parts.map(([kept, , added]) => kept + added).join("") + tail;
        expect(applyEdits(before, edits)).toBe(after);
      }),
    );
  });
});

describe("withoutOverlap", () => {
  test("keeps the first of two that overlap, and everything else", () => {
    const [first, second, third] = [group(edit(0, 5)), group(edit(4, 6)), group(edit(6, 8))];
    expect(withoutOverlap([first, second, third])).toEqual([first, third]);
    expect(withoutOverlap([second, first, third])).toEqual([second, third]);
  });

  test("takes two insertions at one place for an overlap", () => {
    expect(withoutOverlap([group(edit(3, 3, "a")), group(edit(3, 3, "b"))])).toHaveLength(1);
  });

  test("takes an insertion at the start of a replacement for an overlap, but not one at its end", () => {
    expect(withoutOverlap([group(edit(3, 6)), group(edit(3, 3, "a"))])).toHaveLength(1);
    expect(withoutOverlap([group(edit(3, 6)), group(edit(6, 6, "a"))])).toHaveLength(2);
  });

  test("keeps an identical edit once", () => {
    expect(withoutOverlap([group(edit(3, 6, "a")), group(edit(3, 6, "a"))])).toHaveLength(1);
  });

  test("leaves a group out as a whole, and frees what it would have taken", () => {
    const groups = [group(edit(4, 5)), group(edit(0, 1), edit(4, 5)), group(edit(0, 1))];
    expect(withoutOverlap(groups)).toEqual([groups[0], groups[2]]);
  });

  test("leaves out a group whose own edits overlap", () => {
    expect(withoutOverlap([group(edit(0, 3), edit(2, 4)), group(edit(0, 1))])).toEqual([group(edit(0, 1))]);
  });

  test("does not mix up files", () => {
    expect(withoutOverlap([group(edit(0, 5, "", "a.md")), group(edit(0, 5, "", "b.md"))])).toHaveLength(2);
  });

  test("agrees with comparing every edit with every other", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(anyEdit, { maxLength: 3 }).map((edits) => ({ edits })),
          { maxLength: 12 },
        ),
        (groups) => {
          const kept = withoutOverlap(groups);
          expect(kept).toEqual(keptByComparingAll(groups));
          const edits = kept.flatMap(({ edits }) => edits);
          for (const file of ["a.md", "b.md"])
            applyEdits(
              "x".repeat(20),
              edits.filter((edit) => edit.file === file),
            );
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("sorts out 100,000 edits, even from the last to the first", () => {
    const groups = Array.from({ length: 100_000 }, (_, at) => group(edit(at * 10, at * 10 + 5)));
    expect(withoutOverlap(groups)).toHaveLength(100_000);
    expect(withoutOverlap(groups.toReversed())).toHaveLength(100_000);
  });
});

const anyEdit = fc
  .tuple(fc.constantFrom("a.md", "b.md"), fc.nat(12), fc.nat(4))
  .map(([file, start, length]) => edit(start, start + length, "", file));

function keptByComparingAll(groups: { edits: TextEdit[] }[]) {
  const taken: TextEdit[] = [];
  return groups.filter(({ edits }) => {
    const isFree = edits.every((one, at) => [...taken, ...edits.slice(0, at)].every((other) => !overlap(one, other)));
    if (isFree) taken.push(...edits);
    return isFree;
  });
}

const overlap = (a: TextEdit, b: TextEdit): boolean =>
  a.file === b.file && (a.start === b.start || (a.start < b.end && b.start < a.end));
