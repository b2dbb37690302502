import { expect } from "vitest";
import { stepsPlan } from "../../engine/a-plan-run.ts";
import { runWith, type Scene } from "./matrix.ts";

/** A run in which one step fails once, one asks once, and one is left for a person to skip. */
export const WORKED: Scene = {
  plan: stepsPlan([
    { task: "One.", contract: "grep -q one one.txt" },
    { task: "Two.", contract: "grep -q two two.txt", more: "**on_fail:** retry(2), then escalate\n" },
    { task: "Three.", contract: "grep -q three three.txt" },
    { task: "Four.", contract: "grep -q four four.txt", more: "**on_fail:** escalate\n" },
  ]),
  script: `steps:
  1:
    - write: { path: one.txt, text: "one\\n" }
    - say: Wrote one.
  2:
    - attempt: 1
      do:
        - write: { path: two.txt, text: "too\\n" }
        - say: Wrote two.
    - attempt: 2
      do:
        - write: { path: two.txt, text: "two\\n" }
        - say: Wrote two, really.
  3:
    - write: { path: draft.txt, text: "draft\\n" }
    - ask: Which word?
    - delete: draft.txt
    - write: { path: three.txt, text: "three\\n" }
    - say: Wrote three.
  4:
    - say: Four is done.
`,
  commands: [
    runWith("autonomous"),
    ["answer", "words", "continue", "--note", "three", "--continue"],
    ["answer", "words", "skip", "--note", "no four", "--continue"],
  ],
  answers: ["continue", "skip"],
  subjects: [
    "Step 1",
    expect.stringMatching(/^plan accepted: task-1 /),
    "Step 2",
    expect.stringMatching(/^plan accepted: task-2 /),
    "Step 3",
    expect.stringMatching(/^plan accepted: task-3 /),
    "Leave out: Step 4",
    expect.stringMatching(/^plan accepted: task-4 /),
  ],
  // `close` is what a crash leads to, and `fail` the end of another plan; nobody judges here.
  without: ["close", "review", "revise", "expand", "replan", "fail"],
};
