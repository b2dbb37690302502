import type { Matter } from "../plan/progress.ts";
import type { AnswerValue, Option } from "../record/question.ts";

/** The answers a person may give, in the words that fit what is asked; `isProposed`: also about a change of the plan. */
export const optionsAbout = (over: Matter, values: readonly AnswerValue[], isProposed = false): Option[] =>
  values.map((value) => OPTIONS[value](over, isProposed));

const OPTIONS: Readonly<Record<AnswerValue, (over: Matter, isProposed: boolean) => Option>> = {
  retry: (over, isProposed) => ({
    label: over === "no-contract" ? "Start it, I will look" : "Retry",
    value: "retry",
    description:
      over === "no-contract"
        ? "a worker does it, and you are asked about the result"
        : `from the last accepted commit${isProposed ? ", with what is proposed" : ""}; a note goes to the worker`,
    note: "welcome",
  }),
  continue: () => ({
    label: "Answer",
    value: "continue",
    description: "your words go to the worker, which continues where it stopped",
    note: "required",
  }),
  accept: (over, isProposed) => ({ value: "accept", ...accepting(over, isProposed) }),
  adjust: () => ({
    label: "Ask for changes",
    value: "adjust",
    description: "your words go to the worker, which continues from what is there; no attempt is counted",
    note: "required",
  }),
  edit: () => ({
    label: "Change it yourself",
    value: "edit",
    description: "edit the work in your editor; it is proven like a worker's, and no attempt is counted",
  }),
  keep: (over) => ({
    label: over === "checkpoint" ? "Accept, and leave the plan" : "Retry with the plan as it was",
    value: "keep",
    description: "the plan stays as it is: what is proposed is not taken",
    note: "welcome",
  }),
  raise: () => ({
    label: "Raise the budget",
    value: "raise",
    description: "by what is needed, or by what you write, such as `50k tokens, $2`; `none` for no limit",
    note: "welcome",
  }),
  skip: () => ({
    label: "Skip",
    value: "skip",
    description: "skip the step; the receipt names you",
    note: "welcome",
  }),
  revise: () => ({
    label: "Back to draft",
    value: "revise",
    description: "stop here and change the plan; accepted steps stay",
  }),
  abort: () => ({ label: "Give up", value: "abort", description: "the plan has failed; accepted steps stay" }),
  stop: () => ({
    label: "Stop here",
    value: "stop",
    description: "decide nothing now; the run pauses, and asks again when it is resumed",
  }),
};

function accepting(over: Matter, isProposed: boolean): Pick<Option, "label" | "description"> {
  switch (over) {
    case "template":
      return {
        label: "Approve",
        description: "these steps are part of the plan from now on; the branch says that you approved them",
      };
    case "checkpoint":
    case "deviation":
      return { label: "Accept", description: `commit it${isProposed ? ", and take over what is proposed" : ""}` };
    case "weaker-tests":
      return { label: "Allow it", description: "commit it as it is; the receipt says that you allowed these changes" };
    case "announce":
      return {
        label: "Announce them",
        description: "the step may change these files; commit it, with your name on the receipt",
      };
    default:
      return {
        label: "Accept by eye",
        description: "commit the work of the last attempt; the receipt names you, and says that no contract decided",
      };
  }
}
