import { describe, expect, test } from "vitest";
import { approvalHash } from "../../plan/approval.ts";
import type { CommitMessage } from "../../record/commit-message.ts";
import type { ContractProof, Proof } from "../../record/receipt.ts";
import { aProvenBranch, auditOf, type Hooks, PLAN, PLAN_TEXT, planOf } from "./a-proven-branch.testkit.ts";
import { auditBranch } from "./audit-branch.ts";

/** Here the harness itself would have to lie: every signature is good, and still everything must agree. */

const NO_TREE = "0".repeat(40);
const NO_HASH = "0".repeat(64);
const FIRST = ".plan/receipts/01.json";
const SECOND = ".plan/receipts/02.json";

/** Expects this problem with the last commit of that name. */
async function expectProblem(hooks: Hooks, name: string, file: string | null, what: string): Promise<void> {
  const branch = aProvenBranch(hooks);
  const audit = await auditBranch(auditOf(branch));
  const commit = branch.commits.findLast((each) => each.name === name)?.id;
  expect(audit.verdict).toBe("broken");
  expect(audit.problems).toContainEqual({ commit, file, what: expect.stringContaining(what) });
}

type AnyField = { [Field in string]?: unknown };

describe("a message that says something else than the objects", () => {
  test.each<[string, AnyField, string | null, string]>([
    ["dev 2", { tree: NO_TREE }, null, "it says its tree is"],
    ["dev 2", { step: 7 }, null, "the plan has no step 7"],
    ["dev 2", { contractHashes: [NO_HASH] }, null, "Contract-Hash"],
    ["dev 2", { plan: "x" }, null, "it speaks of the plan `x`"],
    ["accepted 2", { tree: NO_TREE }, null, "it says its tree is"],
    ["accepted 2", { receipt: NO_HASH }, SECOND, "not the one whose hash the commit names"],
    ["accepted 2", { attempt: 2 }, null, "is not the work on that step"],
    ["accepted 2", { step: 3 }, null, "is not the work on that step"],
    ["accepted 2", { contractHashes: [] }, null, "Contract-Hash"],
    ["approved", { planHash: NO_HASH }, PLAN, "not the one that was approved"],
    ["approved", { plan: "x" }, PLAN, "the plan here is"],
    ["approved", { plan: "a/../b" }, null, "`a/../b` cannot be the id of a plan"],
    ["complete", { planHash: NO_HASH }, null, "Plan-Hash"],
    ["complete", { plan: "x" }, null, "it speaks of the plan `x`"],
  ])("%s says %j", async (name, change, file, what) => {
    const message = (told: CommitMessage, at: string) =>
      at === name ? ({ ...told, ...change } as CommitMessage) : told;
    await expectProblem({ message }, name, file, what);
  });

  test("both commits name another attempt than the receipt", async () => {
    const message = (told: CommitMessage, name: string) =>
      name.endsWith(" 2") ? ({ ...told, attempt: 2 } as CommitMessage) : told;
    await expectProblem({ message }, "accepted 2", SECOND, "it speaks of attempt 1, not of 2");
  });
});

