import type { Contract, Plan, Step, StepFiles } from "./model.ts";

/** A plan for tests, one line per step: `"b"`, `"c <- a b"` (depends on), `"d @frontend <- a"` (in a track). */
export function aPlan(lines: readonly (string | Step)[], fields: Partial<Plan> = {}): Plan {
  return {
    id: "sample",
    title: "Sample",
    status: "in-progress",
    settings: {},
    what: "The sample works.",
    protectedAreas: [],
    steps: lines.map((line, index) => (typeof line === "string" ? { ...aStep(line), number: index + 1 } : line)),
    risks: [],
    prerequisites: [],
    source: { dialect: "steps", path: "plan.md" },
    ...fields,
  };
}

export function aStep(line: string, fields: Partial<Step> = {}): Step {
  const [name = "", dependencies = ""] = line.split("<-");
  const [id = "", track] = name.trim().split(" @");
  return {
    id,
    number: 1,
    title: `Do ${id}`,
    status: "pending",
    failCount: 0,
    dependsOn: dependencies.split(" ").filter((dependency) => dependency !== ""),
    subscriptions: [],
    what: `${id} is there.`,
    subtasks: [],
    files: noFiles,
    toolsNeeded: [],
    needs: [],
    contracts: [aContract()],
    ...(track !== undefined && { track }),
    ...fields,
  };
}

export const aContract = (fields: Partial<Contract> = {}): Contract => ({
  command: "npm test",
  exitCode: 0,
  ...fields,
});

export const noFiles: StepFiles = { change: [], add: [], delete: [], mustNotTouch: [] };

/** The ids behind positions, as people read them. */
export const idsAt = (plan: Plan, positions: readonly number[]): string[] =>
  positions.map((position) => plan.steps[position]?.id ?? "?");
