import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { planwright } from "./cli.ts";
import { stepsPlan } from "./plans.ts";
import { tempFolder } from "./temp-folder.ts";

/** What people and programs hand over that is no good plan: each gets a clear answer, at once and with its place. */
describe("bad input", () => {
  test("10 MB of everything in one line is read to its end", () => {
    const text = stepsPlan({ title: "One", contract: `test -s a.md # ${"x".repeat(10_000_000)}` });
    const { status, lines } = verify({ "plan.md": text });
    expect(status).toBe(0);
    expect(lines.map((line) => /\[(PW\d+)\]$/.exec(line)?.[1])).toEqual(["PW405"]);
  });

  test("10 MB that are no plan are told so", () => {
    expect(verify({ "notes.md": "All work and no play.\n".repeat(450_000) }, "notes.md")).toEqual({
      status: 1,
      lines: ["notes.md:1:1: error: this is not a plan in any dialect Planwright knows [PW121]"],
    });
  });

  test("an alias bomb is refused at its first anchor", () => {
    const bomb = ["a: &a [x, x]", "b: &b [*a, *a]", "c: &c [*b, *b]"].join("\n");
    expect(verify({ "plan.md": `---\ntype: plan\n${bomb}\n---\n\n# A plan\n` })).toEqual({
      status: 1,
      lines: ["plan.md:3:7: error: an anchor is not allowed in a plan [PW102]"],
    });
  });

  test.each([
    ["YAML", "plan.md", `---\ntype: plan\na: ${"[".repeat(50_000)}\n---\n`, "PW102"],
    ["JSON", "plan.json", `{"goal": "a", "steps": ${"[".repeat(50_000)}`, "PW122"],
    ["Markdown", "plan.md", stepsPlan({ lines: [`${">".repeat(20_000)} deep`] }), "PW112"],
  ])("%s that is nested tens of thousands deep is answered with one diagnostic", (_, path, text, code) => {
    const { lines } = verify({ [path]: text }, path);
    expect(lines.map((line) => /\[(PW\d+)\]$/.exec(line)?.[1])).toEqual([code]);
  });

  test("a NUL byte and bytes that are not UTF-8 are shown where they stand", () => {
    const text = Buffer.from(stepsPlan({ title: "One" }).replace("A plan", "A\0 plan \xff"), "latin1");
    expect(verify({ "plan.md": text }).lines).toEqual([
      "plan.md:7:4: error: a NUL byte stands here [PW101]",
      "plan.md:7:11: error: the byte ff is not UTF-8 [PW101]",
    ]);
  });

  test("characters nobody sees are named", () => {
    const { status, lines } = verify({ "plan.md": stepsPlan({ contract: "test -s a\u202e.md" }) });
    expect(status).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/U\+202E.*\[PW504\]$/);
  });

  test("letters that only look like others are named in a command", () => {
    const { status, lines } = verify({ "plan.md": stepsPlan({ contract: "n\u043ede --test" }) });
    expect(status).toBe(1);
    expect(lines.some((line) => /U\+043E.*\[PW505\]$/.test(line))).toBe(true);
  });

  test("a plan folder with foreign files says which they are", () => {
    const { lines } = verify(
      {
        ".plan/overview.md": overview,
        ".plan/task-01.md": task,
        ".plan/notes.md": "Notes",
        ".plan/picture.png": "not text \xff",
        ".plan/receipts/1.json": "{}",
      },
      ".plan",
    );
    expect(lines).toEqual([".plan/notes.md:1:1: error: `notes.md` is neither the overview nor a task file [PW120]"]);
  });

  test("a task that is a link out of the plan folder is not followed", () => {
    const folder = folderWith({ ".plan/overview.md": overview, "secret.txt": "hidden" });
    symlinkSync("../secret.txt", join(folder, ".plan", "task-01.md"));
    const { status, stdout, stderr } = planwright(["verify", ".plan", "--format", "pretty"], folder);
    expect(status).toBe(1);
    expect(stdout).toContain("`task-01.md` is a symbolic link that leads out of the plan folder");
    expect(stdout + stderr).not.toContain("hidden");
  });

  test.each([
    ["overview.md and plan.md", { "overview.md": overview, "plan.md": stepsPlan({}) }],
    ["plan.md and plan.json", { "plan.md": stepsPlan({}), "plan.json": '{"goal":"a","steps":[{"action":"b"}]}' }],
    ["a whole plan.md and tasks", { "plan.md": stepsPlan({}), "tasks/01-a.md": "---\nid: a\n---\n\nDo it.\n" }],
  ])("two plans in one folder are one too many: %s", (_, files) => {
    const { status, lines } = verify(files, ".");
    expect(status).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/\[PW123\]$/);
  });

  test("either of two plans can be named by its own path", () => {
    const files = { "plan.md": stepsPlan({}), "plan.json": '{"goal":"a","steps":[{"action":"b"}]}' };
    expect(verify(files, "plan.md")).toEqual({ status: 0, lines: [] });
    expect(verify(files, "plan.json").status).toBe(0);
  });

  test("JSON with duplicate keys is refused at the second", () => {
    const text = '{\n  "goal": "a",\n  "goal": "b",\n  "steps": [{ "action": "c", "action": "d" }]\n}\n';
    expect(verify({ "plan.json": text }, "plan.json").lines.filter((line) => line.includes("error"))).toEqual([
      "plan.json:3:4: error: `goal` is written twice [PW103]",
      "plan.json:4:31: error: `action` is written twice [PW103]",
    ]);
  });

  test("a reply with two plans is refused at the second", () => {
    const plan = '{ "goal": "a", "steps": [{ "action": "b" }] }';
    const { lines } = verify({ "reply.txt": `First:\n\n${plan}\n\nor:\n\n${plan}\n` }, "reply.txt");
    expect(lines.filter((line) => line.includes("error"))).toHaveLength(1);
    expect(lines.find((line) => line.includes("error"))).toMatch(/^reply\.txt:7:1: error: .*\[PW123\]$/);
  });

  test("--fix leaves a file alone that it could not read, and no draft beside any", () => {
    const text = Buffer.from(stepsPlan({ lines: ["**depend_on:** 1"] }).replace("A plan", "A plan \xff"), "latin1");
    const folder = folderWith({ "plan.md": text });
    planwright(["verify", "plan.md", "--fix"], folder);
    expect(readFileSync(join(folder, "plan.md")).equals(text)).toBe(true);
    expect(readdirSync(folder)).toEqual(["plan.md"]);
  });
});

