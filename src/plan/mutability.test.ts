import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aContract, aPlan, aStep, noFiles } from "./a-plan.testkit.ts";
import type { Plan, Step } from "./model.ts";
import { type Occasion, type Revision, violations } from "./mutability.ts";

const draft: Occasion = { at: "draft" };
const checkpoint: Occasion = { at: "checkpoint" };
const triage = (kind: 1 | 2 | 3, step = "b"): Occasion => ({ at: "triage", step, class: kind });
const OCCASIONS = [draft, checkpoint, triage(1), triage(2), triage(3)];

/** `a` is done, `b` is the one at work, `c` and `d` are still to come. */
const before = aPlan(
  [
    aStep("a", { number: 1, status: "done", result: "Done.", how: "Quickly." }),
    aStep("b", { number: 2, status: "active", failCount: 1, how: "Boldly." }),
    aStep("c", { number: 3, how: "Slowly." }),
    aStep("d", { number: 4 }),
  ],
  { architecture: "One queue.\n", how: "Bottom up.", protectedAreas: [{ name: "Payments", paths: ["src/pay/"] }] },
);

const withPlan = (fields: Partial<Plan>): Plan => ({ ...before, ...fields });
const withStep = (id: string, fields: Partial<Step>): Plan => ({
  ...before,
  steps: before.steps.map((step) => (step.id === id ? { ...step, ...fields } : step)),
});
const judge = (after: Plan, occasion: Occasion, rest: Partial<Revision> = {}) =>
  violations({ before, after, occasion, mode: "autonomous", ...rest });
/** The remedies a change needs on an occasion: in short, what is wrong with it. */
const remedies = (after: Plan, occasion: Occasion, rest: Partial<Revision> = {}): string[] =>
  judge(after, occasion, rest).map(({ pointer, remedy }) => `${pointer} ${remedy}`);

test("a plan that did not change violates nothing", () => {
  for (const occasion of OCCASIONS) expect(judge(structuredClone(before), occasion)).toEqual([]);
});

describe("What and Protected Areas", () => {
  const changes: [string, string, Plan][] = [
    ["the What of the plan", "/what", withPlan({ what: "Something else." })],
    ["the What of a step", "/steps/2/what", withStep("c", { what: "Something else." })],
    ["Protected Areas", "/protectedAreas", withPlan({ protectedAreas: [] })],
    [
      "the paths of a protected area",
      "/protectedAreas",
      withPlan({ protectedAreas: [{ name: "Payments", paths: [] }] }),
    ],
  ];

  test.each(changes)("%s takes a person's approval on every occasion", (_, pointer, after) => {
    for (const occasion of OCCASIONS) {
      expect(remedies(after, occasion)).toEqual([`${pointer} approval`]);
      expect(remedies(after, occasion, { approved: after })).toEqual([]);
    }
  });

  test("the approval is for that exact text", () => {
    const approved = withPlan({ what: "Something else" });
    expect(judge(withPlan({ what: "Something else!" }), checkpoint, { approved })).toEqual([
      {
        pointer: "/what",
        message: "the What of the plan changes: that takes a person's approval of this exact text",
        remedy: "approval",
      },
    ]);
  });

  test("an approval that does not know the step permits nothing in it", () => {
    const after = withStep("c", { what: "Something else." });
    const approved = withPlan({ steps: before.steps.filter((step) => step.id !== "c") });
    expect(remedies(after, checkpoint, { approved })).toEqual(["/steps/2/what approval"]);
  });
});

