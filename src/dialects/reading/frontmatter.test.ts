import { expect, test } from "vitest";
import type { Value } from "./field.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { type SourceText, spanWithin } from "./source-text.ts";

const LITERALS = {
  plain: "---\ncontract: |\n  npm test\n    && echo ok\n\n  test -s out.md\nid: a\n---\n",
  "without final line break": "---\ncontract: |-\n  npm test\n  test -s out.md\n---\n",
  "with every final line break": "---\ncontract: |+\n  npm test\n  test -s out.md\n\n\nid: a\n---\n",
  "with its indentation told": "---\ncontract: |2\n    npm test\n  test -s out.md\n---\n",
  "with blank lines on top": "---\ncontract: |\n\n\n  npm test\n  test -s out.md\n---\n",
  "with a comment behind the bar": "---\ncontract: | # proves it\n  npm test\n  test -s out.md\n---\n",
  "in a list": "---\nsteps:\n  - |\n    npm test\n    test -s out.md\n---\n",
  "with characters of two units": "---\ncontract: |\n  echo 😀 é && npm test\n  test -s out.md\n---\n",
};

test.each(
  Object.entries(LITERALS).flatMap(([name, text]) => [
    [name, text],
    [`${name}, CRLF`, text.replaceAll("\n", "\r\n")],
    [`${name}, byte order mark`, `\uFEFF${text}`],
  ]),
)("finds every word of a literal block: %s", (_, text) => {
  const written = firstText(text);
  const words = [...written.value.matchAll(/\S+/g)];
  expect(words.map(([word]) => word)).toEqual(expect.arrayContaining(["npm", "test", "-s", "out.md"]));
  for (const { 0: word, index } of words) {
    const { start, end } = spanWithin(written, index, index + word.length);
    expect(text.slice(start, end)).toBe(word);
  }
});

test("keeps the lines of a literal block, and no line break at its end", () => {
  expect(firstText(LITERALS.plain).value).toBe("npm test\n  && echo ok\n\ntest -s out.md");
});

test("ends a block where its last word ends, so that what replaces it leaves the next key alone", () => {
  for (const text of ["---\na: |\n  one\n  two\nb: 1\n---\n", "---\na: >\n  one\n  two\nb: 1\n---\n"]) {
    const { span } = firstText(text);
    expect(text.slice(span.start, span.end)).toMatch(/^[|>]\n {2}one\n {2}two$/);
  }
});

test("points into what is folded", () => {
  const text = "---\na: >\n  one\n  two\n---\n";
  const written = firstText(text);
  expect(written.value).toBe("one two");
  const { start, end } = spanWithin(written, 4, 7);
  expect(text.slice(start, end)).toBe("two");
});

test("points into quotes on one line", () => {
  const text = '---\na: "npm test"\n---\n';
  const { start, end } = spanWithin(firstText(text), 4, 8);
  expect(text.slice(start, end)).toBe("test");
});

function firstText(text: string): SourceText {
  const value = readFrontmatter({ path: "plan.md", text }).fields[0]?.value;
  const found = value && textIn(value);
  if (!found) throw new Error("no text");
  return found;
}

const textIn = (value: Value): SourceText | undefined => {
  if (value.type === "text") return value.text;
  return value.type === "list" ? value.items.map(textIn)[0] : undefined;
};