const overview = `# Rotate the keys

## What

Every signing key is replaced once a month.

## Task List

| # | Task File | Status | Result |
|---|---|---|---|
| 1 | task-01.md | pending | — |
`;
const task = `---
status: pending
---

## What

Write the job.

## Verification

Command: \`test -s jobs/rotate.sh\`
`;

type Files = Record<string, string | Buffer>;

function verify(files: Files, path = "plan.md"): { status: number | null; lines: string[] } {
  const { status, stdout, stderr } = planwright(["verify", path, "--format", "unix"], folderWith(files));
  expect(stderr).toBe("");
  return { status, lines: stdout.split("\n").filter((line) => line !== "") };
}

function folderWith(files: Files): string {
  const folder = tempFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Slips that would take a protection or a bound away without a word. */
describe("what looks like a bound is one", () => {
  const steps = (head: string): string =>
    stepsPlan({ lines: ["", "**files:**", "- change: `src/payment/a.ts`"] }).replace("## Steps", `${head}\n\n## Steps`);

  test.each([
    "**Protected areas:** `src/payment/`",
    "**Protected areas:** src/payment/**",
    "**Protected areas:** Payments: `src/payment/`",
    "**Protected areas:**\n- src/payment/",
    "**Protected areas:**\n- Payments: src/payment/",
    "## Protected Areas\n\n- Payments: `src/payment/**`",
  ])("a protected area written as %j protects", (head) => {
    const { status, lines } = verify({ "plan.md": steps(head) });
    expect(status).toBe(1);
    expect(lines.map((line) => /\[(PW\d+)\]$/.exec(line)?.[1])).toEqual(["PW501"]);
  });

  test.each(["## Files to Modify", "## Files to Create", "## Do Not Touch", "## Files Not to Touch"])(
    "a task's `%s` is told its right name",
    (heading) => {
      const text = task.replace("## Verification", `${heading}\n\n- \`src/a.ts\`\n\n## Verification`);
      const { lines } = verify({ ".plan/overview.md": overview, ".plan/task-01.md": text }, ".plan");
      expect(lines.filter((line) => line.includes("error"))).toEqual([
        expect.stringMatching(/is not a section of a plan \[PW104\]$/),
      ]);
    },
  );

  test("a deeper heading still lists files", () => {
    const areas = "---\nprotected_areas:\n  - src/payment/**\n---\n\n";
    const list = overview.replace("## Task List", "## Protected Areas\n\n- `src/payment/**`\n\n## Task List");
    const text = task.replace("## Verification", "### Files to Change\n\n- `src/payment/a.ts`\n\n## Verification");
    const { lines } = verify({ ".plan/overview.md": areas + list, ".plan/task-01.md": text }, ".plan");
    expect(lines.map((line) => /\[(PW\d+)\]$/.exec(line)?.[1])).toEqual(["PW501"]);
  });

  test("a word in backticks behind a path is part of the note, and no file the step may write", () => {
    const line = "- change: `src/a.ts`, `src/b.ts`: call `validate()` as `src/payment/c.ts` does";
    const folder = folderWith({ "plan.md": stepsPlan({ lines: ["", "**files:**", line] }) });
    const { stdout } = planwright(["convert", "plan.md", "--to", "json"], folder);
    const note = "call `validate()` as `src/payment/c.ts` does";
    expect(JSON.parse(stdout).steps[0].planwright.files).toEqual({
      change: [
        { path: "src/a.ts", note },
        { path: "src/b.ts", note },
      ],
    });
  });

  test("tick boxes that text follows stay where they stand", () => {
    const what = "Before you start:\n\n- [ ] the flag is off\n\nThen change it. Afterwards:\n\n- [ ] the flag is on";
    const text = stepsPlan({}).replace("Write `docs/1.md`.", what);
    const { stdout } = planwright(["convert", "plan.md", "--to", "json"], folderWith({ "plan.md": text }));
    expect(JSON.parse(stdout).steps[0]).toMatchObject({
      action: "Before you start:\n\n- [ ] the flag is off\n\nThen change it. Afterwards:",
      planwright: { subtasks: ["the flag is on"] },
    });
  });

  test.each([
    ["plan.json", '{"goal":"a","steps":[{"description":"b"}]}', "action"],
    ["plan.md", stepsPlan({ lines: ["**dependencies:** none"] }), "depends_on"],
  ])("a favourite name for another field is understood in %s", (path, text, meant) => {
    const folder = folderWith({ [path]: text });
    const { stdout } = planwright(["verify", path, "--format", "pretty"], folder);
    expect(stdout).toContain(`did you mean \`${meant}\`?`);
  });
});
