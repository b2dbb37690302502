import { describe, expect, test } from "vitest";
import { aRun, planOf } from "../../../test/attack/a-run.ts";
import type { Contract } from "../../plan/model.ts";
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
