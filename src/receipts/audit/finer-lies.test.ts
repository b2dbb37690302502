import { describe, expect, test } from "vitest";
import { approvalHash } from "../../plan/approval.ts";
import type { Plan } from "../../plan/model.ts";
import type { CommitMessage } from "../../record/commit-message.ts";
import { RECEIPT_NAMESPACE } from "../../record/receipt.ts";
import { sha256Of } from "../write-receipt.ts";
import {
  aProvenBranch,
  aSigner,
  auditOf,
  type Hooks,
  PLAN,
  PLAN_TEXT,
  type ProvenBranch,
  people,
  planOf,
} from "./a-proven-branch.testkit.ts";
import type { Audit, AuditInput } from "./audit.ts";
import { auditBranch } from "./audit-branch.ts";
import { put } from "./git-objects.testkit.ts";

/** Lies that only one check finds: where it is missing, everything else agrees. */

type Files = Map<string, Uint8Array | string>;

const FIRST = ".plan/receipts/01.json";
const SECOND = ".plan/receipts/02.json";
const { id: PLAN_ID } = planOf(PLAN_TEXT);

const commitIn = ({ commits }: ProvenBranch, name: string): string =>
  commits.findLast((each) => each.name === name)?.id ?? "";

const inPlan = (files: Files, from: string | RegExp, to: string): unknown =>
  files.set(
    PLAN,
    String(files.get(PLAN)).replace(from, () => to),
  );

/** Expects this problem with the last commit of that name. */
async function expectProblem(
  branch: ProvenBranch,
  name: string,
  file: string | null,
  what: string,
  more: Partial<AuditInput> = {},
): Promise<Audit> {
  const audit = await auditBranch(auditOf(branch, more));
  expect(audit.verdict).toBe("broken");
  const commit = commitIn(branch, name);
  expect(audit.problems).toContainEqual({ commit, file, what: expect.stringContaining(what) });
  return audit;
}

describe("who made a commit", () => {
  test.each([
    ["dev 2", "Eve", "its author is no worker of Planwright"],
    ["dev 2", "Planwright Worker (a  b)", "its author is no worker of Planwright"],
    ["accepted 2", "Planwright Worker (scripted)", "its author is not Planwright"],
  ])("%s by %s", async (name, author, what) => {
    const branch = aProvenBranch({ author: (at) => (at === name ? author : null) });
    const audit = await expectProblem(branch, name, null, what);
    expect(audit.problems).toHaveLength(1);
  });

  test("a commit that nobody signed", async () => {
    const branch = aProvenBranch({ isComplete: false });
    const tree = /^tree (\w+)/.exec(`${branch.objects.get(branch.tip)?.bytes}`)?.[1];
    const text = `tree ${tree}\nparent ${branch.tip}\n${people("Planwright")}\n\none more\n`;
    const tip = put(branch.objects, "commit", text);
    const { problems } = await auditBranch(auditOf({ ...branch, tip }));
    expect(problems).toContainEqual({ commit: tip, file: null, what: "it is not signed" });
  });

  test("a key counts at the time that a commit tells, for the commit and for its receipt", async () => {
    const branch = aProvenBranch();
    const { identity, publicKey } = branch.signer;
    const signers = `${identity} valid-after="20260920Z",valid-before="20260923Z" ${publicKey}\n`;
    expect(await auditBranch(auditOf(branch, { signers }))).toMatchObject({ verdict: "proven", problems: [] });
  });
});

