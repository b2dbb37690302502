import type { Matter } from "../plan/progress.ts";
import type { AnswerValue, Option } from "../record/question.ts";

/** The answers a person may give, in the words that fit what is asked; `isProposed`: also about a change of the plan. */
export const optionsAbout = (over: Matter, values: readonly AnswerValue[], isProposed = false): Option[] =>
  values.map((value) => OPTIONS[value](over, isProposed));

const OPTIONS: Readonly<Record<AnswerValue, (over: Matter, isProposed: boolean) => Option>> = {
  retry: (over, isProposed) => ({
    label: over === "no-contract" ? "Go on, I will look" : "Try again",
    value: "retry",
    description:
      over === "no-contract"
        ? "let a worker do it, and ask me about the result"
        : `from the last accepted commit${isProposed ? ", with what is proposed" : ""}; a note goes to the worker`,
    note: "welcome",
  }),
  continue: () => ({
    label: "Answer",
    value: "continue",
    description: "your words go to the worker, who goes on where it stopped",
    note: "required",
  }),
  accept: (over, isProposed) => ({
    label: over === "template" ? "Approve" : over === "checkpoint" || over === "deviation" ? "Accept" : "Accept by eye",
    value: "accept",
    description:
      over === "template"
        ? "these steps are part of the plan from now on; the branch says that you approved them"
        : over === "checkpoint" || over === "deviation"
          ? `commit it${isProposed ? ", and take over what is proposed" : ""}`
          : "commit what the last attempt left; the receipt names you, and says that no contract decided",
  }),
  adjust: () => ({
    label: "Ask for changes",
    value: "adjust",
    description: "your words go to the worker, who goes on from what is there; no attempt is counted",
    note: "required",
  }),
  keep: (over) => ({
    label: over === "checkpoint" ? "Accept, and leave the plan" : "Try again as it was",
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
    description: "leave the step out; the receipt says who decided so",
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
