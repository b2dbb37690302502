import { formatBudget } from "../../plan/budget.ts";
import { formatDuration } from "../../plan/duration.ts";
import type { Contract, FileEntry, Step } from "../../plan/model.ts";
import { formatOnFail } from "../../plan/on-fail.ts";
import { type Entries, entries, type Written } from "./written.ts";

/** The fields of a step under the names that `reading/step-fields.ts` reads. What every step starts with is not written. */
export function stepEntries(step: Step): Entries {
  return entries({
    status: step.status === "pending" ? undefined : step.status,
    fail_count: step.failCount === 0 ? undefined : step.failCount,
    target: step.target,
    agent: step.agent,
    track: step.track,
    depends_on: step.dependsOn,
    subscriptions: step.subscriptions.map(({ kind, name }) => `${kind}:${name}`),
    needs: step.needs,
    on_fail: step.onFail && formatOnFail(step.onFail),
    work_timeout: step.workTimeout === undefined ? undefined : formatDuration(step.workTimeout),
    budget: step.budget && formatBudget(step.budget),
  });
}

/** A contract as fields: `exit_code` only where it is not 0. */
export function contractEntries({ command, exitCode, stdout, timeout, kind }: Contract): Entries {
  return entries({
    command,
    exit_code: exitCode === 0 ? undefined : exitCode,
    stdout: stdout && (stdout.kind === "contains" ? { contains: stdout.text } : { matches: stdout.pattern }),
    timeout: timeout === undefined ? undefined : formatDuration(timeout),
    kind,
  });
}

/** A step's files as fields: each entry a path, or a path with its note. */
export function filesEntries({ change, add, delete: remove, mustNotTouch }: Step["files"]): Entries {
  const listed = (list: readonly FileEntry[]): Written[] =>
    list.map(({ path, note }) => (note === undefined ? path : { path, note }));
  return entries({
    change: listed(change),
    add: listed(add),
    delete: listed(remove),
    must_not_touch: listed(mustNotTouch),
  });
}