describe("receipts", () => {
  test("a second one for the same step does not replace the first", async () => {
    await expectProblem(aProvenBranch({ order: [1, 2, 1, 3] }), "accepted 1", FIRST, "this receipt changes");
  });

  test("none comes with an acceptance that does not fit the work before it", async () => {
    const message = (told: CommitMessage, name: string): CommitMessage =>
      name === "accepted 2" ? ({ ...told, step: 3 } as CommitMessage) : told;
    await expectProblem(aProvenBranch({ message }), "accepted 2", SECOND, "this receipt appears");
  });

  test("none is a link or a program", async () => {
    const branch = aProvenBranch();
    const { trees } = auditOf(branch);
    for (const mode of ["120000", "100755"] as const) {
      const changes: typeof trees.changes = async (from, to) =>
        (await trees.changes(from, to)).map((change) =>
          change.path === SECOND && change.after ? { ...change, after: { ...change.after, mode } } : change,
        );
      const input = { trees: { ...trees, changes } };
      await expectProblem(branch, "accepted 2", SECOND, "this receipt appears", input);
    }
  });

  test.each([
    ["other bytes", "something else", RECEIPT_NAMESPACE],
    ["another purpose", null, "git"],
  ])("none is signed over %s", async (_, text, namespace) => {
    const signer = aSigner();
    const files = (all: Files, name: string): void => {
      if (name !== "accepted 2") return;
      all.set(`${SECOND}.sig`, signer.sign(Buffer.from(text ?? all.get(SECOND) ?? ""), namespace));
    };
    const branch = aProvenBranch({ signer, files });
    const audit = await expectProblem(branch, "accepted 2", `${SECOND}.sig`, "the signature is not valid");
    expect(audit.problems).toHaveLength(1);
  });

  test("none is written in another way, even if it is signed and named", async () => {
    const signer = aSigner();
    const spaced = (files: Files): Buffer => Buffer.from(String(files.get(SECOND)).replace("{", "{ "));
    let hash = "";
    const files = (all: Files, name: string): void => {
      if (name !== "accepted 2") return;
      const json = spaced(all);
      hash = sha256Of(json);
      all.set(SECOND, json).set(`${SECOND}.sig`, signer.sign(json, RECEIPT_NAMESPACE));
    };
    const message = (told: CommitMessage, name: string): CommitMessage =>
      name === "accepted 2" ? ({ ...told, receipt: hash } as CommitMessage) : told;
    const branch = aProvenBranch({ signer, files, message });
    await expectProblem(branch, "accepted 2", SECOND, "the receipt is refused: it is not written the way");
  });

  test("none speaks of more contracts than the step has", async () => {
    const proof: Hooks["proof"] = (told, { number }) =>
      number === 2 ? { ...told, contracts: [...told.contracts, ...told.contracts] } : told;
    await expectProblem(aProvenBranch({ proof }), "accepted 2", SECOND, "it has 2 contracts, and the step has 1");
  });

  test("one that a person accepted by eye is told to be so", async () => {
    const proof: Hooks["proof"] = (told) => ({
      ...told,
      outcome: "by-eye",
      accepted: { by: "eye", person: "Ada" },
      contracts: [],
    });
    const text = PLAN_TEXT.replaceAll(/\*\*contract:\*\*[\s\S]*?exit_code == 0\n/g, "");
    const audit = await auditBranch(auditOf(aProvenBranch({ text, proof })));
    expect(audit).toMatchObject({ verdict: "proven", problems: [] });
    expect(audit.steps.map(({ acceptedBy }) => acceptedBy)).toEqual(["eye", "eye", "eye"]);
  });

  test("one may say that the base was not run", async () => {
    const proof: Hooks["proof"] = (told) => ({
      ...told,
      outcome: "unchanged",
      contracts: told.contracts.map((each) => ({ ...each, base: { state: "not-run", why: "there is none" } })),
    });
    const audit = await auditBranch(auditOf(aProvenBranch({ proof })));
    expect(audit).toMatchObject({ verdict: "proven", problems: [] });
  });

  test.each<[string, NonNullable<Hooks["proof"]>]>([
    ["it calls the step guarded, and what was seen is proven", (told) => ({ ...told, outcome: "guarded" })],
    [
      "it calls the step proven, and what was seen is unproven",
      (told) => ({
        ...told,
        contracts: told.contracts.map((each) => ({
          ...each,
          base: { ...each.base, state: "green" } as typeof each.base,
        })),
      }),
    ],
    ["it calls the step skipped, and what was seen is proven", (told) => ({ ...told, outcome: "skipped" })],
    [
      "it takes `test -s docs/2.md` for one that `guards`",
      (told) => ({ ...told, contracts: told.contracts.map((each) => ({ ...each, purpose: "guards" })) }),
    ],
    ["it takes src/a.js for tests", (told) => ({ ...told, unannounced: ["src/a.js"] })],
    [
      "its tests were changed unannounced, and it was not seen without that",
      (told) => ({ ...told, unannounced: ["test/a.test.js"] }),
    ],
    [
      "its first proof was not seen to pass",
      (told) => ({ ...told, firstProof: { tree: told.trees.proven, contracts: [] } }),
    ],
    [
      "its first proof differs in more than tests: docs/2.md",
      (told) => {
        const tree = told.trees.base;
        const side = { state: "green", tree, exit: { kind: "exited", code: 0 }, milliseconds: 1, told: "" } as const;
        return { ...told, firstProof: { tree, contracts: [side] } };
      },
    ],
    [
      "its first proof is about another tree than it says",
      (told) => {
        const side = { state: "green", tree: told.trees.base, exit: { kind: "exited", code: 0 } } as const;
        const differs = [{ path: "test/a.test.js", holds: null }];
        const contracts = [{ ...side, milliseconds: 1, told: "" }];
        return { ...told, firstProof: { tree: told.trees.base, contracts, differs } };
      },
    ],
    [
      "its first proof differs in more than tests: docs/2.md",
      (told) => {
        const side = { state: "green", tree: told.trees.base, exit: { kind: "exited", code: 0 } } as const;
        const contracts = [{ ...side, milliseconds: 1, told: "" }];
        return {
          ...told,
          firstProof: { tree: told.trees.base, contracts, differs: [{ path: "docs/2.md", holds: null }] },
        };
      },
    ],
  ])("none says of a step what was not seen: %s", async (what, change) => {
    const proof: Hooks["proof"] = (told, step) => (step.number === 2 ? change(told, step) : told);
    await expectProblem(aProvenBranch({ proof }), "accepted 2", SECOND, what);
  });

  test("no contract and no eye is no proof", async () => {
    const text = PLAN_TEXT.replaceAll(/\*\*contract:\*\*[\s\S]*?exit_code == 0\n/g, "");
    await expectProblem(aProvenBranch({ text }), "accepted 2", SECOND, "no contract was run, and nobody accepted it");
  });
});