describe("Architecture", () => {
  const grown = withPlan({ architecture: "One queue.\n\nTwo workers." });

  test("grows in draft, at checkpoints and in triage class 2", () => {
    for (const occasion of [draft, checkpoint, triage(2)]) expect(judge(grown, occasion)).toEqual([]);
  });

  test("grows in triage class 1 and 3 only with approval", () => {
    for (const occasion of [triage(1), triage(3)]) {
      expect(remedies(grown, occasion)).toEqual(["/architecture approval"]);
      expect(judge(grown, occasion, { approved: grown })).toEqual([]);
    }
    expect(judge(grown, triage(1))[0]?.message).toBe(
      "the Architecture of the plan changes: triage class 1 adds no decision without a person's approval",
    );
  });

  test.each([
    ["loses its text", undefined],
    ["is emptied", ""],
    ["loses a word", "One."],
    ["is rewritten", "Two queues.\n\nOne queue."],
    ["is continued on the same line", "One queue. Or two."],
    ["is continued in the same word", "One queue.x"],
  ])("takes approval when it %s", (_, architecture) => {
    const { architecture: __, ...without } = before;
    const after: Plan = architecture === undefined ? without : { ...without, architecture };
    for (const occasion of OCCASIONS) {
      expect(remedies(after, occasion)).toEqual(["/architecture approval"]);
      expect(judge(after, occasion, { approved: after })).toEqual([]);
    }
    expect(judge(after, draft)[0]?.message).toBe(
      "the Architecture of the plan changes: it only grows; to remove or rewrite a decision takes a person's approval",
    );
  });

  test.each(["One queue.", "One queue.  \n\n", "One queue. \t\nTwo workers."])(
    "does not shrink to %j",
    (architecture) => {
      expect(judge(withPlan({ architecture }), checkpoint)).toEqual([]);
    },
  );

  test("may begin anywhere when there was none", () => {
    const { architecture: _, ...bare } = before;
    expect(violations({ before: bare, after: grown, occasion: checkpoint, mode: "autonomous" })).toEqual([]);
    const blank = { ...bare, architecture: " \n" };
    expect(violations({ before: blank, after: grown, occasion: checkpoint, mode: "autonomous" })).toEqual([]);
  });

  test("grows by any paragraph, and by nothing put anywhere else", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (old, addition) => {
        const from = withPlan({ architecture: old });
        const revision = (architecture: string): Revision => ({
          before: from,
          after: withPlan({ architecture }),
          occasion: checkpoint,
          mode: "autonomous",
        });
        expect(violations(revision(`${old}\n${addition}`))).toEqual([]);
        if (old.trim() !== "" && !`${addition}\n${old}`.startsWith(old.trimEnd())) {
          expect(violations(revision(`${addition}\n${old}`))).toHaveLength(1);
        }
      }),
    );
  });
});

describe("How", () => {
  const ofPlan = withPlan({ how: "Top down." });
  const ofPending = withStep("c", { how: "Carefully." });
  const ofActive = withStep("b", { how: "Carefully." });
  const ofNew = withStep("d", { how: "For the first time." });

  test("of the plan and of pending steps changes at checkpoints and in triage class 2", () => {
    for (const after of [ofPlan, ofPending, ofNew]) {
      for (const occasion of [checkpoint, triage(2)]) expect(judge(after, occasion)).toEqual([]);
    }
  });

  test("changes freely in draft, unless the step is done", () => {
    for (const after of [ofPlan, ofPending, ofActive]) {
      expect(judge(after, draft, { mode: "interactive" })).toEqual([]);
    }
  });

  test("takes approval in interactive mode", () => {
    for (const occasion of [checkpoint, triage(2)]) {
      expect(remedies(ofPending, occasion, { mode: "interactive" })).toEqual(["/steps/2/how approval"]);
      expect(remedies(ofPlan, occasion, { mode: "interactive" })).toEqual(["/how approval"]);
      expect(judge(ofPending, occasion, { mode: "interactive", approved: ofPending })).toEqual([]);
    }
  });

  test("in triage class 1 changes of the failed step only", () => {
    expect(judge(ofActive, triage(1))).toEqual([]);
    expect(remedies(ofActive, triage(1), { mode: "interactive" })).toEqual(["/steps/1/how approval"]);
    expect(remedies(ofPending, triage(1))).toEqual(["/steps/2/how approval"]);
    expect(remedies(ofPlan, triage(1))).toEqual(["/how approval"]);
    expect(judge(ofPending, triage(1), { approved: ofPending })).toEqual([]);
    expect(judge(ofPending, triage(1))[0]?.message).toBe(
      "the How of step `c` changes: triage class 1 does not reach it without a person's approval",
    );
  });

  test("in triage class 3 changes only as a person has decided", () => {
    for (const after of [ofActive, ofPending, ofPlan]) {
      expect(judge(after, triage(3))).toMatchObject([{ remedy: "approval" }]);
      expect(judge(after, triage(3), { approved: after })).toEqual([]);
    }
  });

  test("of a step somebody works on does not change under their hands, approved or not", () => {
    for (const occasion of [checkpoint, triage(1, "c"), triage(2, "c")]) {
      for (const status of ["active", "blocked", "failed"] as const) {
        const from = withStep("b", { status });
        const after = {
          ...from,
          steps: from.steps.map((step) => ({ ...step, how: step.id === "b" ? "!" : step.how })),
        };
        const clean = JSON.parse(JSON.stringify(after)) as Plan;
        expect(violations({ before: from, after: clean, occasion, mode: "autonomous", approved: clean })).toEqual([
          {
            pointer: "/steps/1/how",
            message: `the How of step \`b\` changes: the step is ${status}, and only pending steps are revised`,
            remedy: "draft",
          },
        ]);
      }
    }
  });
});

