import { expect, test } from "vitest";
import { introducer } from "./introduces.ts";
import { proseOf } from "./prose.ts";

/** Whether the last name of a text is introduced by its sentence. */
function isIntroduced(markdown: string): boolean | undefined {
  const prose = proseOf(markdown);
  const sentence = prose.sentences.at(-1);
  const code = sentence?.codes.at(-1);
  return sentence && code && introducer(prose)(sentence, code);
}

test.each([
  "Add `x`.",
  "Let the login be checked by a `x`.",
  "Extract the check, and call it `x`.",
  "The check is renamed to `x`.",
  "`x` holds the tokens.",
  "- `x`: the tokens",
  "2. The `x` holds the tokens.",
  "The new check is `x`.",
  "The route returns `x`.",
  "Replace `y` by `x`.",
])("is introduced: %s", (markdown) => {
  expect(isIntroduced(markdown)).toBe(true);
});

test.each([
  "Ask `x`.",
  "Add a test. Ask `x`.",
  "Call `x` before each request.",
  "- Add a test\n- Ask `x`",
  "Address `x`, the renewed one.",
  "`y` asks `x`.",
])("is taken for known: %s", (markdown) => {
  expect(isIntroduced(markdown)).toBe(false);
});
