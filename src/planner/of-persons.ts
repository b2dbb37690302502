import { PLAN_RULES, STEP_RULES } from "../plan/differences.ts";

/** Whether a field is one of a plan's that only a person changes, however a planner spells it. */
export const isOfPersons = (key: string): boolean => OF_PERSONS.has(bare(key));

/** `on_fail`, `On Fail` and `onFail` are one field, and so are `contract` and `contracts`. */
const bare = (key: string): string =>
  key
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "")
    .replace(/s$/, "");

const ofModel = [...Object.entries(PLAN_RULES), ...Object.entries(STEP_RULES)].flatMap(([key, rule]) =>
  rule === "how" ? [] : [key],
);

/** Names that dialects have for the same: sections, labels, and what stands inside of a field. */
const OF_DIALECTS = [
  ...["goal", "task", "Task List", "Architecture & Design Decisions"],
  ...["Verification", "Command", "timeout", "verification_timeout", "max_retries_per_task"],
  ...["Files to Change", "Files to Add", "Files to Delete", "Files Must Not Touch", "must_not_touch"],
];

const OF_PERSONS: ReadonlySet<string> = new Set([...ofModel, ...OF_DIALECTS].map(bare));
