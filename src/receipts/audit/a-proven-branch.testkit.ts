import { generateKeyPairSync } from "node:crypto";
import { purposeOf } from "../../contracts/proof/purpose-of.ts";
import { applyEdits } from "../../diagnostics/text-edit.ts";
import { steps as dialect } from "../../dialects/steps/dialect.ts";
import { approvalHash, contractHash, stepHash } from "../../plan/approval.ts";
import type { Plan, Step } from "../../plan/model.ts";
import { contractTimeout } from "../../plan/policies.ts";
import type { PlanEdit } from "../../ports/dialect.ts";
import type { CommitId, TreeId } from "../../ports/git.ts";
import type { Signer } from "../../ports/signer.ts";
import { type CommitMessage, HARNESS_NAME, workerName, writeMessage } from "../../record/commit-message.ts";
import { finishedFolder, PLAN_FOLDER } from "../../record/plan-artifacts.ts";
import type { Proof } from "../../record/receipt.ts";
import { allowedSignersLine } from "../signing-key.ts";
import { ed25519Blob } from "../ssh-public-key.ts";
import { armouredSignature } from "../sshsig.ts";
import { receiptFor, receiptPaths } from "../write-receipt.ts";
import type { AuditInput } from "./audit.ts";
import { type Files, type GitObjects, historyIn, put, putTree, treesIn } from "./git-objects.testkit.ts";

export const PLAN = ".plan/plan.md";

/** A branch as the harness leaves it. `commits` are named `approved`, `dev 1`, `accepted 1` … `complete`, oldest first. */
export type ProvenBranch = {
  objects: GitObjects;
  base: CommitId;
  commits: { name: string; id: CommitId; files: Files }[];
  tip: CommitId;
  signer: Signer;
};

/** Where a test may lay its hands on the branch before it is signed. */
export type Hooks = {
  signer?: Signer;
  /** Which key signs a commit, by its name. */
  signerOf?: (name: string) => Signer;
  order?: readonly number[];
  /** Further commits after the acceptance of a step. */
  after?: (name: string, files: Map<string, Uint8Array | string>) => CommitMessage | null;
  /** The plan as it is approved. */
  text?: string;
  /** What the base holds besides its code. */
  baseFiles?: readonly [path: string, text: string][];
  proof?: (proof: Proof, step: Step) => Proof;
  message?: (message: CommitMessage, name: string) => CommitMessage | string;
  files?: (files: Map<string, Uint8Array | string>, name: string) => void;
  author?: (name: string) => string | null;
  isComplete?: boolean;
};

export function aSigner(identity = "planwright@test"): Signer {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    identity,
    publicKey: `ssh-ed25519 ${ed25519Blob(publicKey).toString("base64")}`,
    sign: (bytes, namespace) => armouredSignature(bytes, namespace, privateKey),
  };
}

export const PLAN_TEXT = `---
type: plan
status: approved
owner: orchestrator
---

# Write three pages

## Steps

${[1, 2, 3]
  .map(
    (number) => `### ${number}. Page ${number}

