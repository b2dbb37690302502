import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aPlan, aStep } from "../plan/a-plan.testkit.ts";
import type { Budget, Contract, Plan, ProtectedArea, Step, StepFiles } from "../plan/model.ts";
import { NEEDS } from "../plan/words.ts";
import { foregone } from "../shell/foregone.ts";
import { parseScript } from "../shell/script.ts";
import { type Change, verdictOf } from "./change.ts";
import { comparePlans } from "./compare-plans.ts";
import { contractChange } from "./contract-change.ts";

const RUNS = { numRuns: 1000 };
/** Building so many plans takes its time on a busy machine. */
const PATIENCE = 120_000;

const word = fc.constantFrom("auth", "upload", "parser", "docs", "index", "retry");
const check = fc.oneof(
  word.map((name) => `npm test -- ${name}`),
  word.map((name) => `test -s docs/${name}.md`),
  word.map((name) => `grep -q "${name}" src/${name}.ts`),
  word.map((name) => `! grep -r "${name}" src`),
  word.map((name) => `node --test test/${name}.test.js | grep -q "# fail 0"`),
  word.map((name) => `(cd ${name} && make check)`),
);
const checks = fc.uniqueArray(check, { minLength: 1, maxLength: 3 });
const command = fc.oneof(
  check,
  checks.map((all) => all.join(" && ")),
  checks.map((all) => ["set -e", ...all].join("\n")),
  checks.map((all) => ["set -euo pipefail", ...all, "echo done"].join("\n")),
  fc.tuple(checks, check).map(([all, last]) => `${all.join(" && ")} || { ${last}; }`),
  check.map((only) => `timeout 60 bash -c '${only}'`),
);
const stdout = fc.oneof(
  fc.constantFrom("12 passing", "ok").map((text) => ({ kind: "contains" as const, text })),
  fc.constantFrom("^\\d+ passing$", "ok").map((pattern) => ({ kind: "matches" as const, pattern })),
);
/** Only contracts that can fail: no other can be weakened. */
const contract: fc.Arbitrary<Contract> = fc
  .record(
    {
      command,
      exitCode: fc.constantFrom(0, 0, 0, 1),
      stdout,
      timeout: fc.constantFrom(60, 300),
      kind: fc.constantFrom("proves", "guards"),
    },
    { requiredKeys: ["command", "exitCode"] },
  )
  .filter((each) => foregone(parseScript(each.command), each) === null);

const entries = fc.uniqueArray(
  fc.constantFrom("src/", "src/auth/", "src/auth/a.ts", "src/*.ts", "src/**/b.ts", "docs", "*.md", "./docs/x.md"),
  { maxLength: 4 },
);
const fileEntries = entries.map((paths) => paths.map((path) => ({ path })));
const files: fc.Arbitrary<StepFiles> = fc.record({
  change: fileEntries,
  add: fileEntries,
  delete: fileEntries,
  mustNotTouch: fileEntries,
});
const needs = fc.subarray([...NEEDS]);
const areas: fc.Arbitrary<ProtectedArea[]> = fc.array(fc.record({ name: word, paths: entries }), { maxLength: 3 });
const limit = fc.constantFrom(10, 20, 30);
const budget: fc.Arbitrary<Budget> = fc.record({ tokens: limit, usd: limit, wallClock: limit }, { requiredKeys: [] });

