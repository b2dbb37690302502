import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { itemsFor, parseScript, type Script } from "./script.ts";

function scriptOf(text: string): Script {
  const reading = parseScript(text);
  if (!reading.ok) throw new Error(`line ${reading.line}: ${reading.problem}`);
  return reading.script;
}

describe("a script", () => {
  test("has every kind of item", () => {
    const script = scriptOf(`
steps:
  1:
    - say: Hello.
    - write: { path: ./src//a.js, text: "a" }
    - append: { path: a.md, text: "" }
    - replace: { path: a.js, old: "a", new: "" }
    - delete: src/old.js
    - run: npm test
    - run: make
      must: true
    - wait: 2s
    - ask: Which port?
    - give-up: No.
    - crash: true
    - exit: 3
`);
    expect(script.get(1)).toEqual([
      {
        attempt: 1,
        items: [
          { do: "say", text: "Hello." },
          { do: "write", path: "src/a.js", text: "a" },
          { do: "append", path: "a.md", text: "" },
          { do: "replace", path: "a.js", old: "a", new: "" },
          { do: "delete", path: "src/old.js" },
          { do: "run", command: "npm test", must: false },
          { do: "run", command: "make", must: true },
          { do: "wait", seconds: 2 },
          { do: "ask", question: "Which port?" },
          { do: "give-up", why: "No." },
          { do: "crash" },
          { do: "exit", status: 3 },
        ],
      },
    ]);
  });

  test.each([
    ["by number", "steps: { 2: [{ attempt: 1, do: [{ say: a }] }, { attempt: 3, do: [{ say: c }] }] }", "aacc"],
    ["in their order", "steps: { 2: [[{ say: a }], [{ say: b }], []] }", "ab"],
    ["all the same", 'steps: { "2": [{ say: a }] }', "aaaa"],
  ])("lists attempts %s, and the last one stands for all that follow", (_, text, said) => {
    const attempts = scriptOf(text).get(2) ?? [];
    const items = [1, 2, 3, 4].flatMap((attempt) => itemsFor(attempts, attempt, 1));
    expect(items.map((item) => (item.do === "say" ? item.text : "?")).join("")).toBe(said);
  });

  test.each([
    ["steps: [", 1, "Flow sequence"],
    ["", 1, "here stands a map with `steps`"],
    ["step: {}", 1, "unknown key `step`; did you mean `steps`?"],
    ["steps: {}\nsteps: {}", 2, "unique"],
    ["steps:\n  one: []", 2, "the keys of `steps` are step numbers"],
    ["steps:\n  1: []\n  '1': []", 3, "step 1 is there twice"],
    ["steps:\n  1: hello", 2, "a step is a list of items"],
    ["steps:\n  1:\n    - &a { say: x }\n    - *a", 4, "aliases are not read"],
    ["steps:\n  1:\n    - say: !!binary x", 3, "`say` is text"],
    ["steps:\n  1:\n    - say: !x y", 3, "Unresolved tag"],
    ["steps:\n  1:\n    - hello", 3, "here stands a map with `say`"],
    ["steps:\n  1:\n    - must: true", 3, "an item is one of `say`, `write`"],
    ["steps:\n  1:\n    - say: a\n      run: b", 3, "`say` and `run` are two items"],
    ["steps:\n  1:\n    - say: a\n      must: true", 4, "`must` belongs to `run`"],
    ["steps:\n  1:\n    - run: a\n      must: yes", 4, "`must` is `true` or `false`"],
    ["steps:\n  1:\n    - say: 5", 3, "`say` is text; put it in quotes"],
    ["steps:\n  1:\n    - say:", 3, "`say` is text"],
    ["steps:\n  1:\n    - write: { path: a }", 3, "`text` is missing"],
    ["steps:\n  1:\n    - write: { path: a, text: b, mode: c }", 3, "unknown key `mode`"],
    ["steps:\n  1:\n    - write:\n        text: b\n        path: /etc/passwd", 5, "`/etc/passwd` is absolute"],
    ["steps:\n  1:\n    - delete: a/../../b", 3, "`a/../../b` leaves the tree"],
    ["steps:\n  1:\n    - delete: a/..", 3, "`a/..` is no file"],
    ["steps:\n  1:\n    - replace: { path: a, old: '', new: b }", 3, "`old` is empty"],
    ["steps:\n  1:\n    - wait: 5", 3, "`wait` is a duration"],
    ["steps:\n  1:\n    - exit: 256", 3, "`exit` is a number from 0 to 255"],
    ["steps:\n  1:\n    - crash: false", 3, "`crash` is `true`"],
    ["steps:\n  1:\n    - attempt: 2\n      do: []", 3, "the first attempt listed is number 1"],
    ["steps:\n  1:\n    - { attempt: 1, do: [] }\n    - { attempt: 1, do: [] }", 4, "attempt 1 comes after attempt 1"],
    ["steps:\n  1:\n    - { attempt: 1 }", 3, "`do` is missing"],
    ["steps:\n  1:\n    - { do: [] }", 3, "`attempt` is a number"],
    ["steps:\n  1:\n    - { attempt: 1, do: [] }\n    - say: a", 4, "unknown key `say`"],
    ["steps:\n  1:\n    - [{ say: a }]\n    - say: a", 4, "here stands a list of items"],
  ])("is refused: %j", (text, line, problem) => {
    expect(parseScript(text)).toMatchObject({ ok: false, line, problem: expect.stringContaining(problem) });
  });

  test("is refused when it is nested too deeply", () => {
    for (const depth of [100, 3000, 50_000]) {
      expect(parseScript(`steps: { 1: ${"[".repeat(depth)}${"]".repeat(depth)} }`)).toMatchObject({ ok: false });
    }
  });
});

test("the script in docs/agents.md is one", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/agents.md"), "utf8");
  const [, text = ""] = /```yaml\n(steps:\n[\s\S]*?)```/.exec(page) ?? [];
  const script = scriptOf(text);
  expect([...script.keys()]).toEqual([1, 2, 3]);
  expect(itemsFor(script.get(3) ?? [], 2, 1)).toEqual([{ do: "give-up", why: "The API does not exist." }]);
});
