import { expect } from "vitest";
import { stepsPlan } from "../../engine/a-plan-run.ts";
import { killedAtBoundaries, runWith } from "./matrix.ts";

/** A run whose planner revises the How of a step that failed, and then that of the next one; a person agrees to both. */
killedAtBoundaries(
  {
    plan: stepsPlan([
      { task: "One.", contract: "grep -q one one.txt" },
      { task: "Two.", contract: "grep -q two two.txt" },
    ]),
    script: `steps:
  1:
    - attempt: 1
      do:
        - say: One is done.
    - attempt: 2
      do:
        - write: { path: one.txt, text: "one\\n" }
        - say: Wrote one.
  2:
    - write: { path: two.txt, text: "two\\n" }
    - say: Wrote two.
`,
    planner: `case $(cat) in
  *"Attempt 1:"*) echo '{"class": 1, "told": "it wrote nothing", "how": "Write it into its file."}' ;;
  *"contract: step \\\`1"*) echo '{"told": "so far", "pending": [{"step": "2", "how": "Like the first."}]}' ;;
  *) echo '{"told": "fine"}' ;;
esac
`,
    commands: [
      runWith("interactive"),
      ["answer", "words", "retry", "--continue"],
      ["answer", "words", "accept", "--continue"],
      ["answer", "words", "accept", "--continue"],
    ],
    answers: ["retry", "accept"],
    only: /planner|triage|review|revise/,
    subjects: [
      "Step 1",
      expect.stringMatching(/^plan accepted: task-1 /),
      "Step 2",
      expect.stringMatching(/^plan accepted: task-2 /),
    ],
    says: ["Write it into its file.", "Like the first."],
    without: ["close", "expand", "replan", "skip", "fail"],
  },
  { part: 0, of: 1 },
);