/** Few words for many steps: titles repeat unless they have to differ, and what they say repeats anyway. */
const steps = (hasOwnTitles: boolean): fc.Arbitrary<Step[]> =>
  fc
    .array(
      fc.record({
        title: word,
        what: fc.tuple(word, word).map((words) => `Mend the ${words.join(" and the ")}.`),
        contracts: fc.array(contract, { minLength: 1, maxLength: 2 }),
        files,
        needs,
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((all) =>
      all.map(({ title, ...fields }, index) =>
        aStep(String(index + 1), {
          number: index + 1,
          title: hasOwnTitles ? `${title} ${index}` : title,
          ...fields,
        }),
      ),
    );
const plans = (hasOwnTitles: boolean): fc.Arbitrary<Plan> =>
  fc
    .record({ steps: steps(hasOwnTitles), areas, budget })
    .map((all) => aPlan(all.steps, { protectedAreas: all.areas, budget: all.budget }));

/** Ways to ask for less: another contract, null for none, undefined where the way does not apply. */
type Weaken = (contract: Contract) => Contract | null | undefined;
const rewritten =
  (rewrite: (command: string) => string): Weaken =>
  (contract) => ({ ...contract, command: rewrite(contract.command) });
const dropped =
  (separator: string, isDroppable: (part: string) => boolean): Weaken =>
  (contract) => {
    const parts = contract.command.split(separator);
    const at = parts.findIndex(isDroppable);
    if (parts.length < 2 || at === -1) return undefined;
    return { ...contract, command: parts.filter((_, index) => index !== at).join(separator) };
  };

const WEAKENINGS: Record<string, Weaken> = {
  "remove it": () => null,
  "|| true": rewritten((all) => `${all} || true`),
  "|| another": rewritten((all) => `${all} || test -d src`),
  "; true": rewritten((all) => `${all}; true`),
  // Under `set -e` one more command is one more demand.
  "; another": (contract) =>
    contract.command.startsWith("set") ? undefined : { ...contract, command: `${contract.command}; test -d src` },
  "a last line": rewritten((all) => `${all}\necho finished`),
  "| cat": rewritten((all) => `${all} | cat`),
  "| tee": rewritten((all) => `${all} 2>&1 | tee log`),
  true: rewritten(() => "true"),
  "echo ok": rewritten(() => "echo ok"),
  "exit 0": rewritten(() => "exit 0"),
  "exit 0 first": rewritten((all) => `exit 0\n${all}`),
  "an easier check": rewritten(() => "test -d ."),
  "drop a conjunct": dropped(" && ", () => true),
  "drop a line": dropped("\n", (line) => !line.startsWith("set")),
  "drop set -e": dropped("\n", (line) => line.startsWith("set")),
  "set +e": rewritten((all) => all.replace(/^set -\w+.*$/m, "set +e")),
  "&& becomes ;": rewritten((all) => all.replace(" && ", "; ")),
  "if … then": rewritten((all) => `if ${all}; then :; fi`),
  "&": rewritten((all) => `${all} &`),
  "comment out": rewritten((all) => all.replace(/^/gm, "# ")),
  "say nothing": rewritten(() => ""),
  "drop the stdout test": ({ stdout, ...rest }) => (stdout ? rest : undefined),
  "shorten the stdout test": (contract) => {
    if (contract.stdout?.kind !== "contains") return undefined;
    return { ...contract, stdout: { kind: "contains", text: contract.stdout.text.slice(1) } };
  },
  "match everything": (contract) =>
    contract.stdout ? { ...contract, stdout: { kind: "matches", pattern: ".*" } } : undefined,
  "another exit status": (contract) => ({ ...contract, exitCode: contract.exitCode + 1 }),
  "proves becomes unset": ({ kind, ...rest }) => (kind === "proves" ? rest : undefined),
  "guards becomes unset": ({ kind, ...rest }) => (kind === "guards" ? rest : undefined),
  "proves becomes guards": (contract) => (contract.kind === "proves" ? { ...contract, kind: "guards" } : undefined),
};

/** Changes that take nothing away, to hide behind. `at` is the step that was weakened. */
type Cover = (plan: Plan, at: number) => Plan;
const ofSteps =
  (change: (step: Step, index: number, at: number) => Step): Cover =>
  (plan, at) => ({ ...plan, steps: plan.steps.map((step, index) => change(step, index, at)) });
const ownStep = (change: (step: Step) => Step): Cover =>
  ofSteps((step, index, at) => (index === at ? change(step) : step));

const COVERS: Record<string, Cover> = {
  "rename the step": ownStep((step) => ({ ...step, title: "Another title" })),
  "reword the step": ownStep((step) => ({ ...step, what: `${step.what}\nAnd carefully.` })),
  "rewrite the step": ownStep((step) => ({ ...step, what: "Something else altogether.", reason: "It is better." })),
  "rename the others": ofSteps((step, index, at) => (index === at ? step : { ...step, title: `New ${step.title}` })),
  "tighten the step": ownStep((step) => ({ ...step, needs: [], files: { ...step.files, delete: [] } })),
  "strengthen the others": ofSteps((step, index, at) =>
    index === at ? step : { ...step, contracts: [...step.contracts, { command: "./strict-check", exitCode: 0 }] },
  ),
  "add a blank line": ofSteps((step) => ({
    ...step,
    contracts: step.contracts.map((each) => ({ ...each, command: `\n${each.command}\n` })),
  })),
  "another plan title": (plan) => ({ ...plan, title: "A better title", strict: true, budget: { tokens: 1 } }),
  "protect more": (plan) => ({ ...plan, protectedAreas: [...plan.protectedAreas, { name: "All", paths: ["src/"] }] }),
  "add a step in front": (plan) => ({
    ...plan,
    steps: [aStep("0", { title: "First", contracts: [{ command: "./first-check", exitCode: 0 }] }), ...plan.steps],
  }),
  "turn the order round": (plan) => ({ ...plan, steps: plan.steps.toReversed() }),
  "sort the steps": (plan) => ({ ...plan, steps: plan.steps.toSorted((a, b) => (a.what < b.what ? -1 : 1)) }),
  renumber: (plan) => ({
    ...plan,
    steps: plan.steps.map((step, index) => ({ ...step, id: String(index + 1), number: index + 1 })),
  }),
  "another dialect": (plan) => ({
    ...plan,
    steps: plan.steps.map((step, index) => ({ ...step, id: `task-0${index + 1}`, number: index + 1 })),
    source: { dialect: "branch", path: ".plan" },
  }),
};

type Case = { before: Plan; after: Plan; target: string; how: string };

function weakened(hasOwnTitles: boolean): fc.Arbitrary<Case> {
  return fc
    .tuple(plans(hasOwnTitles), fc.nat(), fc.constantFrom(...Object.keys(WEAKENINGS)), fc.subarray(Object.keys(COVERS)))
    .map(([before, pick, how, covers]) => {
      const at = pick % before.steps.length;
      const target = before.steps[at];
      const [first, ...others] = target?.contracts ?? [];
      const less = first && WEAKENINGS[how]?.(first);
      if (target === undefined || less === undefined) return null;
      if (JSON.stringify(less) === JSON.stringify(first)) return null;
      const contracts = less === null ? others : [less, ...others];
      const plan = { ...before, steps: before.steps.with(at, { ...target, contracts }) };
      const after = covers.reduce((changed, cover) => COVERS[cover]?.(changed, at) ?? changed, plan);
      return { before, after, target: target.id, how: [how, ...covers].join(", ") };
    })
    .filter((each) => each !== null);
}

const isGrave = ({ effect, area, told }: Change): boolean =>
  (effect === "loosens" || effect === "changes") &&
  (area === "contract" || (area === "step" && told.startsWith("is removed")));

describe("a weakened contract", () => {
  test("is always told as such, whatever else changes around it", { timeout: PATIENCE }, () => {
    fc.assert(
      fc.property(weakened(true), ({ before, after, target }) => {
        const changes = comparePlans(before, after);
        const own = changes.filter(({ subject }) => subject.kind === "step" && subject.before === target);
        expect(own.filter(isGrave)).not.toEqual([]);
        expect(["loosens", "changes"]).toContain(verdictOf(changes));
      }),
      RUNS,
    );
  });

  test("is never lost among steps with the same title", { timeout: PATIENCE }, () => {
    fc.assert(
      fc.property(weakened(false), ({ before, after }) => {
        const changes = comparePlans(before, after);
        expect(changes.filter(isGrave)).not.toEqual([]);
        expect(["loosens", "changes"]).toContain(verdictOf(changes));
      }),
      RUNS,
    );
  });

  test.each(Object.keys(WEAKENINGS))("is reached by the generator: %s", (how) => {
    const found = fc.sample(contract, 60).flatMap((each) => {
      const less = WEAKENINGS[how]?.(each);
      return less === undefined ? [] : [contractChange(each, less ?? undefined).way];
    });
    expect(found).not.toEqual([]);
    expect(found.filter((way) => way === "strengthened")).toEqual([]);
  });
});

/** The same steps with other grants and files. */
const relatives = fc
  .record({
    plan: plans(true),
    areas,
    budget,
    granted: fc.array(fc.record({ files, needs }), { minLength: 6, maxLength: 6 }),
  })
  .map(({ plan, areas, budget, granted }): [Plan, Plan] => [
    plan,
    {
      ...plan,
      protectedAreas: areas,
      budget,
      steps: plan.steps.map((step, index) => ({ ...step, ...granted[index] })),
    },
  ]);

describe("two plans", () => {
  test("that are one plan have no difference", () => {
    fc.assert(
      fc.property(plans(false), (plan) => {
        expect(comparePlans(plan, plan)).toEqual([]);
        expect(comparePlans(plan, structuredClone(plan))).toEqual([]);
      }),
    );
  });

  test("compared the other way round loosen what they tightened", () => {
    const tally = (changes: readonly Change[], effect: string): string[] =>
      changes
        .filter((change) => change.effect === effect)
        .map(({ area, subject }) => `${area} ${subject.kind === "step" ? subject.title : ""}`)
        .sort();
    fc.assert(
      fc.property(relatives, ([before, after]) => {
        const [there, back] = [comparePlans(before, after), comparePlans(after, before)];
        expect(tally(there, "loosens")).toEqual(tally(back, "tightens"));
        expect(tally(there, "tightens")).toEqual(tally(back, "loosens"));
      }),
      { numRuns: 300 },
    );
  });

  test("can say anything at all without breaking the comparison", () => {
    const noise = fc.string({
      unit: fc.constantFrom("a", " ", "\n", "|", "&", ";", "(", ")", "{", "}", "'", '"', "$", "<", "#", "\\", "!", "`"),
    });
    fc.assert(
      fc.property(noise, noise, (before, after) => {
        const { way } = contractChange({ command: before, exitCode: 0 }, { command: after, exitCode: 0 });
        if (before !== after && before.trim() !== after.trim()) expect(way).not.toBe("same");
      }),
      RUNS,
    );
  });
});
