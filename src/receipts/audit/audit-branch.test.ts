import { describe, expect, test } from "vitest";
import { approvalHash } from "../../plan/approval.ts";
import { allowedSignersLine } from "../signing-key.ts";
import {
  aProvenBranch,
  aSigner,
  auditOf,
  type Hooks,
  PLAN,
  PLAN_TEXT,
  people,
  planOf,
  signedCommit,
} from "./a-proven-branch.testkit.ts";
import type { Audit } from "./audit.ts";
import { auditBranch } from "./audit-branch.ts";
import { put } from "./git-objects.testkit.ts";

const audited = (hooks: Hooks): Promise<Audit> => auditBranch(auditOf(aProvenBranch(hooks)));

const toldIn = ({ problems }: Audit): string => problems.map(({ what }) => what).join("\n");

test("a branch as the harness leaves it is proven", async () => {
  const branch = aProvenBranch();
  const audit = await auditBranch(auditOf(branch));
  const idOf = (name: string): string | undefined => branch.commits.find((each) => each.name === name)?.id;

  expect(audit).toMatchObject({ verdict: "proven", isComplete: true, problems: [], remarks: [] });
  expect(audit.approval).toMatchObject({ commit: idOf("approved"), by: "Ada <ada@example.org>" });
  expect(audit.signers).toEqual([
    { publicKey: branch.signer.publicKey, identity: branch.signer.identity, signatures: 11 },
  ]);
  expect(audit.steps.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(audit.steps[1]).toEqual({
    id: "2",
    number: 2,
    title: "Page 2",
    attempt: 1,
    devCommit: idOf("dev 2"),
    acceptedCommit: idOf("accepted 2"),
    receipt: ".plan/receipts/02.json",
    acceptedBy: "contract",
    outcome: "proven",
  });
});

describe("a branch that the harness may leave", () => {
  const revised = PLAN_TEXT.replace("Write `docs/3.md`.", "Write `docs/3.md` in verse.");

  test.each<[string, Hooks]>([
    ["on its way", { order: [1, 2], isComplete: false }],
    ["with nothing done", { order: [], isComplete: false }],
    ["in another order that the plan permits", { order: [2, 1, 3] }],
    [
      "whose steps are folded away at the end",
      {
        files: (files, name) => {
          if (name === "complete") files.set(PLAN, String(files.get(PLAN)).replace(/^### 2[\s\S]*/m, ""));
        },
      },
    ],
    [
      "where the approval removes the receipts of an earlier plan",
      {
        baseFiles: [[".plan/receipts/01.json", "{}"]],
        files: (files, name) => {
          if (name === "approved") files.delete(".plan/receipts/01.json");
        },
      },
    ],
  ])("%s", async (_, hooks) => {
    const audit = await audited(hooks);
    expect(audit).toMatchObject({ verdict: "proven", problems: [], isComplete: hooks.isComplete ?? true });
  });

  test("with a revision that was approved", async () => {
    const audit = await audited({
      after: (name, files) => {
        if (name !== "accepted 1") return null;
        const text = String(files.get(PLAN)).replace("Write `docs/3.md`.", "Write `docs/3.md` in verse.");
        files.set(PLAN, text);
        const { id } = planOf(text);
        return { kind: "revised", plan: id, planHash: approvalHash(planOf(text)), approvedBy: "Ada" };
      },
    });
    expect(audit.problems).toEqual([]);
    expect(audit).toMatchObject({ verdict: "proven", approval: { by: "Ada", hash: approvalHash(planOf(revised)) } });
  });

  test.each([
    ["accepted 1", { isComplete: true, remarks: [] }],
    ["accepted 3", { isComplete: false, remarks: ["the plan failed: Ada gave it up"] }],
  ])("with a failure after %s, from which it may go on", async (place, { isComplete, remarks }) => {
    const audit = await audited({
      isComplete,
      after: (name, files) => {
        if (name !== place) return null;
        const text = String(files.get(PLAN)).replace("status: approved", "status: failed");
        files.set(PLAN, text);
        const plan = planOf(text);
        return { kind: "failed", plan: plan.id, planHash: approvalHash(plan), said: ["Ada gave it up"] };
      },
    });
    expect(audit).toMatchObject({ verdict: "proven", problems: [], isComplete });
    expect(audit.remarks.map(({ what }) => what)).toEqual(remarks);
  });

  test("with work that waits to be accepted", async () => {
    const whole = aProvenBranch();
    const last = whole.commits.findIndex(({ name }) => name === "dev 3");
    const audit = await auditBranch({ ...auditOf(whole), tip: whole.commits[last]?.id ?? "" });
    expect(audit).toMatchObject({ verdict: "proven", isComplete: false, problems: [] });
    expect(audit.remarks).toMatchObject([{ what: "step 3 is committed, and not accepted yet" }]);
  });

  test.each<[string, NonNullable<Hooks["proof"]>]>([
    [
      "step 2: Ada accepted it by eye",
      (proof) => ({ ...proof, outcome: "by-eye", accepted: { by: "eye", person: "Ada" } }),
    ],
    [
      "step 2: its contracts ran without a sandbox",
      (proof) => ({ ...proof, sandbox: { ...proof.sandbox, isHolding: false, mechanism: "none" } }),
    ],
    [
      "step 2: `test -s docs/2.md` passed before the work, too, so that it passes shows nothing",
      (proof) => ({
        ...proof,
        outcome: "unproven",
        contracts: proof.contracts.map((each) => ({
          ...each,
          base: { ...each.base, state: "green" } as typeof each.base,
        })),
      }),
    ],
    [
      "step 2: `test -s docs/2.md` still passes when the work is taken back and only its tests are kept",
      (proof) => ({
        ...proof,
        outcome: "unproven",
        contracts: proof.contracts.map((each) => ({ ...each, reverted: each.after })),
      }),
    ],
  ])("%s", async (remark, change) => {
    const audit = await audited({
      proof: (proof, step) => (step.number === 2 ? change(proof, step) : proof),
    });
    expect(audit).toMatchObject({ verdict: "proven", problems: [] });
    expect(audit.remarks).toMatchObject([{ file: ".plan/receipts/02.json", what: remark }]);
  });
});

describe("signers", () => {
  test("a key that nobody knows makes a branch consistent, never proven", async () => {
    const branch = aProvenBranch();
    for (const signers of [null, "", allowedSignersLine(aSigner())]) {
      const audit = await auditBranch(auditOf(branch, { signers }));
      expect(audit).toMatchObject({ verdict: "consistent", problems: [], signers: [{ identity: null }] });
    }
  });

  test("two keys that nobody knows break it, at the commit where the second appears", async () => {
    const other = aSigner();
    const signer = aSigner();
    const branch = aProvenBranch({ signer, signerOf: (name) => (name === "dev 2" ? other : signer) });
    const audit = await auditBranch(auditOf(branch, { signers: null }));
    expect(audit.verdict).toBe("broken");
    expect(audit.problems).toMatchObject([{ commit: branch.commits[3]?.id }]);
    expect(audit.signers).toEqual([
      { publicKey: signer.publicKey, identity: null, signatures: 10 },
      { publicKey: other.publicKey, identity: null, signatures: 1 },
    ]);
  });

  test("one stranger among known signers breaks it, even on a receipt alone", async () => {
    const signer = aSigner();
    const other = aSigner();
    const branch = aProvenBranch({ signer, signerOf: (name) => (name === "receipt 3" ? other : signer) });
    const audit = await auditBranch(auditOf(branch));
    expect(audit.problems).toMatchObject([{ commit: branch.commits[6]?.id, file: ".plan/receipts/03.json.sig" }]);
  });

  test("several known signers prove it together", async () => {
    const [signer, other] = [aSigner("one@test"), aSigner("two@test")];
    const branch = aProvenBranch({ signer, signerOf: (name) => (name.endsWith("3") ? other : signer) });
    const signers = allowedSignersLine(signer) + allowedSignersLine(other);
    expect(await auditBranch(auditOf(branch, { signers }))).toMatchObject({ verdict: "proven", problems: [] });
  });

  test("a key that was not valid then, or is meant for something else, is unknown", async () => {
    const branch = aProvenBranch();
    const { publicKey, identity } = branch.signer;
    for (const option of [`valid-before="20200101Z"`, `valid-after="20990101Z"`, `namespaces="file"`]) {
      const signers = `${identity} ${option} ${publicKey}\n`;
      expect(await auditBranch(auditOf(branch, { signers }))).toMatchObject({ verdict: "consistent" });
    }
    const signers = `${identity} namespaces="git" ${publicKey}\n`;
    expect(await auditBranch(auditOf(branch, { signers }))).toMatchObject({ verdict: "broken" });
  });

  test("a line of the signers that cannot be read is told", async () => {
    const branch = aProvenBranch();
    const signers = `someone cert-authority ${branch.signer.publicKey}\n${allowedSignersLine(branch.signer)}`;
    const audit = await auditBranch(auditOf(branch, { signers }));
    expect(audit).toMatchObject({ verdict: "proven", remarks: [{ what: expect.stringContaining("line 1 of the") }] });
  });
});

describe("history that is not a plan's, or not all there", () => {
  test("a branch without a plan", async () => {
    const { base, ...branch } = aProvenBranch({ order: [] });
    const audit = await auditBranch({ ...auditOf({ base, ...branch }), tip: base, base: null });
    expect(audit).toMatchObject({ verdict: "broken", approval: null, steps: [] });
    expect(toldIn(audit)).toBe("this is no plan's branch: it has no commit `plan approved`");
  });

  test("an approval on another commit than the base", async () => {
    const branch = aProvenBranch();
    const audit = await auditBranch(auditOf(branch, { base: "1".repeat(40) }));
    expect(audit.problems).toMatchObject([{ commit: branch.commits[0]?.id }]);
    expect(await auditBranch(auditOf(branch, { base: null }))).toMatchObject({ verdict: "proven" });
  });

  test("an approval that is not there any more", async () => {
    const branch = aProvenBranch({ message: (message, name) => (name === "approved" ? "begin\n" : message) });
    const audit = await auditBranch(auditOf(branch));
    expect(audit.problems.map(({ commit }) => commit)).toContain(branch.commits[0]?.id);
    expect(toldIn(audit)).toContain("no commit `plan approved` comes before this one");
  });

  test("what comes after the missing approval is audited all the same, oldest first", async () => {
    const branch = aProvenBranch({
      message: (message, name) => {
        if (name === "approved") return "begin\n";
        return name === "dev 2" && message.kind === "dev" ? { ...message, tree: "0".repeat(40) } : message;
      },
    });
    const { problems } = await auditBranch(auditOf(branch, { base: null }));
    expect(problems).toContainEqual(expect.objectContaining({ what: expect.stringContaining("it says its tree is") }));
    const places = problems.slice(1).map(({ commit }) => branch.commits.findIndex(({ id }) => id === commit));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test("an approval that is damaged is named, and nothing below it", async () => {
    const branch = aProvenBranch({ message: (message, name) => (name === "approved" ? "x\n\nPlan: y\n" : message) });
    const { problems } = await auditBranch(auditOf(branch, { base: null }));
    expect(problems.map(({ commit }) => commit)).toContain(branch.commits[0]?.id);
    expect(problems.map(({ commit }) => commit)).not.toContain(branch.base);
  });

  test("a base that is no approval is not audited itself", async () => {
    const branch = aProvenBranch({ message: (message, name) => (name === "approved" ? "begin\n" : message) });
    const base = branch.commits[0]?.id ?? "";
    const { problems } = await auditBranch(auditOf(branch, { base }));
    expect(problems[0]).toMatchObject({ commit: branch.commits[1]?.id, what: expect.stringContaining("no commit") });
    expect(problems.map(({ commit }) => commit)).not.toContain(base);
  });

  test("a branch that begins with work and has nothing below", async () => {
    const branch = aProvenBranch({ order: [1], isComplete: false });
    const bytes = `${branch.objects.get(branch.commits[1]?.id ?? "")?.bytes}`;
    const unsigned = bytes.replace(/^gpgsig .*\n(?: .*\n)*/m, "").replace(/^parent .*\n/m, "");
    const tip = put(branch.objects, "commit", signedCommit(unsigned, branch.signer));
    const audit = await auditBranch(auditOf({ ...branch, tip }, { base: null }));
    expect(audit.problems[0]).toMatchObject({
      commit: tip,
      what: "no commit `plan approved` comes before this one",
    });
    expect(toldIn(audit)).not.toContain("cannot be read");
  });

  test("a merge", async () => {
    const branch = aProvenBranch();
    const tree = /^tree (\w+)/.exec(`${branch.objects.get(branch.tip)?.bytes}`)?.[1];
    const unsigned = `tree ${tree}\nparent ${branch.tip}\nparent ${branch.base}\n${people("Planwright")}\n\nmerge\n`;
    const tip = put(branch.objects, "commit", signedCommit(unsigned, branch.signer));
    const audit = await auditBranch(auditOf({ ...branch, tip }));
    expect(audit.problems.every(({ commit }) => commit === tip)).toBe(true);
    expect(toldIn(audit)).toContain("it merges another branch");
  });

  test("a commit with a header that the harness never writes, though its signature is good", async () => {
    const branch = aProvenBranch();
    const whole = `${branch.objects.get(branch.tip)?.bytes}`;
    const unsigned = whole.replace(/^gpgsig .*\n(?: .*\n)*/m, "");
    const forged = [
      whole.replace("\ngpgsig ", "\ngpgsig-sha256 anything\ngpgsig "),
      whole.replace("SIGNATURE-----\n\n", "SIGNATURE-----\ngpgsig-sha256 anything\n\n"),
      signedCommit(unsigned.replace("\n\n", "\nencoding latin1\n\n"), branch.signer),
    ];
    for (const bytes of forged) {
      const tip = put(branch.objects, "commit", bytes);
      const audit = await auditBranch(auditOf({ ...branch, tip }));
      const what = "it holds something that Planwright never writes into a commit";
      expect(audit.problems).toEqual([{ commit: tip, file: null, what }]);
    }
  });

  test("any object that is missing is a problem, and never an exception", async () => {
    const branch = aProvenBranch();
    const { emptyTree } = auditOf(branch).trees;
    const onlyCode = new Set(["README.md", "docs/1.md", "docs/2.md", "docs/3.md"]);
    const code = new Set(
      (await auditOf(branch).trees.entries(await auditOf(branch).trees.treeOf(branch.tip)))
        .filter(({ path }) => onlyCode.has(path))
        .map(({ id }) => id),
    );
    for (const id of branch.objects.keys()) {
      if (id === emptyTree || code.has(id)) continue;
      const objects = new Map(branch.objects);
      objects.delete(id);
      const audit = await auditBranch(auditOf({ ...branch, objects }));
      expect(audit.verdict, `without ${branch.objects.get(id)?.kind} ${id}`).toBe("broken");
      expect(audit.problems.some(({ commit }) => commit !== null)).toBe(true);
    }
  });

  test("what the branch says reaches no terminal as a command", async () => {
    const audit = await audited({
      message: (message, name) => (name === "dev 2" ? "x\n\nPlan: y\nStep: \x1b[2J\n" : message),
    });
    expect(toldIn(audit)).not.toContain("\x1b");
  });
});
