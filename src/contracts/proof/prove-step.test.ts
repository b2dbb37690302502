import { describe, expect, test } from "vitest";
import { aRun, planOf } from "../../../test/attack/a-run.ts";
import { judgeWork } from "../../engine/proof/judge-work.ts";
import type { Contract } from "../../plan/model.ts";
import type { Trees } from "../../ports/git.ts";
import { proveStep, runOnBase } from "./prove-step.ts";

const signal = AbortSignal.timeout(120_000);

/** Proves a step that adds a function and its test, by a contract that has so many seconds; how often two runs were at once. */
async function atOnce(command: string, timeout: number): Promise<{ besides: number; conclusion: string | undefined }> {
  const { run } = await aRun({
    files: { "test/a.test.sh": "true\n", "src/a.sh": "true\n" },
    plan: planOf({ contract: command, extra: "**files:**\n- change: `src/a.sh`\n- change: `test/a.test.sh`\n" }),
  });
  const { trees } = run.place;
  let besides = 0;
  const place = {
    ...run.place,
    async beside() {
      besides++;
      return (await run.place.beside?.()) ?? null;
    },
  };
  const base = await trees.treeOf((await run.git.run(["rev-parse", run.branch])).stdout.toString().trim());
  const edit = async (text: string) => ({ mode: "100644", id: await trees.write(Buffer.from(text)) }) as const;
  const worker = await trees.compose(
    base,
    new Map([
      ["src/a.sh", await edit("touch a\n")],
      ["test/a.test.sh", await edit("test -e a\n")],
    ]),
  );
  const [planned] = run.plan.steps;
  if (!planned) throw new Error("the plan has no step");
  const contracts = planned.contracts.map((contract): Contract => ({ ...contract, timeout }));
  const tools = { trees, placeFor: async () => place, cache: run.cache, progress: () => {}, signal };
  const proof = await proveStep({ plan: run.plan, step: { ...planned, contracts }, base, worker }, tools);
  return { besides, conclusion: proof.contracts[0]?.conclusion };
}

test("what a quick contract is compared with runs at once", async () => {
  const { besides, conclusion } = await atOnce("sh src/a.sh && sh test/a.test.sh", 300);
  expect(conclusion).toBe("proven");
  expect(besides).toBeGreaterThan(0);
});

test("a contract that needs a good part of its time has the machine to itself", async () => {
  expect(await atOnce("sleep 2 && sh src/a.sh && sh test/a.test.sh", 15)).toEqual({ besides: 0, conclusion: "proven" });
});

describe("a step that begins where another has passed the same contract", () => {
  const announced = "**files:**\n- change: `src/a.sh`\n- add: `tools/more.sh`\n";
  const contract = "sh src/a.sh";
  const text = (trees: Trees, words: string) => trees.write(Buffer.from(words));

  /** A step was proven; what its contract says of the trees on which further steps begin. */
  async function next() {
    const files = { "src/a.sh": "true\n", "tools/b.sh": "true\n" };
    const { run } = await aRun({ files, plan: planOf({ contract, extra: announced }) });
    const { trees } = run.place;
    const base = await trees.treeOf((await run.git.run(["rev-parse", run.branch])).stdout.toString().trim());
    const put = async (tree: string, path: string, words: string): Promise<string> =>
      trees.compose(tree, new Map([[path, { mode: "100644", id: await text(trees, words) }]]));
    const added = await put(base, "tools/more.sh", "true\n");
    const worker = await put(added, "src/a.sh", "cd tools && for each in more; do sh $each.sh; done\n");
    const [step] = run.plan.steps;
    if (!step) throw new Error("the plan has no step");
    const runs: string[] = [];
    const progress = (_: unknown, side: string): void => void runs.push(side);
    const tools = { trees, placeFor: async () => run.place, cache: run.cache, progress, signal };
    const about = { base, worker, attempt: 1, version: "1", placeFor: tools.placeFor, trusted: new Map() };
    const { proof } = await judgeWork(run, step, about, signal);
    const known = async (tree: string) => {
      runs.length = 0;
      const [side] = await runOnBase({ plan: run.plan, step, base: tree }, tools);
      return { runs: [...runs], side };
    };
    return { proven: proof.restoration.proven, put, known };
  }

  test("does not run it again before its work, where only `.plan` has changed", async () => {
    const { proven, put, known } = await next();
    const accepted = await put(proven, ".plan/receipts/01.json", "{}\n");
    const { runs, side } = await known(accepted);
    expect(runs).toEqual([]);
    expect(side).toMatchObject({ tree: accepted, verdict: { status: "passed" } });
    const other = await known(await put(accepted, "tools/b.sh", "false\n"));
    expect(other.runs).toEqual(["base"]);
  });

  test("knows which scripts it opens, those included that the step before announced", async () => {
    const { proven, put, known } = await next();
    const { side } = await known(await put(proven, ".plan/receipts/01.json", "{}\n"));
    expect(side?.seen?.opened).toEqual(expect.arrayContaining(["tools/more.sh"]));
  });
});