describe("the terms a person approved", () => {
  const terms: [string, Plan][] = [
    ["/id", withPlan({ id: "other" })],
    ["/title", withPlan({ title: "Other" })],
    ["/mode", withPlan({ mode: "autonomous" })],
    ["/complexity", withPlan({ complexity: "complex" })],
    ["/budget", withPlan({ budget: { usd: 100 } })],
    ["/settings", withPlan({ settings: { maxRetriesPerTask: 9 } })],
    ["/risks", withPlan({ risks: ["none"] })],
    ["/steps/2/contracts", withStep("c", { contracts: [aContract({ command: "true" })] })],
    ["/steps/2/files", withStep("c", { files: { ...noFiles, add: [{ path: "x" }] } })],
    ["/steps/2/needs", withStep("c", { needs: ["network"] })],
    ["/steps/2/onFail", withStep("c", { onFail: { retries: 9, exhausted: "abort" } })],
    ["/steps/2/dependsOn", withStep("c", { dependsOn: ["a"] })],
    ["/steps/2/target", withStep("c", { target: "reviewer" })],
    ["/steps/2/acceptsWhen", withStep("c", { acceptsWhen: "It looks fine." })],
    ["/steps/1/contracts", withStep("b", { contracts: [] })],
    ["/steps", withPlan({ steps: before.steps.toReversed() })],
    ["/steps", withPlan({ steps: before.steps.slice(0, 3) })],
    ["/steps/4", withPlan({ steps: [...before.steps, aStep("e", { number: 5 })] })],
  ];

  test.each(terms)("%s changes only through draft, with approval", (pointer, after) => {
    expect(remedies(after, draft)).toEqual([`${pointer} approval`]);
    expect(remedies(after, draft, { approved: before })).toEqual([`${pointer} approval`]);
    expect(remedies(after, draft, { approved: after })).toEqual([]);
    for (const occasion of OCCASIONS.slice(1)) {
      expect(remedies(after, occasion, { approved: after })).toEqual([`${pointer} draft`]);
    }
  });

  test("a new step is approved as a whole, its How included", () => {
    const added = (how: string) => withPlan({ steps: [...before.steps, aStep("e", { number: 5, how })] });
    expect(judge(added("so"), draft, { approved: added("not so") })).toEqual([
      {
        pointer: "/steps/4",
        message: "step `e` is added: that takes a person's approval of this exact text",
        remedy: "approval",
      },
    ]);
  });

  test("a step that changes place among others is told as one change of order", () => {
    const [a, b, c, d] = before.steps;
    if (!a || !b || !c || !d) throw new Error("the sample has four steps");
    const after = withPlan({ steps: [a, aStep("e", { number: 9 }), d, b, c] });
    expect(judge(after, checkpoint).map(({ message }) => message)).toEqual([
      "the order of the steps changes: that goes through draft, with a person's approval",
      "step `e` is added: that goes through draft, with a person's approval",
    ]);
    const approved = withPlan({ steps: [a, b, c, d] });
    expect(remedies(after, draft, { approved })).toEqual(["/steps approval", "/steps/1 approval"]);
  });

  test("where a plan is written down is not part of them", () => {
    expect(judge(withPlan({ source: { dialect: "branch", path: ".plan/overview.md" } }), checkpoint)).toEqual([]);
  });
});

