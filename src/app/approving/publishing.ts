import { editedText } from "../../engine/plan-text/edited-text.ts";
import { approvalHash } from "../../plan/approval.ts";
import type { Plan, Step } from "../../plan/model.ts";
import type { PlanEdit } from "../../ports/dialect.ts";
import { publishes } from "../../shell/publishing-command.ts";
import { Refused } from "../../std/refusal.ts";
import { publishingRequest } from "../../verifier/text/publishing-requests.ts";
import { verify } from "../../verifier/verify.ts";
import { machineAt } from "../plans/machine.ts";
import type { PlanToRun } from "../plans/plan-to-run.ts";

/** Steps that push or open a pull request, by their words or their contracts, and do not say `needs: publish`. */
export const unaskedPublishing = ({ steps }: Plan): Step[] =>
  steps.filter((step) => !step.needs.includes("publish") && isPublishing(step));

function isPublishing({ title, what, how = "", subtasks, contracts }: Step): boolean {
  const texts = [title, what, how, ...subtasks.map(({ text }) => text)];
  return (
    texts.some((text) => DEEDS.has(publishingRequest(text)?.deed ?? "")) ||
    contracts.some(({ command }) => publishes(command))
  );
}

const DEEDS = new Set(["push", "open a pull request"]);

/** The plan with `needs: publish` written into these steps: in the text that is approved, not in the author's file. */
export function withPublishing(found: PlanToRun, steps: readonly Step[]): PlanToRun {
  const { dialect, path } = found;
  const edits = steps.map(({ id }): PlanEdit => ({ type: "publish", step: id }));
  try {
    const after = editedText(dialect, { root: ".plan", files: found.files }, edits);
    const parsed = dialect.parse(after);
    // Places are those of the author's file, so only what is settled by it goes.
    const left = new Set(verify(parsed, machineAt(path ?? ".")).map(({ code, message }) => `${code} ${message}`));
    const isLeft = ({ code, message }: PlanToRun["diagnostics"][number]): boolean =>
      !SETTLED.has(code) || left.has(`${code} ${message}`);
    const plan = { ...parsed.plan, id: found.plan.id };
    return {
      ...{ ...found, plan, files: after.files, hash: approvalHash(plan) },
      diagnostics: found.diagnostics.filter(isLeft),
    };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "EditError") throw error;
    throw new Refused("not-possible", `no step can be let publish: ${error.message}`, { cause: error });
  }
}

/** That a step uses the network without asking, and that its worker is asked to publish. */
const SETTLED = new Set(["PW306", "PW507"]);
