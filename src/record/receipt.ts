import { z } from "zod";

/**
 * Proof of one accepted step, as an in-toto statement about a git tree. A receipt file holds exactly the bytes that were
 * signed; the signature (SSHSIG, namespace `planwright-receipt`) lies beside it as `NN.json.sig`.
 */

export const RECEIPT_NAMESPACE = "planwright-receipt";

const Hex = z.string().regex(/^[0-9a-f]+$/);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Counts = z.strictObject({
  passed: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  skipped: z.int().nonnegative(),
});

const Side = z.discriminatedUnion("state", [
  z.strictObject({ state: z.literal("not-run"), why: z.string() }),
  z.strictObject({
    state: z.enum(["green", "red", "absent"]),
    tree: Hex,
    exit: z.string(),
    milliseconds: z.int().nonnegative(),
    tests: Counts.optional(),
    told: z.string(),
  }),
]);

export const ContractProof = z.strictObject({
  command: z.string(),
  exitCode: z.int(),
  stdout: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("contains"), text: z.string() }),
      z.strictObject({ kind: z.literal("matches"), pattern: z.string() }),
    ])
    .optional(),
  timeout: z.number().positive(),
  hash: Sha256,
  base: Side,
  after: Side,
  reverted: Side,
});
export type ContractProof = z.infer<typeof ContractProof>;

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

export const Proof = z.strictObject({
  version: z.literal(1),
  plan: z.strictObject({ id: z.string(), path: z.string(), hash: Sha256 }),
  step: z.strictObject({
    id: z.string(),
    number: z.int(),
    title: z.string(),
    hash: Sha256,
    attempt: z.int().positive(),
  }),
  accepted: Acceptance,
  /** Tree before the step · what the worker left · what was proven and committed. */
  trees: z.strictObject({ base: Hex, worker: Hex, proven: Hex }),
  contracts: z.array(ContractProof),
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
});
export type Proof = z.infer<typeof Proof>;

const Digest = z.record(z.string(), Hex);
const Resource = z.strictObject({ name: z.string(), digest: Digest });

export const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
export const TEST_RESULT_TYPE = "https://in-toto.io/attestation/test-result/v0.1";

export const Receipt = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  /** The proven tree (`gitTree`) and the commit that holds it (`gitCommit`). */
  subject: z.tuple([Resource, Resource]),
  predicateType: z.literal(TEST_RESULT_TYPE),
  predicate: z.strictObject({
    result: z.enum(["PASSED", "WARNED"]),
    configuration: z.array(Resource),
    planwright: Proof,
  }),
});
export type Receipt = z.infer<typeof Receipt>;
