import { expect } from "vitest";
import { stepsPlan } from "../../engine/a-plan-run.ts";
import { killedAtBoundaries, runWith } from "./matrix.ts";

/** A plan that fails at its second step, and that somebody takes up again. */
killedAtBoundaries(
  {
    plan: stepsPlan([
      { task: "One.", contract: "grep -q one one.txt" },
      { task: "Two.", contract: "grep -q two two.txt", more: "**on_fail:** abort\n" },
    ]),
    script: `steps:
  1:
    - write: { path: one.txt, text: "one\\n" }
    - say: Wrote one.
  2:
    - attempt: 1
      do:
        - say: Two is done.
    - attempt: 2
      do:
        - write: { path: two.txt, text: "two\\n" }
        - say: Wrote two.
`,
    commands: [runWith("autonomous"), ["resume", "words"]],
    answers: [],
    only: /^(?:fail begins|failed is in the journal|the branch has followed the journal|fail is done and not saved) /,
    subjects: [
      "Step 1",
      expect.stringMatching(/^plan accepted: task-1 /),
      "plan failed: words",
      "Step 2",
      expect.stringMatching(/^plan accepted: task-2 /),
    ],
    without: ["close", "triage", "review", "revise", "expand", "replan", "ask", "skip"],
  },
  { part: 0, of: 1 },
);
