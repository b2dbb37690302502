import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CommitMessage, devSubject, quotable, readMessage, workerName, writeMessage } from "./commit-message.ts";

const HASH = "ab".repeat(32);
const TREE = "cd".repeat(20);
const ofStep = { plan: "pages", step: 3, attempt: 2, contractHashes: [HASH, HASH], tree: TREE };
const every: CommitMessage[] = [
  { kind: "approved", plan: "pages", planHash: HASH, approvedBy: "Ada <ada@example.org>" },
  { kind: "dev", subject: "Write page 3", ...ofStep },
  { kind: "dev", subject: "Write page 4", ...ofStep, said: ["I wrote it.", "", "  All tests pass: really"] },
  { kind: "accepted", result: "page 3 is there", receipt: HASH, ...ofStep },
  { kind: "revised", plan: "pages", planHash: HASH, approvedBy: "Ada" },
  { kind: "failed", plan: "pages", planHash: HASH, said: ["page 3 is not there"] },
  { kind: "complete", plan: "pages", planHash: HASH },
];

test("a message names its kind first and its facts as trailers", () => {
  const told = every.map(writeMessage).map((text) => text.replaceAll(HASH, "HASH").replaceAll(TREE, "TREE"));
  expect(told.join("--\n")).toMatchInlineSnapshot(`
    "plan approved: pages

    Plan: pages
    Plan-Hash: HASH
    Approved-By: Ada <ada@example.org>
    --
    Write page 3

    Plan: pages
    Step: 3
    Attempt: 2
    Contract-Hash: HASH
    Contract-Hash: HASH
    Tree: TREE
    --
    Write page 4

    > I wrote it.
    >
    >   All tests pass: really

    Plan: pages
    Step: 3
    Attempt: 2
    Contract-Hash: HASH
    Contract-Hash: HASH
    Tree: TREE
    --
    plan accepted: task-3 — page 3 is there

    Plan: pages
    Step: 3
    Attempt: 2
    Contract-Hash: HASH
    Contract-Hash: HASH
    Tree: TREE
    Receipt: HASH
    --
    plan revised: pages

    Plan: pages
    Plan-Hash: HASH
    Approved-By: Ada
    --
    plan failed: pages

    > page 3 is not there

    Plan: pages
    Plan-Hash: HASH
    --
    plan complete: pages

    Plan: pages
    Plan-Hash: HASH
    "
  `);
});

test("what was written is read again", () => {
  expect(every.map((message) => readMessage(writeMessage(message)))).toEqual(every);
});

describe("whatever people and workers write", () => {
  const nasty = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .array(
        fc.constantFrom(
          ..."\n|\r|\r\n|\u2028|\u0085|\u202e|\0|\t| |---|# ------------------------ >8 ------------------------|Receipt: x".split(
            "|",
          ),
          ..."\nTree: 0|\n\nStep: 9|plan complete: x|plan accepted: task-1 — ok|Plan: y|👩‍👩‍👧|e\u0301|\ud800|word ".split(
            "|",
          ),
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join("")),
  );

  test("no text becomes a line or a trailer, and the kind stays", () => {
    fc.assert(
      fc.property(nasty, nasty, fc.constantFrom(...every), (text, plan, message) => {
        const free = { plan, subject: text, result: text, approvedBy: text };
        const own = Object.fromEntries(Object.entries(free).filter(([field]) => field in message));
        const asked = { ...message, ...own };
        const written = writeMessage(asked);
        const read = readMessage(written);
        expect(read).toMatchObject({
          ...asked,
          ...Object.fromEntries(Object.keys(own).map((field) => [field, expect.any(String)])),
        });
        expect(written.split("\n")).toHaveLength(writeMessage(message).split("\n").length);
        if (read.kind === "dev") expect([...read.subject].length).toBeLessThanOrEqual(72);
      }),
      { numRuns: 2000 },
    );
  });

  test("words are quoted as they are, adding no trailer, and are read again", () => {
    fc.assert(
      fc.property(nasty, fc.constantFrom(...every), (text, message) => {
        if (message.kind !== "dev" && message.kind !== "accepted") return;
        const said = quotable(text);
        const asked: CommitMessage = { ...message, said };
        const written = writeMessage({ ...message, said: [text] });
        expect(written).toBe(writeMessage(asked));
        const { said: none, ...rest } = asked;
        expect(readMessage(written)).toEqual(said.length === 0 ? rest : asked);
      }),
      { numRuns: 2000 },
    );
    const long = writeMessage({ kind: "dev", subject: "x", ...ofStep, said: ["a\n".repeat(100), "b".repeat(999)] });
    expect(long.split("\n").length).toBeLessThan(55);
  });

  test("git reads the same trailers", () => {
    const texts = [
      "--- a/file",
      "# ---- >8 ----",
      "ok\n\nStep: 9",
      "Fixes: everything",
      "\u2028Tree: 0",
      "plan complete: x",
    ];
    for (const text of texts) {
      for (const said of [[], [text]]) {
        const written = writeMessage({ kind: "dev", subject: text, ...ofStep, plan: text, said });
        const parsed = spawnSync("git", ["interpret-trailers", "--parse"], { input: written, encoding: "utf8" });
        expect(parsed.stdout).toBe(written.split("\n\n").at(-1));
      }
    }
  });
});

describe("a message that claims to be the harness's and is not quite", () => {
  test.each([
    ["it has no trailer Plan", "plan approved: pages\n"],
    ["it has no trailer Approved-By", `plan approved: pages\n\nPlan: pages\nPlan-Hash: ${HASH}\n`],
    ["its trailer Plan-Hash says `x`", "plan complete: pages\n\nPlan: pages\nPlan-Hash: x\n"],
    ["it has more than one trailer Plan-Hash", `plan complete: a\n\nPlan: a\nPlan-Hash: ${HASH}\nPlan-Hash: ${HASH}\n`],
    ["it is not written the way", `plan complete: pages\n\nPlan: other\nPlan-Hash: ${HASH}\n`],
    ["it is not written the way", `plan complete: pages\n\nPlan-Hash: ${HASH}\nPlan: pages\n`],
    ["it is not written the way", `plan complete: pages\n\nmore\n\nPlan: pages\nPlan-Hash: ${HASH}\n`],
    ["it is not written the way", `plan complete: pages\n\nPlan: pages\nPlan-Hash: ${HASH}`],
    ["it has no trailer Plan", "Plan Complete: pages\n"],
    ["it has no trailer Step", "Some work\n\nPlan: pages\n"],
  ])("%s", (why, text) => {
    expect(readMessage(text)).toEqual({ kind: "malformed", why: expect.stringContaining(why) });
  });

  test("everybody else's messages are none of ours", () => {
    for (const text of ["", "fix\n", "plan the party\n", "planning: x\n\nSigned-off-by: Ada <a@b>\n"]) {
      expect(readMessage(text)).toEqual({ kind: "other" });
    }
  });
});

describe("the subject of a dev commit", () => {
  test.each([
    ["without marks of Markdown", "\n\n## **Done**: all\n", "Done**: all"],
    ["never in the harness's own words", "plan complete: pages", "task-3"],
    ["at most 72 characters", "word ".repeat(30), `${"word ".repeat(14)}w…`],
  ])("is the step's title, %s", (_, title, subject) => {
    expect(devSubject(title, 3)).toBe(subject);
  });
});

test("a worker's name holds nothing that git would drop", () => {
  expect(workerName("claude")).toBe("Planwright Worker (claude)");
  expect(workerName("a\n<b>")).toBe("Planwright Worker (a b)");
  expect(workerName("")).toBe("Planwright Worker (unknown)");
});
