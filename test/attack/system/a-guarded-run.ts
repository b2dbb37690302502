import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { steps as stepsDialect } from "../../../src/dialects/steps/dialect.ts";
import { type Acceptance, acceptStep } from "../../../src/engine/branch/accept-step.ts";
import { until } from "../../../src/sandbox/a-run.testkit.ts";
import { acceptable, type StepAttempt } from "../../attempt-step.ts";
import { personState } from "../../person-state.ts";
import { aRun, type Scene, type TestRun } from "../a-run.ts";
import { type FolderState, folderState, pathsThatDiffer } from "./folder-state.ts";
import { leftOvers } from "./nothing-left.ts";

export type GuardedRun = TestRun & {
  /** The folder that holds the person's checkout and our home. */
  place: string;
  /** The worker's tree, as seen from outside. */
  tree: string;
  /**
   * Lets a worker do its work while something happens to its tree from outside: what a hole in the sandbox would allow.
   * The harness must see it nevertheless.
   */
  attemptWithHole(script: string, meanwhile: (tree: string) => void): Promise<StepAttempt>;
  acceptWith(attempt: StepAttempt, told: { said: string; result: string }): Promise<Acceptance>;
};

/**
 * A run after which nothing may be left behind, and the person's repository must be as it was: every byte, mode and
 * time of the checkout, the index, the settings and the refs. Objects may come, and the plan's own branch and notes move.
 */
export async function aGuardedRun(scene: Scene, mayChange = /^$/): Promise<GuardedRun> {
  let place = "";
  // Hooks run backwards: this one is the last, after the run has been closed and its folder removed.
  onTestFinished(async () => {
    expect(existsSync(place)).toBe(false);
    // Our own git needs a moment to hear that nobody asks any more.
    await expect.poll(() => leftOvers(place), { message: "left behind", timeout: 2000 }).toEqual([]);
  });
  const run = await aRun(scene);
  place = dirname(run.top);
  const before = personState(run.top, mayChange);
  const objects = objectState(run.top);
  onTestFinished(() => {
    expect(readdirSync(join(run.home, "scratch")), "scratch folders").toHaveLength(1);
    expect(pathsThatDiffer(before, personState(run.top, mayChange)), "changed in the person's repository").toEqual([]);
    const now = objectState(run.top);
    expect([...objects].filter(([path, state]) => now.get(path) !== state)).toEqual([]);
    expect(readdirSync(place).sort()).toEqual(["home", "repository"]);
  });
  const tree = join(run.run.folder, "work/tree");
  return {
    ...run,
    place,
    tree,
    async attemptWithHole(script, meanwhile) {
      const waiting = "touch ready; until [ -e go ]; do sleep 0.01; done; rm ready go";
      const attempt = run.attempt(`${waiting}; ${script}`);
      await until(() => existsSync(join(tree, "ready")));
      meanwhile(tree);
      writeFileSync(join(tree, "go"), "");
      return attempt;
    },
    acceptWith: async (attempt, told) => acceptStep(run.run, stepsDialect, { ...acceptable(attempt), ...told }),
  };
}

/** Only what is in the files: folders grow, and git touches an object that it would write again. */
const objectState = (top: string): FolderState =>
  new Map(
    [...folderState(join(top, ".git/objects"))]
      .filter(([path]) => /^(?:..\/.{38}|pack\/.+\..+)$/.test(path))
      .map(([path, state]) => [path, state.split(" ").at(-1) ?? ""]),
  );

/** What a person is told about an attempt that is not accepted; nothing about one that is proven. */
export function verdictOn({ outcome }: StepAttempt): string[] {
  switch (outcome.status) {
    case "tampered":
      return outcome.places.map(({ path, what }) => `tampered: ${path} ${what}`);
    case "refused":
      return outcome.proof.contracts.map(({ conclusion, after }) => `${conclusion}: ${after.explanation.headline}`);
    case "asked":
      return [outcome.verdict.is === "held" ? `${outcome.verdict.over}: ${outcome.verdict.told}` : outcome.verdict.is];
    case "proven":
      return ["proven"];
  }
}

/** What the worker itself was told. */
export const workerLog = ({ worker }: StepAttempt): string => `${worker.log.head}${worker.log.tail}`;