describe("an order in which no harness works", () => {
  const says =
    (name: string, text: string) =>
    (told: CommitMessage, at: string): CommitMessage | string =>
      at === name ? text : told;
  const { id: plan } = planOf(PLAN_TEXT);
  const planHash = approvalHash(planOf(PLAN_TEXT));
  const revised = { kind: "revised", plan, planHash, approvedBy: "Ada" } as const;

  const failed = { kind: "failed", plan, planHash } as const;
  const calledFailed = (files: Map<string, Uint8Array | string>): CommitMessage => {
    files.set(PLAN, String(files.get(PLAN)).replace(/^status: .*$/m, "status: failed"));
    return failed;
  };

  test.each<[string, Hooks, string, string]>([
    ["fails amid a step", { after: (at) => (at === "dev 2" ? failed : null) }, "after dev 2", "was never accepted"],
    [
      "fails another plan",
      { after: (at, files) => (at === "accepted 2" ? { ...calledFailed(files), plan: "x" } : null) },
      "after accepted 2",
      "it speaks of the plan `x`",
    ],
    [
      "fails a text that nobody approved",
      { after: (at, files) => (at === "accepted 2" ? { ...calledFailed(files), planHash: NO_HASH } : null) },
      "after accepted 2",
      "its Plan-Hash is not the approved one",
    ],
    ["ends before a step is done", { order: [1, 2] }, "complete", "step 3 was never accepted"],
    ["does a step too early", { order: [1, 3, 2] }, "dev 3", "depends on `2`, which was not accepted"],
    ["does a step twice", { order: [1, 2, 1, 3] }, "dev 1", "step 1 was accepted before"],
    ["holds a person's commit", { message: says("dev 2", "a fix\n") }, "dev 2", "none of the commits"],
    ["holds a damaged message", { message: says("dev 2", "x\n\nPlan: y\n") }, "dev 2", "it has no trailer Step"],
    ["leaves work unaccepted", { message: says("accepted 1", "more\n") }, "dev 2", "was never accepted"],
    ["revises amid a step", { after: (at) => (at === "dev 2" ? revised : null) }, "after dev 2", "was never accepted"],
    [
      "goes on after the end",
      { after: (at) => (at === "complete" ? { kind: "complete", plan, planHash } : null) },
      "after complete",
      "it comes after `plan complete`",
    ],
  ])("%s", (_, hooks, name, what) => expectProblem(hooks, name, null, what));
});

describe("files that have no business in a commit", () => {
  type Files = Map<string, Uint8Array | string>;
  const inPlan = (from: string, to: string) => (files: Files) =>
    files.set(
      PLAN,
      String(files.get(PLAN)).replace(from, () => to),
    );

  test.each<[string, string | null, string, (files: Files) => unknown]>([
    ["dev 2", PLAN, "may not change the plan", inPlan("# Write", "#  Write")],
    ["dev 2", ".plan/x", "may not change the plan", (files) => files.set(".plan/x", "")],
    ["dev 2", SECOND, "this receipt appears", (files) => files.set(SECOND, "")],
    ["accepted 2", "docs/2.md", "only the plan's own files", (files) => files.set("docs/2.md", "")],
    ["accepted 2", SECOND, "the receipt is missing", (files) => files.delete(SECOND)],
    ["accepted 2", `${SECOND}.sig`, "signature is missing", (files) => files.delete(`${SECOND}.sig`)],
    ["accepted 2", FIRST, "this receipt changes", (files) => files.set(FIRST, "")],
    ["accepted 2", ".plan/receipts/x", "this receipt appears", (files) => files.set(".plan/receipts/x", "")],
    ["accepted 2", PLAN, "not the one that was approved", inPlan("docs/3.md`.", "docs/3.md` or not.")],
    ["accepted 2", PLAN, "step 2 was accepted, and is not marked", inPlan("### 2. ✅ ", "### 2. ")],
    ["accepted 2", PLAN, "step 3 is marked done without", inPlan("### 3. ", "### 3. ✅ ")],
    ["complete", FIRST, "this receipt vanishes", (files) => files.delete(FIRST)],
    ["complete", "docs/1.md", "only the plan's own files", (files) => files.set("docs/1.md", "")],
    ["complete", PLAN, "the plan's title is not", inPlan("# Write three", "# Write two")],
    ["complete", null, "no plan can be read here", (files) => files.delete(PLAN)],
    ["approved", "README.md", "only the plan's own files", (files) => files.set("README.md", "")],
    ["approved", FIRST, "begins without receipts", (files) => files.set(FIRST, "")],
    ["approved", PLAN, "step 1 is marked done without", inPlan("### 1. ", "### 1. ✅ ")],
  ])("%s: %s %s", async (name, file, what, act) => {
    const files = (all: Files, at: string): void => {
      if (at === name) act(all);
    };
    await expectProblem({ files }, name, file, what);
  });

  test.each<[string, string, (files: Files) => unknown]>([
    ["docs/9.md", "only the plan's own files", (files) => files.set("docs/9.md", "")],
    [PLAN, "step 1 was already accepted", inPlan("Write `docs/1.md`.", "Write anything.")],
  ])("a revision: %s %s", async (file, what, act) => {
    const after = (name: string, files: Files): CommitMessage | null => {
      if (name !== "accepted 2") return null;
      act(files);
      const plan = planOf(String(files.get(PLAN)));
      return { kind: "revised", plan: plan.id, planHash: approvalHash(plan), approvedBy: "Ada" };
    };
    await expectProblem({ after }, "after accepted 2", file, what);
  });

  const callFailed = inPlan("status: approved", "status: failed");
  test.each<[string, string, (files: Files) => unknown]>([
    ["docs/9.md", "only the plan's own files", (files) => callFailed(files).set("docs/9.md", "")],
    [FIRST, "this receipt vanishes", (files) => callFailed(files).delete(FIRST)],
    [PLAN, "called approved, not failed", () => {}],
    [PLAN, "step 3 is marked done without", (files) => inPlan("### 3. ", "### 3. ✅ ")(callFailed(files))],
    [PLAN, "not the one that was approved", (files) => inPlan("docs/3.md`.", "docs/3.md` or not.")(callFailed(files))],
  ])("a failure: %s %s", async (file, what, act) => {
    const { id, ...plan } = planOf(PLAN_TEXT);
    const after = (name: string, files: Files): CommitMessage | null => {
      if (name !== "accepted 2") return null;
      act(files);
      return { kind: "failed", plan: id, planHash: approvalHash({ id, ...plan }) };
    };
    await expectProblem({ after }, "after accepted 2", file, what);
  });
});