describe("finished steps", () => {
  const changes: Partial<Step>[] = [
    { how: "Otherwise." },
    { what: "Otherwise." },
    { contracts: [] },
    { status: "pending" },
    { result: "Never happened." },
    { number: 7 },
  ];

  test.each(changes)("never change, whoever approves: %j", (fields) => {
    const after = withStep("a", fields);
    for (const occasion of OCCASIONS) {
      expect(judge(after, occasion, { approved: after })).toMatchObject([{ remedy: "none" }]);
    }
  });

  test("never disappear", () => {
    const after = withPlan({ steps: before.steps.slice(1) });
    for (const occasion of OCCASIONS) {
      expect(judge(after, occasion, { approved: after })).toEqual([
        {
          pointer: "/steps",
          message: "step `a` is removed: the step is done, and finished steps stay as they are",
          remedy: "none",
        },
      ]);
    }
  });
});

describe("what the engine writes", () => {
  test.each([
    ["/status", withPlan({ status: "done" })],
    ["/steps/1/status", withStep("b", { status: "done" })],
    ["/steps/1/failCount", withStep("b", { failCount: 0 })],
    ["/steps/2/result", withStep("c", { result: "draft" })],
  ])("%s is no one else's, whoever approves", (pointer, after) => {
    for (const occasion of OCCASIONS) {
      expect(remedies(after, occasion, { approved: after })).toEqual([`${pointer} none`]);
    }
  });

  test("a plan may be found in draft when it is revised there, and nowhere else", () => {
    expect(judge(withPlan({ status: "draft" }), draft)).toEqual([]);
    expect(remedies(withPlan({ status: "draft" }), checkpoint)).toEqual(["/status none"]);
    expect(remedies(withPlan({ status: "approved" }), draft)).toEqual(["/status none"]);
  });

  test("is blank in a new step", () => {
    const after = withPlan({ steps: [...before.steps, aStep("e", { status: "done", failCount: 2, result: "Done." })] });
    expect(remedies(after, draft, { approved: after })).toEqual([
      "/steps/4/status none",
      "/steps/4/failCount none",
      "/steps/4/result none",
    ]);
  });
});

test("doubled ids are compared in order", () => {
  const twins = aPlan([aStep("x", { what: "one" }), aStep("x", { what: "two" })]);
  const after: Plan = { ...twins, steps: twins.steps.map((step) => ({ ...step, what: `${step.what}!` })) };
  expect(
    violations({ before: twins, after, occasion: draft, mode: "interactive" }).map(({ pointer }) => pointer),
  ).toEqual(["/steps/0/what", "/steps/1/what"]);
});

test("whatever changes, approval of exactly that leaves only what no approval can permit", () => {
  const anyStep = fc.record({
    id: fc.constantFrom("a", "b", "c", "d", "e"),
    status: fc.constantFrom("pending", "active", "done"),
    how: fc.constantFrom("x", "y"),
    what: fc.constantFrom("x", "y"),
  });
  const anyPlan = fc
    .uniqueArray(anyStep, { selector: (step) => step.id })
    .map((steps) => aPlan(steps.map((step) => aStep(step.id, step))));
  fc.assert(
    fc.property(anyPlan, anyPlan, (from, to) => {
      const approved = violations({ before: from, after: to, occasion: draft, mode: "interactive", approved: to });
      const unapproved = violations({ before: from, after: to, occasion: draft, mode: "interactive" });
      expect(approved.every(({ remedy }) => remedy === "none")).toBe(true);
      expect(unapproved.filter(({ remedy }) => remedy === "none")).toEqual(approved);
      for (const step of from.steps.filter(({ status }) => status === "done")) {
        const kept = to.steps.find(({ id }) => id === step.id);
        if (JSON.stringify(kept) !== JSON.stringify(step)) expect(approved.length).toBeGreaterThan(0);
      }
    }),
  );
});