describe("what else is to be seen", () => {
  /** Whether it was asked for before the contract had passed on the worker's tree. */
  async function isHurried(command: string, timeout: number, isKnown = true): Promise<boolean | null> {
    const { run } = await aRun({ files: { "src/a.sh": "true\n" }, plan: planOf({ contract: command }) });
    const { trees } = run.place;
    const base = await trees.treeOf((await run.git.run(["rev-parse", run.branch])).stdout.toString().trim());
    const id = await trees.write(Buffer.from("touch a\n"));
    const worker = await trees.compose(base, new Map([["src/a.sh", { mode: "100644", id } as const]]));
    const [planned] = run.plan.steps;
    if (!planned) throw new Error("the plan has no step");
    const contracts = planned.contracts.map((contract): Contract => ({ ...contract, timeout }));
    const work = { plan: run.plan, step: { ...planned, contracts }, base };
    const tools = { trees, placeFor: async () => run.place, cache: run.cache, progress: () => {}, signal };
    if (isKnown) await runOnBase(work, tools);
    let isEarly: boolean | null = null;
    await proveStep({ ...work, worker }, tools, async (_, __, passed) => {
      isEarly = (await Promise.race([passed, Promise.resolve("not yet")])) === "not yet";
      await passed;
    });
    return isEarly;
  }

  test.each([
    ["is looked at beside a contract that passed quickly before the work", "sleep 0.5 && sh src/a.sh", 300, true, true],
    ["waits for a contract that needs a good part of its time", "sleep 2 && sh src/a.sh", 15, true, false],
    ["waits for a contract that failed before the work", "sleep 0.5; sh src/a.sh && test -e a", 300, true, false],
    ["waits for a contract of which nothing is known", "sleep 0.5 && sh src/a.sh", 300, false, false],
    ["is not looked at where the contract fails", "sh src/a.sh && test -e b", 300, true, null],
  ])("%s", async (_, command, timeout, isKnown, expected) => {
    expect(await isHurried(command, timeout, isKnown)).toBe(expected);
  });
});

describe("a slow contract, without the work,", () => {
  const slow = `import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
test("is slow", () => setTimeout(3_100));
`;
  const added = (extra = "") => `import { ok } from "node:assert/strict";
import { test } from "node:test";
import * as parts from "../src/parts.js";
${extra}test("has a part", () => ok(parts.part?.()));
`;

  /** The run without the work, of a step that adds a part and a test beside a slow one. */
  async function withoutWork(test: string): Promise<{ log: string; conclusion: string | undefined; runs: string[] }> {
    const { run } = await aRun({
      files: { "src/parts.js": "export {};\n", "test/slow.test.js": slow, "package.json": '{ "type": "module" }\n' },
      plan: planOf({
        contract: "node --test",
        extra: "**files:**\n- change: `src/parts.js`\n- add: `test/new.test.js`\n",
      }),
    });
    const { trees } = run.place;
    const base = await trees.treeOf((await run.git.run(["rev-parse", run.branch])).stdout.toString().trim());
    const edit = async (text: string) => ({ mode: "100644", id: await trees.write(Buffer.from(text)) }) as const;
    const worker = await trees.compose(
      base,
      new Map([
        ["src/parts.js", await edit("export const part = () => true;\n")],
        ["test/new.test.js", await edit(test)],
      ]),
    );
    const [step] = run.plan.steps;
    if (!step) throw new Error("the plan has no step");
    const runs: string[] = [];
    const progress = (_: Contract, side: string) => void runs.push(side);
    const tools = { trees, placeFor: async () => run.place, cache: run.cache, progress, signal };
    const [contract] = (await proveStep({ plan: run.plan, step, base, worker }, tools)).contracts;
    const log = contract && !("notRun" in contract.reverted) ? contract.reverted.log.head : "";
    return { log, conclusion: contract?.conclusion, runs: runs.filter((side) => side === "reverted") };
  }

  test("runs with the step's own tests alone", async () => {
    const { log, conclusion, runs } = await withoutWork(added());
    expect(conclusion).toBe("proven");
    expect(log).toContain("has a part");
    expect(log).not.toContain("is slow");
    expect(runs).toHaveLength(2);
  });

  test("runs whole where the step's own tests need the others", async () => {
    const { log, conclusion, runs } = await withoutWork(added('import "./slow.test.js";\n'));
    expect(conclusion).toBe("proven");
    expect(log).toContain("is slow");
    expect(runs).toHaveLength(3);
  });

  test("runs whole where the step's own tests pass", async () => {
    const { log, conclusion, runs } = await withoutWork(
      'import { test } from "node:test";\ntest("has a part", () => {});\n',
    );
    expect(conclusion).toBe("vacuous");
    expect(log).toContain("is slow");
    expect(runs).toHaveLength(2);
  });
});
