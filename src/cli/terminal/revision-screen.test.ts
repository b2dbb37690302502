import { expect, test } from "vitest";
import type { FoundRevision } from "../../app/deciding/revise-read.ts";
import { revisionScreen } from "./revision-screen.ts";

const found = (more: Partial<FoundRevision>): FoundRevision => ({
  ...({ run: { branch: "refs/heads/plan/words" } } as FoundRevision),
  changes: [],
  asApproved: [],
  forgone: [],
  warnings: 0,
  ...more,
});

test("shows what changes first, gravest first, and then what stays as it was approved", () => {
  const subject = { kind: "step", before: "2", after: "2", title: "Count" } as const;
  const changes: FoundRevision["changes"] = [
    { effect: "changes", area: "step", subject: { kind: "step", after: "4", title: "Tell" }, told: "is added" },
    { effect: "loosens", area: "contract", subject, told: "its contract is removed\u001b[2J" },
  ];
  const asApproved = [
    { number: 1, isDone: true },
    { number: 3, isDone: false },
  ];
  expect(
    revisionScreen(found({ changes, asApproved, forgone: ["of $1, $2 no longer"], warnings: 1 }), "next.md"),
  ).toMatchInlineSnapshot(`
    "plan/words → next.md: 2 changes, 1 loosens

    loosens
      step 2 “Count”: its contract is removed␛[2J
    changes
      step 4 “Tell”: is added

    as approved: steps 1 (done), 3, and all else that it says
    of $1, $2 no longer
    1 warning: planwright verify next.md
    "
  `);
});

test("says so when nothing changes", () => {
  expect(revisionScreen(found({}), "next.md")).toMatchInlineSnapshot(`
    "plan/words → next.md: no difference
    as approved: all that the plan says
    "
  `);
});