**target:** coder
${number === 3 ? "**depends_on:** 1, 2\n" : ""}
**task:**
Write \`docs/${number}.md\`.

**contract:**
\`\`\`shell
test -s docs/${number}.md
\`\`\`
exit_code == 0
**on_fail:** retry(1), then escalate
`,
  )
  .join("\n")}`;

export function aProvenBranch(hooks: Hooks = {}): ProvenBranch {
  const { signer = aSigner(), order = [1, 2, 3], text = PLAN_TEXT } = hooks;
  const objects: GitObjects = new Map();
  const files = new Map<string, Uint8Array | string>([["README.md", "A project.\n"], ...(hooks.baseFiles ?? [])]);
  const base = put(objects, "commit", `tree ${putTree(objects, files)}\n${people(HARNESS_NAME)}\n\nbegin\n`);
  const commits: ProvenBranch["commits"] = [];
  const tip = (): CommitId => commits.at(-1)?.id ?? base;
  const treeOf = (commit: CommitId): TreeId => /^tree (\w+)/.exec(`${objects.get(commit)?.bytes}`)?.[1] ?? "";

  const commit = (name: string, author: string, messageFor: (tree: TreeId) => CommitMessage): void => {
    hooks.files?.(files, name);
    const tree = putTree(objects, files);
    const message = hooks.message?.(messageFor(tree), name) ?? messageFor(tree);
    const told = typeof message === "string" ? message : writeMessage(message);
    const unsigned = `tree ${tree}\nparent ${tip()}\n${people(hooks.author?.(name) ?? author)}\n\n${told}`;
    const id = put(objects, "commit", signedCommit(unsigned, hooks.signerOf?.(name) ?? signer));
    commits.push({ name, id, files: new Map(files) });
    const more = hooks.after?.(name, files);
    if (more) commit(`after ${name}`, HARNESS_NAME, () => more);
  };

  files.set(PLAN, text);
  const approved = planOf(text);
  const plan = approved.id;
  const planHash = approvalHash(approved);
  commit("approved", HARNESS_NAME, () => ({ kind: "approved", plan, planHash, approvedBy: "Ada <ada@example.org>" }));
  for (const number of order) {
    const current = planOf(String(files.get(PLAN)));
    const step = current.steps.find((each) => each.number === number);
    if (!step) throw new Error(`no step ${number}`);
    const about = { plan, step: number, attempt: 1, contractHashes: step.contracts.map(contractHash) };
    const baseTree = treeOf(tip());
    files.set(`docs/${number}.md`, `Page ${number}.\n`);
    commit(`dev ${number}`, workerName("scripted"), (tree) => ({ kind: "dev", subject: step.title, ...about, tree }));

    const proof = proofOf(current, step, { base: baseTree, proven: treeOf(tip()) });
    const receipt = receiptFor(
      hooks.proof?.(proof, step) ?? proof,
      tip(),
      hooks.signerOf?.(`receipt ${number}`) ?? signer,
    );
    const paths = receiptPaths(number);
    files.set(paths.json, receipt.json);
    files.set(paths.sig, receipt.sig);
    files.set(PLAN, edited(String(files.get(PLAN)), { type: "step-status", step: step.id, status: "done" }));
    const told = { result: `page ${number} is there`, receipt: receipt.sha256 };
    commit(`accepted ${number}`, HARNESS_NAME, (tree) => ({ kind: "accepted", ...told, ...about, tree }));
  }
  if (hooks.isComplete !== false) {
    files.set(PLAN, edited(String(files.get(PLAN)), { type: "plan-status", status: "done" }));
    const last = approvalHash(planOf(String(files.get(PLAN))));
    commit("complete", HARNESS_NAME, () => ({ kind: "complete", plan, planHash: last }));
  }
  return { objects, base, commits, tip: tip(), signer };
}

/** What an auditor has who cloned this branch and knows its signer. */
export function auditOf({ objects, base, tip, signer }: ProvenBranch, more: Partial<AuditInput> = {}): AuditInput {
  const trees = treesIn(objects);
  const signers = allowedSignersLine(signer);
  return { history: historyIn(objects), trees, tip, base, signers, planAt: planReader(trees), ...more };
}

/** Reads the plan of a tree with the dialect it is written in. */
export const planReader =
  (trees: AuditInput["trees"]) =>
  async (tree: TreeId, id: string | null): Promise<Plan | null> => {
    const finished = PLAN.replace(PLAN_FOLDER, finishedFolder(id ?? ""));
    const entry = (await trees.entries(tree)).find(({ path }) => path === PLAN || path === finished);
    if (!entry) return null;
    const [bytes] = await trees.read([entry.id]);
    const known = plans.get(entry.id) ?? planOf(Buffer.from(bytes ?? []).toString("utf8"));
    plans.set(entry.id, known);
    return known;
  };
const plans = new Map<string, Plan>();

export const planOf = (text: string): Plan => parsed(text).plan;

function edited(text: string, edit: PlanEdit): string {
  return applyEdits(text, dialect.edit(parsed(text), edit).edits);
}

const parsed = (text: string) => dialect.parse({ root: PLAN, files: [{ path: PLAN, text }] });

const TIME = 1_790_000_000;

export const people = (author: string): string =>
  `author ${author} <planwright@localhost> ${TIME} +0000\ncommitter ${HARNESS_NAME} <planwright@localhost> ${TIME} +0000`;

export function signedCommit(unsigned: string, signer: Signer): string {
  const header = `gpgsig ${signer.sign(Buffer.from(unsigned), "git").trimEnd().replaceAll("\n", "\n ")}`;
  return unsigned.replace("\n\n", () => `\n${header}\n\n`);
}

function proofOf(plan: Plan, step: Step, trees: { base: TreeId; proven: TreeId }): Proof {
  const side = { milliseconds: 12, told: "" };
  return {
    version: 2,
    plan: { id: plan.id, path: plan.source.path, hash: approvalHash(plan) },
    step: { id: step.id, number: step.number, title: step.title, hash: stepHash(step), attempt: 1 },
    accepted: { by: "contract" },
    trees: { ...trees, worker: trees.proven },
    outcome: "proven",
    contracts: step.contracts.map((contract) => ({
      ...contract,
      purpose: purposeOf(contract),
      timeout: contractTimeout(plan, contract),
      hash: contractHash(contract),
      base: { state: "red", tree: trees.base, exit: { kind: "exited", code: 1 }, ...side },
      after: { state: "green", tree: trees.proven, exit: { kind: "exited", code: 0 }, ...side },
      reverted: { state: "not-run", why: "the step changes no tests" },
    })),
    unannounced: [],
    observed: "no",
    restored: [],
    findings: [],
    environment: { path: ["/usr/bin"], platform: "linux x64", tools: { bash: "5.2" }, layers: [] },
    sandbox: {
      isHolding: true,
      mechanism: "bubblewrap 0.8.0",
      network: "none",
      memory: "cgroup-v1",
      processes: "cgroup-v1",
    },
    planwright: "0.1.0",
    startedAt: "2026-09-21T10:00:00Z",
    finishedAt: "2026-09-21T10:00:01Z",
  };
}
