import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { steps } from "../dialects/steps/dialect.ts";
import { PrintError } from "../dialects/writing/checked-print.ts";
import type { FileEntry, Plan } from "../plan/model.ts";
import { locateRepository } from "../workspace/locate.ts";
import { personName } from "./person.ts";
import { type PlanToRun, planToRun } from "./plan-to-run.ts";
import { UsageError } from "./usage-error.ts";

/** One thing to do, and how one sees that it is done. `files` are those it may change. */
export type Wish = { words: string; contract: string; files: readonly string[] };

/** A plan of one step, written out and read as any other: its text will lie in the branch. */
export function planToDo(wish: Wish): PlanToRun {
  const { top } = locateRepository(".");
  // In the repository, because a plan is verified against what lies around it.
  const folder = mkdtempSync(join(top, ".planwright-"));
  try {
    const path = join(folder, "plan.md");
    writeFileSync(path, textOf(wish));
    return underName(planToRun(path), path, "plan.md");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The file is gone when somebody reads what is said about it. */
function underName(plan: PlanToRun, path: string, name: string): PlanToRun {
  const renamed = (file: string): string => (resolve(file) === path ? name : file);
  return {
    ...plan,
    sources: plan.sources.map(({ path: file, text }) => ({ path: renamed(file), text })),
    diagnostics: plan.diagnostics.map((each) => ({ ...each, span: { ...each.span, file: renamed(each.span.file) } })),
  };
}

function textOf(wish: Wish): string {
  try {
    return steps.print(planOf(wish)).files[0]?.text ?? "";
  } catch (error) {
    if (!(error instanceof PrintError)) throw error;
    throw new UsageError(`${error.message}; write a plan file and \`planwright run\` it`, { cause: error });
  }
}

function planOf({ words, contract, files }: Wish): Plan {
  const task = words.trim();
  if (task === "") throw new UsageError('say what is to be done, such as `planwright do "fix the upload" …`');
  if (contract.trim() === "")
    throw new UsageError("the contract is empty; it is the command that shows that the work is done");
  const title = titleOf(task);
  const change = files.map((path): FileEntry => ({ path }));
  return {
    id: "plan",
    title,
    status: "draft",
    owner: personName(),
    settings: {},
    what: "",
    protectedAreas: [],
    risks: [],
    prerequisites: [],
    source: { dialect: "steps", path: "plan.md" },
    steps: [
      {
        id: "1",
        number: 1,
        title,
        status: "pending",
        failCount: 0,
        target: "developer",
        dependsOn: [],
        subscriptions: [],
        what: task,
        subtasks: [],
        files: { change, add: [], delete: [], mustNotTouch: [] },
        toolsNeeded: [],
        needs: [],
        contracts: [{ command: contract.trim(), exitCode: 0 }],
      },
    ],
  };
}

const LONGEST_TITLE = 60;

/** The first line, with as many of its words as a title has room for. */
function titleOf(task: string): string {
  const [first = ""] = task.split("\n");
  const line = first.trim().replace(/[.:;,]+$/, "");
  if (line.length <= LONGEST_TITLE) return line;
  const cut = line.slice(0, LONGEST_TITLE);
  return `${cut.slice(0, cut.lastIndexOf(" ") > 0 ? cut.lastIndexOf(" ") : LONGEST_TITLE)} …`;
}