describe("a receipt that is signed, and about something else", () => {
  const contract = (change: AnyField) => (proof: Proof) => ({
    ...proof,
    contracts: proof.contracts.map((each) => ({ ...each, ...change }) as ContractProof),
  });
  const side = (name: "base" | "after", change: AnyField) => (proof: Proof) => ({
    ...proof,
    contracts: proof.contracts.map((each) => ({ ...each, [name]: { ...each[name], ...change } }) as ContractProof),
  });
  const part = (name: "trees" | "plan" | "step", change: AnyField) => (proof: Proof) =>
    ({ ...proof, [name]: { ...proof[name], ...change } }) as Proof;

  test.each<[string, (proof: Proof) => Proof]>([
    ["the base tree 0000", part("trees", { base: NO_TREE })],
    ["the tree 0000", part("trees", { proven: NO_TREE })],
    ["a plan with the hash 0000", part("plan", { hash: NO_HASH })],
    ["the plan x", part("plan", { id: "x" })],
    ["a plan at elsewhere", part("plan", { path: "elsewhere" })],
    ["the step 3", part("step", { id: "3" })],
    ["a step with the number 3", part("step", { number: 3 })],
    ["a step with the title x", part("step", { title: "x" })],
    ["a step with the hash 0000", part("step", { hash: NO_HASH })],
    ["attempt 2, not of 1", part("step", { attempt: 2 })],
    ["is not the approved one", contract({ command: "true" })],
    ["is not the approved one", contract({ exitCode: 1 })],
    ["is not the approved one", contract({ timeout: 9999 })],
    ["is not the approved one", contract({ kind: "guards" })],
    ["is not the approved one", contract({ stdout: { kind: "contains", text: "" } })],
    ["is not the approved one", contract({ hash: NO_HASH })],
    ["it has 0 contracts, and the step has 1", (proof) => ({ ...proof, contracts: [] })],
    ["was not seen to pass", side("after", { state: "red" })],
    ["was not seen to pass", side("after", { exit: { kind: "exited", code: 1 } })],
    ["was not seen to pass", side("after", { exit: { kind: "signalled", signal: "SIGKILL" } })],
    ["was not seen to pass", side("after", { tree: NO_TREE })],
    ["was compared with another base", side("base", { tree: NO_TREE })],
  ])("%s", async (what, change) => {
    const proof = (told: Proof): Proof => (told.step.number === 2 ? change(told) : told);
    await expectProblem({ proof }, "accepted 2", SECOND, what);
  });

  test("the receipt of another branch, or of another attempt on the same step, is refused", async () => {
    const signer = aProvenBranch().signer;
    const elsewhere = aProvenBranch({ signer, files: (files) => files.set("README.md", "Another project.\n") });
    const there = elsewhere.commits.find(({ name }) => name === "accepted 2")?.files;
    const files: Hooks["files"] = (all, name) => {
      if (name !== "accepted 2") return;
      for (const path of [SECOND, `${SECOND}.sig`]) all.set(path, there?.get(path) ?? "");
    };
    await expectProblem({ signer, files }, "accepted 2", SECOND, "it speaks of the commit");
  });
});
