import { describe, expect, test } from "vitest";
import type { FileSet } from "../../ports/dialect.ts";
import { parseBranch } from "./parse.ts";
import { foldBranch } from "./wrap-up.ts";

const SECTIONS = {
  what: "## What\n\nTwo words.\n\n### In full\n\nReally.\n",
  how: "## How\n\nWith care.\n\n## Rollout\n\nOn a Monday.\n",
  tasks:
    "## Task List\n\n| # | Task File | Status | Result |\n|---|---|---|---|\n| 1 | task-01.done.md | done | Wrote it |\n",
};
const HEAD = "---\nstatus: done\n---\n\n# Words\n";
const TASK = "---\nstatus: done\n---\n\n# One\n\n## What\n\nWrite one.\n\n## Verification\n\nCommand: `test -s one`\n";

const folder = (overview: string, tasks: Record<string, string> = { "task-01.done.md": TASK }): FileSet => ({
  root: ".plan",
  files: Object.entries({ "overview.md": overview, ...tasks }).map(([name, text]) => ({ path: `.plan/${name}`, text })),
});
const overviewOf = (...parts: string[]): string => [HEAD, ...parts].join("\n");
const { what, how, tasks } = SECTIONS;
const PLAIN = overviewOf(what, how, tasks);

describe("a finished plan folder", () => {
  test("keeps the overview, byte for byte, and no task file", () => {
    expect(foldBranch(folder(PLAIN))).toEqual(folder(PLAIN, {}));
  });

  test.each([
    ["above the first section", overviewOf("Drafted in a hurry.\n", what, how, tasks)],
    ["in a comment of its own", overviewOf("<!-- ask Bob -->\n", what, how, tasks)],
    ["as a section below the How", overviewOf(what, how, "## Working notes\n\n- a\n\n### Deeper\n\nb\n", tasks)],
    ["as a section at the end", overviewOf(what, how, tasks, "## Questions\n\nWhy?\n\n## More\n\nHow?\n")],
    ["at the end, without a last line break", overviewOf(what, how, tasks, "## Questions\n\nWhy?")],
  ])("loses a note %s", (_, overview) => {
    expect(foldBranch(folder(overview)).files[0]?.text).toBe(PLAIN);
  });

  test("loses a note between sections with the line endings of its file", () => {
    const overview = overviewOf("Drafted.\n", what, how, tasks, "## Notes\n\nWhy?\n").replaceAll("\n", "\r\n");
    expect(foldBranch(folder(overview)).files[0]?.text).toBe(PLAIN.replaceAll("\n", "\r\n"));
  });

  test("keeps what was approved as its What, whatever it is called", () => {
    const overview = overviewOf(what, "## Notes\n\nPart of the What, as it is read.\n", how, tasks);
    expect(foldBranch(folder(overview))).toEqual(folder(overview, {}));
  });

  test("keeps its task files where the table does not tell of all of them", () => {
    const files = folder(PLAIN, { "task-01.done.md": TASK, "task-02.done.md": TASK });
    expect(foldBranch(files)).toEqual(files);
  });

  test("without task files keeps the section that proved it", () => {
    const verification = "## Verification\n\nCommand: `test -s one`\n";
    const files = folder(overviewOf("Drafted.\n", what, verification), {});
    expect(foldBranch(files)).toEqual(folder(overviewOf(what, verification), {}));
    expect(parseBranch(foldBranch(files)).plan.steps).toHaveLength(1);
  });
});
