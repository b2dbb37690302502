import fc from "fast-check";
import type { Contract, Plan, Step } from "../../plan/model.ts";
import { slugOf } from "../../plan/plan-id.ts";
import {
  COMPLEXITIES,
  CONTRACT_KINDS,
  type DialectId,
  MODES,
  NEEDS,
  PLAN_STATUSES,
  PRIORITIES,
  STEP_STATUSES,
} from "../../plan/words.ts";

/** Plans as people write them, in all their fields at once: every text is one that every dialect can say. */
export function anyPlan(dialect: DialectId): fc.Arbitrary<Plan> {
  return fc
    .record(
      {
        title: sentence,
        status: fc.constantFrom(...PLAN_STATUSES),
        owner: word,
        mode: fc.constantFrom(...MODES),
        complexity: fc.constantFrom(...COMPLEXITIES),
        infrastructure: fc.boolean(),
        strict: fc.boolean(),
        settings: fc.record({ maxRetriesPerTask: fc.nat(9), verificationTimeout: seconds }, { requiredKeys: [] }),
        budget,
        priority: fc.constantFrom(...PRIORITIES),
        context: sentence,
        what: prose,
        architecture: prose,
        how: prose,
        protectedAreas: fc.uniqueArray(fc.record({ name: name, paths: fc.uniqueArray(path, { maxLength: 2 }) }), {
          maxLength: 3,
          selector: (area) => area.name.toLowerCase(),
        }),
        steps: fc.array(anyStep, { minLength: 1, maxLength: 5 }),
        risks: fc.array(sentence, { maxLength: 2 }),
        prerequisites: fc.array(sentence, { maxLength: 2 }),
        estimatedTotalTime: sentence,
      },
      { requiredKeys: ["title", "status", "settings", "what", "protectedAreas", "steps", "risks", "prerequisites"] },
    )
    .map((plan) => ({
      ...plan,
      id: slugOf(plan.title),
      steps: plan.steps.map((step, index) => ({
        ...step,
        id: `step-${index + 1}`,
        number: index + 1,
        dependsOn: index === 0 ? [] : step.dependsOn.map((at) => `step-${(at % index) + 1}`),
      })),
      source: { dialect, path: "" },
    }));
}

const word = fc.stringMatching(/^[a-z][a-z0-9]{1,8}$/);
const name = fc.stringMatching(/^[A-Z][a-z]{2,8}( [a-z]{2,8}){0,2}$/);
const sentence = fc.stringMatching(/^[A-Z][a-z]{2,8}( [a-z0-9éü計]{1,8}){1,4}$/);
const path = fc.stringMatching(/^[a-z]{2,6}\/([a-z]{2,6}|[a-z]{2,6}\.[a-z]{2}|[a-z]{2,5}\/|\*\*)$/);
const seconds = fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.constantFrom(0.5, 1.25, 90.5));
const money = fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100);
const budget = fc
  .record({ tokens: fc.integer({ min: 1, max: 1e9 }), usd: money, wallClock: seconds }, { requiredKeys: [] })
  .filter((limits) => Object.keys(limits).length > 0);

/** One to three blocks of Markdown; headings are the author's own and stand at any depth. */
const prose = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: sentence.map((text) => `${text}.`) },
      {
        weight: 2,
        arbitrary: fc
          .array(sentence, { minLength: 1, maxLength: 3 })
          .map((all) => all.map((each) => `- ${each}`).join("\n")),
      },
      {
        weight: 1,
        arbitrary: fc
          .array(sentence, { minLength: 2, maxLength: 3 })
          .map((all) => all.map((each) => `- [ ] ${each}`).join("\n")),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.integer({ min: 2, max: 6 }), sentence)
          .map(([depth, text]) => `${"#".repeat(depth)} ${text}`),
      },
      { weight: 1, arbitrary: sentence.map((text) => `> ${text}`) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom("```", "~~~~"), sentence)
          .map(([marks, text]) => `${marks}sh\necho "${text}"\n\n${marks}`),
      },
      {
        weight: 1,
        arbitrary: sentence.map(
          (text) => `Use \`${text.toLowerCase().replaceAll(" ", "_")}\` and **${text}** here:\nthe *second* line.`,
        ),
      },
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((blocks) => blocks.join("\n\n"))
  .filter((text) => /\p{L}/u.test(text.replace(/^(?:- \[ \]|#).*$/gm, "")));

const fileEntry = fc.record({ path, note: sentence }, { requiredKeys: ["path"] });
const fileList = fc.array(fileEntry, { maxLength: 2 });

const command = fc.constantFrom(
  "npm test",
  'grep -q "a b" docs/a.md',
  "test -s a.txt && ! grep TODO a.txt",
  "set -e\nmake\n\nmake test",
  "printf '%s\\n' `date`",
  "cat <<'END'\n```\nEND",
  "# a comment: with a colon\npytest -k 'not slow'",
);

const contract: fc.Arbitrary<Contract> = fc.record(
  {
    command,
    exitCode: fc.constantFrom(0, 1, 255),
    stdout: fc.oneof(
      fc.record({
        kind: fc.constant("contains" as const),
        text: fc.constantFrom("3 passed", 'a "quoted" \\ text', "é: x"),
      }),
      fc.record({
        kind: fc.constant("matches" as const),
        pattern: fc.constantFrom("^\\d+ passed$", "a/b", "(ok|fine)"),
      }),
    ),
    timeout: seconds,
    kind: fc.constantFrom(...CONTRACT_KINDS),
  },
  { requiredKeys: ["command", "exitCode"] },
);

type StepSketch = Omit<Step, "id" | "number" | "dependsOn"> & { dependsOn: number[] };

const anyStep: fc.Arbitrary<StepSketch> = fc.record(
  {
    title: sentence,
    status: fc.constantFrom(...STEP_STATUSES),
    failCount: fc.nat(5),
    result: sentence,
    target: word,
    agent: word,
    track: word,
    dependsOn: fc.uniqueArray(fc.nat(9), { maxLength: 2, selector: (at) => at % 2 }),
    subscriptions: fc.array(fc.record({ kind: fc.constantFrom("file" as const, "topic" as const), name: path }), {
      maxLength: 2,
    }),
    what: prose,
    how: prose,
    reason: sentence,
    subtasks: fc.array(fc.record({ text: sentence, done: fc.boolean() }), { maxLength: 3 }),
    files: fc.record({ change: fileList, add: fileList, delete: fileList, mustNotTouch: fileList }),
    toolsNeeded: fc.array(word, { maxLength: 2 }),
    estimatedTime: sentence,
    needs: fc.uniqueArray(fc.constantFrom(...NEEDS)),
    contracts: fc.array(contract, { maxLength: 1 }),
    acceptsWhen: sentence,
    expected: sentence,
    onFail: fc.record({ retries: fc.nat(9), exhausted: fc.constantFrom("escalate" as const, "abort" as const) }),
    workTimeout: seconds,
    budget,
  },
  {
    requiredKeys: [
      "title",
      "status",
      "failCount",
      "dependsOn",
      "subscriptions",
      "what",
      "subtasks",
      "files",
      "toolsNeeded",
      "needs",
      "contracts",
    ],
  },
);
