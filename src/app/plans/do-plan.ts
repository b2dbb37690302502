import { steps } from "../../dialects/steps/dialect.ts";
import { PrintError } from "../../dialects/writing/checked-print.ts";
import type { FileEntry, Plan } from "../../plan/model.ts";
import { idOfBranch } from "../../plan/plan-id.ts";
import { finishedIn } from "../../record/plan-artifacts.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { listBranches } from "../../workspace/history/refs.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { repositoryConfig } from "../opening/repository-config.ts";
import type { Scene } from "../opening/scene.ts";
import { freeTitle } from "./free-title.ts";
import { type PlanToRun, readyToRun } from "./plan-to-run.ts";

/**
 * One thing to do, and how one sees that it is done; null where the repository's own tests say so. `files` are those it may
 * change; `guards`: it is true already.
 */
export type Wish = { words: string; contract: string | null; files: readonly string[]; guards: boolean };

/** A plan of one step, written out and read as any other: its text will lie in the branch, and nowhere before. */
export async function planToDo(scene: Scene, wish: Wish): Promise<PlanToRun> {
  const { git } = await scene.repository();
  const contract = wish.contract ?? testGate(git.facts.top);
  const branches = await listBranches(git, "refs/heads/plan/");
  const { head } = git.facts;
  const trees = treesOf(git);
  const there = head.kind === "unborn" ? [] : await trees.entries(await trees.treeOf(head.commit));
  const under = branches.map(({ ref }) => idOfBranch(ref.replace("refs/heads/", "")) ?? "");
  const taken = new Set([...under, ...finishedIn(there)]);
  const files = {
    root: git.facts.top,
    files: [{ path: "plan.md", text: textOf({ ...wish, contract, owner: scene.person }, taken) }],
  };
  return { path: null, ...readyToRun(steps, files, []) };
}

function testGate(top: string): string {
  const gate = repositoryConfig(top).gates.get("test");
  if (gate !== undefined) return gate;
  const inConfig = "or name the repository's own tests as `gates: { test: COMMAND }` in planwright.config.yaml";
  throw new Refused("incomplete", "nothing shows that it is done", {
    remedies: [
      remedy("again", { contract: "" }, `says which command does, ${inConfig}`),
      remedy("init", {}, "proposes gates"),
    ],
  });
}

type Spelled = Wish & { contract: string; owner: string };

function textOf(wish: Spelled, taken: ReadonlySet<string>): string {
  try {
    return steps.print(planOf(wish, taken)).files[0]?.text ?? "";
  } catch (error) {
    if (!(error instanceof PrintError)) throw error;
    throw new Refused("not-possible", `${error.message}; write a plan file`, {
      remedies: [remedy("run", { plan: "" }, "runs it")],
      cause: error,
    });
  }
}

function planOf({ words, contract, files, guards, owner }: Spelled, taken: ReadonlySet<string>): Plan {
  const task = words.trim();
  if (task === "") throw new Refused("incomplete", 'say what is to be done, such as "fix the upload"');
  if (contract.trim() === "")
    throw new Refused("incomplete", "the contract is empty; it is the command that shows that the work is done");
  const title = titleOf(task);
  const change = files.map((path): FileEntry => ({ path }));
  return {
    id: "plan",
    title: freeTitle(title, taken),
    status: "draft",
    owner,
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
        contracts: [{ command: contract.trim(), exitCode: 0, kind: guards ? "guards" : "proves" }],
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
