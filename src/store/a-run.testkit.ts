import { aPlan } from "../plan/a-plan.testkit.ts";
import type { Question } from "../record/question.ts";
import { repositoryAt } from "../record/repository-at.testkit.ts";
import type { Run } from "../record/run.ts";
import type { RunFact } from "../record/run-event.ts";

/** A run of a plan with three steps; another id is another branch. */
export function aRun(id: string, fields: Partial<Run> = {}): Run {
  return {
    id,
    repository: repositoryAt("/repository"),
    branch: `refs/heads/plan/${id}`,
    base: "0".repeat(40),
    dialect: "branch",
    files: [{ path: ".plan/plan-overview.md", text: "# Sample\n" }],
    plan: aPlan(["a", "b <- a", "c <- b"], { id: `plan-of-${id}`, title: `Plan of ${id}` }),
    hash: "f".repeat(64),
    mode: "interactive",
    agent: { driver: "command", spec: "./agent.sh" },
    agents: {},
    planner: null,
    from: "/repository",
    inPlace: false,
    surroundings: { workspace: null, installed: [], topics: [] },
    ...fields,
  };
}

export const opened: RunFact = {
  ...{ type: "opened", by: "ada", via: "terminal", hash: "f".repeat(64), mode: "interactive" },
  ...{ agent: "command:./agent.sh", commit: "1".repeat(40), rebuilt: false },
};

export const noted = (told: string): RunFact => ({ type: "noted", step: null, told });

export const accepted = (step: string): RunFact => ({
  ...{ type: "step-accepted", step, attempt: 1, dev: "2".repeat(40), accepted: "3".repeat(40) },
  ...{ receipt: "receipt.json", result: "it works", outcome: "proven", byEye: null },
});

export const aQuestion = (id: string, run: string, fields: Partial<Question> = {}): Question => ({
  ...{ id, run, step: "a", over: "exhausted", kind: "escalation", severity: "major" },
  ...{ headline: `what about ${id}?`, context: ["it failed"], suggestion: "retry" },
  options: [{ label: "Retry", value: "retry", description: "begin another attempt", note: "welcome" }],
  ...fields,
});

export const asked = (question: Question): RunFact => ({ type: "asked", step: question.step, question });

export const answered = (question: Question, fields: Partial<RunFact & { type: "answered" }> = {}): RunFact => ({
  ...{ type: "answered", step: question.step, question: question.id, value: "retry", note: "again", by: "ada" },
  ...fields,
});
