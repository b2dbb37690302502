import { expect, test } from "vitest";
import { nearMiss } from "./near-miss.ts";

const file = Buffer.from("import a;\n\nfunction add(a, b) {\n\tconst sum = a + b;\n\treturn sum;\n}\n");

test("finds the same text in other white space, and shows it as it is", () => {
  expect(nearMiss(file, "  const sum = a + b;\n  return sum;\n")).toBe(
    "with other white space it is at line 4:\n\tconst sum = a + b;\n\treturn sum;",
  );
});

test("finds the line that is most like it", () => {
  expect(nearMiss(file, "function add(a, c) {\n  return a + c;")).toBe(
    "the nearest is at line 3:\nfunction add(a, b) {\n\tconst sum = a + b;",
  );
});

test("says so when nothing is like it", () => {
  expect(nearMiss(file, "SELECT 1")).toBe("nothing in it is like this: read it first");
  expect(nearMiss(file, " \n\n")).toBe("it is only white space");
});

test("takes its time with no file", () => {
  const large = Buffer.alloc(2_000_000, "let value = computeSomething(one, two, three);\n");
  const begun = performance.now();
  nearMiss(large, "let valve = computeSomethingElse(one, two, three, four);");
  expect(performance.now() - begun).toBeLessThan(5000);
});
