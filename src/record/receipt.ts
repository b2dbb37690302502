import { z } from "zod";
import { CONTRACT_KINDS } from "../plan/words.ts";
import { STEP_OUTCOMES } from "./step-outcome.ts";

/**
 * Proof of one accepted step, as an in-toto statement about a git tree. A receipt file holds exactly the bytes that were
 * signed; the signature (SSHSIG, namespace `planwright-receipt`) lies beside it as `NN.json.sig`.
 */

export const RECEIPT_NAMESPACE = "planwright-receipt";

const ObjectId = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Counts = z.strictObject({
  passed: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  skipped: z.int().nonnegative(),
});

/** `record/exit.ts`, as a schema. */
const Exit = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("exited"), code: z.int().nonnegative() }),
  z.strictObject({ kind: z.literal("signalled"), signal: z.string() }),
  z.strictObject({ kind: z.literal("stopped"), by: z.enum(["seconds", "memory", "output", "disk", "caller"]) }),
]);

const Side = z.discriminatedUnion("state", [
  z.strictObject({ state: z.literal("not-run"), why: z.string() }),
  z.strictObject({
    state: z.enum(["green", "red", "absent"]),
    tree: ObjectId,
    exit: Exit,
    milliseconds: z.int().nonnegative(),
    tests: Counts.optional(),
    told: z.string(),
  }),
]);

const ContractProofV1 = z.strictObject({
  command: z.string(),
  exitCode: z.int(),
  stdout: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("contains"), text: z.string() }),
      z.strictObject({ kind: z.literal("matches"), pattern: z.string() }),
    ])
    .optional(),
  timeout: z.number().positive(),
  kind: z.enum(CONTRACT_KINDS).optional(),
  hash: Sha256,
  base: Side,
  after: Side,
  reverted: Side,
});

/** `purpose`: what the contract is for, as it is declared or as its command shows. */
const ContractProof = ContractProofV1.extend({ purpose: z.enum(["proves", "guards", "undeclared"]) });
export type ContractProof = z.infer<typeof ContractProof>;
export type ContractProofV1 = z.infer<typeof ContractProofV1>;
export type SideProof = z.infer<typeof Side>;

/** `by: contract` — the harness saw it pass. `by: eye` — a person said so, and the receipt says who. */
const Acceptance = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("contract") }),
  z.strictObject({ by: z.literal("eye"), person: z.string() }),
]);

const SandboxState = z.strictObject({
  isHolding: z.boolean(),
  mechanism: z.string(),
  network: z.enum(["none", "host"]),
  memory: z.string(),
  processes: z.string(),
});

/** What both versions say, in the order in which they are written. */
const about = {
  plan: z.strictObject({ id: z.string(), path: z.string(), hash: Sha256 }),
  step: z.strictObject({
    id: z.string(),
    number: z.int().nonnegative(),
    title: z.string(),
    hash: Sha256,
    attempt: z.int().positive(),
  }),
  accepted: Acceptance,
  /** Tree before the step · what the worker left · what was proven and committed. */
  trees: z.strictObject({ base: ObjectId, worker: ObjectId, proven: ObjectId }),
};
const under = {
  /** Paths whose base version was put back before the contract ran, because the step does not say it changes them. */
  restored: z.array(z.string()),
  findings: z.array(z.string()),
  environment: z.strictObject({
    path: z.array(z.string()),
    platform: z.string(),
    tools: z.record(z.string(), z.string()),
    layers: z.array(z.string()),
  }),
  sandbox: SandboxState,
  planwright: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
};

const ProofV1 = z.strictObject({ version: z.literal(1), ...about, contracts: z.array(ContractProofV1), ...under });
export type ProofV1 = z.infer<typeof ProofV1>;

const FileMode = z.enum(["100644", "100755", "120000", "160000"]);

/** What was seen with the tests as they were trusted last, before it was seen on the tree that was committed. */
const FirstProof = z.strictObject({
  tree: ObjectId,
  contracts: z.array(Side),
  /** What that tree holds where it is another than the committed one, `null` for nothing: no commit holds the tree itself. */
  differs: z
    .array(z.strictObject({ path: z.string(), holds: z.strictObject({ mode: FileMode, id: ObjectId }).nullable() }))
    .optional(),
});
export type FirstProof = z.infer<typeof FirstProof>;

const ProofV2 = z.strictObject({
  version: z.literal(2),
  ...about,
  outcome: z.enum(STEP_OUTCOMES),
  contracts: z.array(ContractProof),
  /** Only where tests were changed that the step does not announce, now or earlier. */
  firstProof: FirstProof.optional(),
  /** Tests that are committed as the worker left them, though nothing announces a change: they judge no later step. */
  unannounced: z.array(z.string()),
  /** What a person allowed the step to change after having seen it. */
  announced: z.strictObject({ by: z.string(), paths: z.array(z.string()) }).optional(),
  /** Whether it was watched which files the contracts open; `no: …` says why not. */
  observed: z.string().regex(/^(?:yes|no(?:: .+)?)$/),
  /** Reserved for plans whose steps pass through phases, and for those with tracks. */
  phase: z.string().optional(),
  track: z.string().optional(),
  ...under,
});
/** What is written today. */
export type Proof = z.infer<typeof ProofV2>;

const AnyProof = z.discriminatedUnion("version", [ProofV1, ProofV2]);
/** What is read: version 1 is never written any more. */
export type AnyProof = z.infer<typeof AnyProof>;

export const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
export const TEST_RESULT_TYPE = "https://in-toto.io/attestation/test-result/v0.1";

export const Receipt = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  /** The proven tree, and the commit that holds it. */
  subject: z.tuple([
    z.strictObject({ name: z.literal("tree"), digest: z.strictObject({ gitTree: ObjectId }) }),
    z.strictObject({ name: z.literal("commit"), digest: z.strictObject({ gitCommit: ObjectId }) }),
  ]),
  predicateType: z.literal(TEST_RESULT_TYPE),
  predicate: z.strictObject({
    /** `WARNED` when a reader should look twice: `warningsOf` in `receipts/warnings.ts` says at what. */
    result: z.enum(["PASSED", "WARNED"]),
    /** The plan's text as it was approved, and each contract. */
    configuration: z.array(z.strictObject({ name: z.string(), digest: z.strictObject({ sha256: Sha256 }) })),
    planwright: AnyProof,
  }),
});
export type Receipt = z.infer<typeof Receipt>;