describe("the plan", () => {
  const revisedAfter =
    (act: (files: Files) => unknown, change: Partial<{ plan: string }> = {}): NonNullable<Hooks["after"]> =>
    (name, files) => {
      if (name !== "accepted 2") return null;
      act(files);
      const plan = planOf(String(files.get(PLAN)));
      return { kind: "revised", plan: plan.id, planHash: approvalHash(plan), approvedBy: "Ada", ...change };
    };

  test.each<[string, string | null, NonNullable<Hooks["after"]>]>([
    ["it speaks of the plan `x`", null, revisedAfter(() => {}, { plan: "x" })],
    ["step 3 is marked done without a receipt", PLAN, revisedAfter((files) => inPlan(files, "### 3. ", "### 3. ✅ "))],
    ["step 1 was already accepted", PLAN, revisedAfter((files) => inPlan(files, /### 1\.[\s\S]*?(?=### 2\.)/, ""))],
    ["this receipt vanishes", FIRST, revisedAfter((files) => files.delete(FIRST))],
  ])("a revision: %s", async (what, file, after) => {
    await expectProblem(aProvenBranch({ after }), "after accepted 2", file, what);
  });

  test("is not complete while work waits to be accepted", async () => {
    const planHash = approvalHash(planOf(PLAN_TEXT));
    const after: Hooks["after"] = (name) => (name === "dev 3" ? { kind: "complete", plan: PLAN_ID, planHash } : null);
    await expectProblem(aProvenBranch({ after }), "after dev 3", null, "the commit before it, ");
  });

  test("stays where it was approved", async () => {
    const branch = aProvenBranch();
    const moved = (plan: Plan): Plan => ({ ...plan, source: { ...plan.source, path: "elsewhere.md" } });
    const what = `the plan lay at ${PLAN} before`;
    await expectProblem(branch, "accepted 2", "elsewhere.md", what, readAs(branch, "accepted 2", moved));
  });

  test("keeps its decisions: between two approvals they grow, and nothing of them is changed", async () => {
    const branch = aProvenBranch();
    // Added at the second step, and gone at the third: to add one is no problem.
    const grown = readAs(branch, "accepted 2", (plan) => ({
      ...plan,
      architecture: `${plan.architecture ?? ""}\n\n- Two.`,
    }));
    const what = "a design decision was changed or taken away, and nobody approved that";
    const audit = await expectProblem(branch, "accepted 3", PLAN, what, grown);
    expect(audit.problems).toHaveLength(1);
  });

  test.each<[string, Partial<Plan>]>([
    ["title", { title: "Another" }],
    ["what", { what: "Something else." }],
    ["architecture", { architecture: "Something else." }],
    ["protectedAreas", { protectedAreas: [{ name: "all", paths: ["src/"] }] }],
    ["budget", { budget: { usd: 1 } }],
  ])("keeps its %s when its steps are folded away", async (field, change) => {
    const branch = aProvenBranch();
    const folded = (plan: Plan): Plan => ({ ...plan, steps: [], ...change });
    const what = `the plan's ${field} is not the one that was approved`;
    await expectProblem(branch, "complete", PLAN, what, readAs(branch, "complete", folded));
  });

  test("does not take back at the end what was done", async () => {
    const branch = aProvenBranch();
    const undone = (plan: Plan): Plan => ({
      ...plan,
      steps: plan.steps.map((step) => (step.number === 2 ? { ...step, status: "pending" } : step)),
    });
    const what = "step 2 was accepted, and is not marked done";
    await expectProblem(branch, "complete", PLAN, what, readAs(branch, "complete", undone));
  });

  test("that one commit spoils is still known to the next", async () => {
    const files = (all: Files, name: string): void => {
      if (name === "accepted 1") inPlan(all, "docs/3.md`.", "docs/3.md` or not.");
      if (name === "dev 2") inPlan(all, "docs/3.md` or not.", "docs/3.md`.");
    };
    const audit = await expectProblem(aProvenBranch({ files }), "accepted 1", PLAN, "not the one that was approved");
    expect(audit.problems.map(({ what }) => what)).not.toContain("the plan has no step 2");
  });

  test("has steps that stand for others, and are never done themselves", async () => {
    const text = `${PLAN_TEXT}\n${/### 3\.[\s\S]*$/.exec(PLAN_TEXT)?.[0].replace("### 3. Page 3", "### 4–N. More")}`;
    expect(planOf(text).steps.at(-1)).toMatchObject({ template: "4–N" });
    expect(await auditBranch(auditOf(aProvenBranch({ text })))).toMatchObject({ verdict: "proven", problems: [] });
    const number = planOf(text).steps.at(-1)?.number ?? 0;
    const branch = aProvenBranch({ text, order: [1, 2, 3, number] });
    await expectProblem(branch, `dev ${number}`, null, `the plan has no step ${number}`);
  });

  /** The plan as another dialect might read it from the tree of this commit. */
  function readAs(branch: ProvenBranch, name: string, change: (plan: Plan) => Plan): Partial<AuditInput> {
    const { planAt, trees } = auditOf(branch);
    return {
      planAt: async (tree, id) => {
        const plan = await planAt(tree, id);
        return plan && tree === (await trees.treeOf(commitIn(branch, name))) ? change(plan) : plan;
      },
    };
  }
});

test("neither a path nor a title of the branch reaches a terminal as a command", async () => {
  const files = (all: Files, name: string): unknown => name === "dev 2" && all.set(".plan/\x1b[2J", "");
  const proof: Hooks["proof"] = (told) => ({ ...told, step: { ...told.step, title: "\x1b[2J" } });
  const { problems } = await auditBranch(
    auditOf(aProvenBranch({ files: (all, name) => void files(all, name), proof })),
  );
  expect(problems).toContainEqual(expect.objectContaining({ what: "a worker's commit may not change the plan" }));
  expect(problems).toContainEqual(expect.objectContaining({ what: expect.stringContaining("a step with the title") }));
  for (const { file, what } of problems) expect(`${file} ${what}`).not.toContain("\x1b");
});
