import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type ProofTools, proveStep, runOnBase, type StepProof } from "../../src/contracts/proof/prove-step.ts";
import type { Judged } from "../../src/engine/proof/judge-work.ts";
import { verdictOn } from "../../src/engine/proof/verdict-on.ts";
import { aRun, gitIn, planOf } from "../attack/a-run.ts";
import { writeExecutable } from "../executable.ts";
import { tempFolder } from "../temp-folder.ts";

/** A contract that changes its mind while nobody changes anything. */

const { PATH } = process.env;
afterEach(() => {
  process.env.PATH = PATH;
});

type Answer = "fails" | "passes";

/** What is proven of work that changes nothing, by a contract that answers so: before the work, after it, and once more. */
async function provenBy(answers: readonly Answer[], { kind = "", needs = "", occasion }: Scene = {}) {
  const tools = tempFolder();
  process.env.PATH = `${PATH}:${tools}`;
  const scene = { files: { "a.txt": "a\n" }, plan: planOf({ contract: "agrees", extra: needs }) };
  const { run, top } = await aRun({ ...scene, plan: scene.plan.replace("**contract:**", `**contract:**${kind}`) });
  const left = [...answers];
  const tree = gitIn(top, "rev-parse", "plan/numbers^{tree}").trim();
  const [step] = run.plan.steps;
  if (!step) throw new Error("a plan has steps");
  const proofTools: ProofTools = {
    ...{ trees: run.place.trees, cache: run.cache, signal: AbortSignal.timeout(60_000) },
    placeFor: async () => run.place,
    progress: () => writeExecutable(join(tools, "agrees"), `exit ${left.shift() === "passes" ? 0 : 1}`),
  };
  const work = { plan: run.plan, step, base: tree, worker: tree, ...(occasion !== undefined && { occasion }) };
  await runOnBase(work, proofTools);
  const proof = await proveStep(work, proofTools);
  expect(left, "every answer was asked for").toEqual([]);
  return proof;
}

type Scene = { kind?: string; needs?: string; occasion?: string };

const conclusionOf = ({ contracts }: StepProof): string | undefined => contracts[0]?.conclusion;

test.each(["", " guards", " proves"])(
  "what failed before, passes now and fails again on the same tree is flaky, and a person is asked (%s)",
  async (kind) => {
    const proof = await provenBy(["fails", "passes", "fails"], { kind });
    expect(proof.contracts[0]?.after.verdict).toMatchObject({ status: "unverified", reason: "flaky" });
    expect(conclusionOf(proof)).not.toBe("proven");
    const judged = { proof, isPassing: false, tests: { is: "as-announced" } } as Judged;
    expect(verdictOn(judged, { mode: "autonomous", isStrict: false })).toMatchObject({
      is: "held",
      over: "unverified",
      told: "`agrees`: it is flaky: it failed before and passes now, and nothing has been changed",
    });
  },
);

test("what failed once and passes twice on the same tree is unchanged, and proves nothing", async () => {
  expect(conclusionOf(await provenBy(["fails", "passes", "passes"]))).toBe("unchanged");
});

test("what passes before and after work that changes nothing is unchanged, and is not run again", async () => {
  expect(conclusionOf(await provenBy(["passes", "passes"]))).toBe("unchanged");
});

test("what passes once it was published is proven, though nothing was changed", async () => {
  const published = { needs: "\n**needs:** publish\n", occasion: "a run" };
  expect(conclusionOf(await provenBy(["fails", "passes"], published))).toBe("proven");
});
