import { z } from "zod";
import {
  COMPLEXITIES,
  CONTRACT_KINDS,
  DIALECTS,
  MODES,
  NEEDS,
  PLAN_STATUSES,
  PRIORITIES,
  STEP_STATUSES,
} from "./words.ts";

/**
 * The plan as data: what all four dialects are read into. It holds what the author wrote and nothing else;
 * a field that was not written is absent, and `policies.ts` says what that means.
 * Durations are seconds. Prose is Markdown with LF line endings.
 */

const Seconds = z.number().positive();

/** What a failing step does: `retries` further attempts; when they are exhausted, ask a person or give the plan up. */
export const OnFail = z.strictObject({
  retries: z.int().nonnegative(),
  exhausted: z.enum(["escalate", "abort"]),
});
export type OnFail = z.infer<typeof OnFail>;

export const StdoutTest = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("contains"), text: z.string() }),
  z.strictObject({ kind: z.literal("matches"), pattern: z.string() }),
]);
export type StdoutTest = z.infer<typeof StdoutTest>;

export const Contract = z.strictObject({
  command: z.string(),
  exitCode: z.int().min(0).max(255),
  stdout: StdoutTest.optional(),
  timeout: Seconds.optional(),
  kind: z.enum(CONTRACT_KINDS).optional(),
});
export type Contract = z.infer<typeof Contract>;

/** `path` may end in `/` or hold globs; `note` is what the author said about it. */
export const FileEntry = z.strictObject({ path: z.string(), note: z.string().optional() });
export type FileEntry = z.infer<typeof FileEntry>;

export const StepFiles = z.strictObject({
  change: z.array(FileEntry),
  add: z.array(FileEntry),
  delete: z.array(FileEntry),
  mustNotTouch: z.array(FileEntry),
});
export type StepFiles = z.infer<typeof StepFiles>;

const Subscription = z.strictObject({ kind: z.enum(["file", "topic"]), name: z.string() });

export const Subtask = z.strictObject({ text: z.string(), done: z.boolean() });
export type Subtask = z.infer<typeof Subtask>;

/** What a plan, or one of its steps, may cost. */
export const Budget = z.strictObject({
  tokens: z.number().positive().optional(),
  usd: z.number().positive().optional(),
  wallClock: Seconds.optional(),
});
export type Budget = z.infer<typeof Budget>;

export const Step = z.strictObject({
  id: z.string(),
  number: z.int().nonnegative(),
  title: z.string(),
  status: z.enum(STEP_STATUSES),
  failCount: z.int().nonnegative(),
  result: z.string().optional(),
  target: z.string().optional(),
  agent: z.string().optional(),
  track: z.string().optional(),
  dependsOn: z.array(z.string()),
  subscriptions: z.array(Subscription),
  what: z.string(),
  how: z.string().optional(),
  reason: z.string().optional(),
  subtasks: z.array(Subtask),
  files: StepFiles,
  toolsNeeded: z.array(z.string()),
  estimatedTime: z.string().optional(),
  needs: z.array(z.enum(NEEDS)),
  contracts: z.array(Contract),
  acceptsWhen: z.string().optional(),
  expected: z.string().optional(),
  onFail: OnFail.optional(),
  workTimeout: Seconds.optional(),
  budget: Budget.optional(),
  /** As the heading spells it (`3–N`): stands for steps that are not written yet. */
  template: z.string().optional(),
});
export type Step = z.infer<typeof Step>;

/** Only `paths` can be enforced; an area without them is asked about at approval. */
export const ProtectedArea = z.strictObject({ name: z.string(), paths: z.array(z.string()) });
export type ProtectedArea = z.infer<typeof ProtectedArea>;

export const Plan = z.strictObject({
  id: z.string(),
  title: z.string(),
  status: z.enum(PLAN_STATUSES),
  owner: z.string().optional(),
  mode: z.enum(MODES).optional(),
  complexity: z.enum(COMPLEXITIES).optional(),
  infrastructure: z.boolean().optional(),
  strict: z.boolean().optional(),
  settings: z.strictObject({
    maxRetriesPerTask: z.int().nonnegative().optional(),
    verificationTimeout: Seconds.optional(),
  }),
  budget: Budget.optional(),
  priority: z.enum(PRIORITIES).optional(),
  context: z.string().optional(),
  what: z.string(),
  architecture: z.string().optional(),
  how: z.string().optional(),
  protectedAreas: z.array(ProtectedArea),
  steps: z.array(Step),
  risks: z.array(z.string()),
  prerequisites: z.array(z.string()),
  estimatedTotalTime: z.string().optional(),
  source: z.strictObject({ dialect: z.enum(DIALECTS), path: z.string() }),
});
export type Plan = z.infer<typeof Plan>;
