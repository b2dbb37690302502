import { expect } from "vitest";
import { stepsPlan } from "../../engine/a-plan-run.ts";
import { killedAtBoundaries, runWith } from "./matrix.ts";

const planTo = (contract: string): string =>
  stepsPlan([
    { task: "One.", contract: "grep -q one one.txt" },
    { task: "Two.", contract, more: "**on_fail:** escalate\n" },
  ]);

/** A run whose second step cannot pass, until a person approves another contract for it. */
killedAtBoundaries(
  {
    plan: planTo("grep -q 2 two.txt"),
    next: planTo("grep -q two two.txt"),
    script: `steps:
  1:
    - write: { path: one.txt, text: "one\\n" }
    - say: Wrote one.
  2:
    - write: { path: two.txt, text: "two\\n" }
    - say: Wrote two.
`,
    commands: [runWith("autonomous"), ["revise", "words", "next.md", "--yes"]],
    // Nothing is asked any more.
    answers: [],
    only: /^(?:revised is in the journal|the branch has followed the journal) /,
    subjects: [
      "Step 1",
      expect.stringMatching(/^plan accepted: task-1 /),
      "plan revised: words",
      "Step 2",
      expect.stringMatching(/^plan accepted: task-2 /),
    ],
    says: ["grep -q two two.txt\n```"],
    without: ["close", "triage", "review", "revise", "expand", "replan", "skip", "fail"],
  },
  { part: 0, of: 1 },
);
