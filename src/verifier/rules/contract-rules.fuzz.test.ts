// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell scripts
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noFiles } from "../../plan/a-plan.testkit.ts";
import { rules as every } from "../rules.ts";
import { findingsOf } from "./contract-rule.testkit.ts";

/** From the registry, so that a contract rule cannot be forgotten here. */
const rules = every.filter((rule) => rule.code.startsWith("PW3"));

/** A machine that has nothing, so that everything a rule can say is said. */
const surroundings = {
  world: { exists: () => false, which: () => null },
  step: { files: { ...noFiles, change: [{ path: "**" }] } },
};

const fragments = [
  ..." \n\t;|&()<>{}[]!$\"'`\\#*?~=-+:/,.%^@0129aZé中",
  ...[
    "||",
    "&&",
    ";;",
    ";&",
    "|&",
    "<<",
    "<<-",
    "<<<",
    "<(",
    ">(",
    "$(",
    "$((",
    "))",
    "${",
    "[[",
    "]]",
    "((",
    "\\\n",
    "\r\n",
  ],
  ..."if then elif else fi for in do done while until case esac select function time coproc"
    .split(" ")
    .map((word) => ` ${word} `),
  ..."true false exit exec set -e -o pipefail echo printf test cd rm -rf mv find -delete -exec git push clean"
    .split(" ")
    .map((word) => `${word} `),
  ..."bash sh -c env timeout xargs sudo uv run npx npm pytest vitest node make cargo go curl tee head sed awk grep"
    .split(" ")
    .map((word) => `${word} `),
  ...[
    "EOF\n",
    "$X",
    "${X:-$(",
    "${X:?}",
    "tests/a.py ",
    "../x ",
    "/etc ",
    "https://example.org ",
    "'true' ",
    "a=1 ",
    "x=(",
    "|| true",
    "; true",
  ],
];

const shellish = fc
  .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 3 })), { maxLength: 30 })
  .map((all) => all.join(""));

test("no text makes a rule throw or point outside the contract, and repairs repair", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(shellish, (command) => {
      for (const rule of rules) {
        for (const { words, fixed } of findingsOf(rule, command, surroundings)) {
          expect(command).toContain(words);
          if (fixed !== undefined) expect(findingsOf(rule, fixed, surroundings)).toEqual([]);
        }
      }
    }),
    { numRuns: 1000 },
  );
});

describe("a long or deep contract takes a moment, not a minute", () => {
  const many = 5_000;
  test.each([
    ["statements", "npm test;".repeat(many)],
    ["`&&`", `${"npm test &&".repeat(many)} true`],
    ["`||`", `${"npm test ||".repeat(many)} true`],
    ["pipes", `${"npm test |".repeat(many)} cat`],
    ["pipes in a row", "npm test | cat\n".repeat(many)],
    ["words", `rm -rf ${"/x ".repeat(many)}`],
    ["wrappers", `${"env ".repeat(many)} npm test`],
    ["assignments", "X=1 ".repeat(many)],
    ["arithmetic", `((${"1+".repeat(many)}1))`],
    ["parentheses", `${"( ".repeat(many)}true${" )".repeat(many)}`],
    ["groups", `${"{ ".repeat(200)}a || true${"; }".repeat(200)}`],
    ["conditions", `${"if a; then ".repeat(200)}true${"; fi".repeat(200)}`],
    ["substitutions", `${"echo $(".repeat(many)}true${")".repeat(many)}`],
    ["process substitutions", `cat ${"<(".repeat(many)}a${")".repeat(many)}`],
    ["assignments in substitutions", `${"x=$(".repeat(200)}true${")".repeat(200)}`],
    ["functions", `${"f() ".repeat(many)}{ true; }`],
    ["negations", `${"! ".repeat(many)}true`],
    ["backticks", "`".repeat(many)],
    ["quotes", `${`"'`.repeat(many)}`],
    ["a path", `bash ${"a/".repeat(many)}b`],
    ["one word", `pytest ${"a".repeat(many * 10)}`],
    ["loops", `${"while a; do ".repeat(200)}set -e${"; done".repeat(200)}`],
    ["here-documents", "cat <<A\nx\nA\n".repeat(many / 10)],
    ["inner scripts", `${"bash -c 'a | cat || true'; ".repeat(many / 10)}`],
  ])("%s", (_, command) => {
    for (const rule of rules) findingsOf(rule, command, surroundings);
  });
});
