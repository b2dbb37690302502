import { describe, expect, test } from "vitest";
import { graftInnerTests, restoreInnerTests } from "./inner-tests.ts";

const CODE = 'pub fn half(n: u32) -> u32 {\n    n / 3 // "}"\n}\n';
const TESTS = `#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves() {
        assert_eq!(half(4), 2, "{");
    }
}
`;
const MENDED = CODE.replace("3", "2");

const strictly = (worker: string): string | null =>
  restoreInnerTests("src/a.rs", CODE + TESTS, worker, { strictly: true });
const leniently = (worker: string): string | null =>
  restoreInnerTests("src/a.rs", CODE + TESTS, worker, { strictly: false });

describe("tests inside a file of Rust", () => {
  test.each([
    ["the code is another", MENDED + TESTS],
    [
      "a test is added",
      MENDED + TESTS.replace(/\}\n$/, "\n    #[test]\n    fn none() {\n        assert_eq!(half(0), 0);\n    }\n}\n"),
    ],
    ["they are indented in another way", MENDED + TESTS.replaceAll("    ", "  ")],
    ["they stand in another place", TESTS + MENDED],
  ])("stay when %s", (_, worker) => {
    expect(strictly(worker)).toBeNull();
    expect(leniently(worker)).toBeNull();
  });

  test.each([
    ["they are gone", MENDED],
    ["they are commented out", MENDED + TESTS.replace(/^/gm, "// ")],
    ["they are built with a feature only", MENDED + TESTS.replace("cfg(test)", 'cfg(all(test, feature = "slow"))')],
    ["one is ignored", MENDED + TESTS.replace("#[test]", "#[test]\n    #[ignore]")],
    ["one expects another value", MENDED + TESTS.replace("half(4), 2", "half(4), 1")],
  ])("come back when %s", (_, worker) => {
    for (const restored of [strictly(worker), leniently(worker)]) {
      expect(restored).toContain(TESTS.trimEnd());
      expect(restored).toContain(MENDED);
      expect(restored?.match(/^mod tests/gm)).toHaveLength(1);
    }
  });

  test("come back when one leaves early, in a step that lists other files", () => {
    const early = MENDED + TESTS.replace("halves() {", "halves() {\n        if true { return; }");
    expect(strictly(early)).toBe(MENDED + TESTS);
  });

  test("may follow a new name, in a step that lists no files", () => {
    expect(leniently((MENDED + TESTS).replaceAll("half(", "halved("))).toBeNull();
  });

  test("a module of its own comes back by its name", () => {
    expect(restoreInnerTests("src/a.rs", `#[cfg(test)]\nmod tests;\n${CODE}`, MENDED, { strictly: true })).toBe(
      `${MENDED}\n#[cfg(test)]\nmod tests;\n`,
    );
  });

  test("are put into the file of the base, to see whether they notice the work", () => {
    const more = TESTS.replace("half(4), 2", "half(9), 4");
    expect(graftInnerTests("src/a.rs", CODE + TESTS, MENDED + more)).toBe(CODE + more);
    expect(graftInnerTests("src/a.rs", CODE, MENDED + TESTS)).toBe(`${CODE}\n${TESTS}`);
    expect(graftInnerTests("src/a.rs", CODE + TESTS, MENDED + TESTS)).toBeNull();
  });

  test("are the worker's file where nothing else was changed in it", () => {
    const more = CODE + TESTS.replace("half(4), 2", "half(9), 4");
    expect(graftInnerTests("src/a.rs", CODE + TESTS, more)).toBe(more);
  });
});
