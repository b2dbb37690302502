import { expect, test } from "vitest";
import { verdictOn } from "../../../src/engine/proof/verdict-on.ts";
import { aRun, type Scene } from "../a-run.ts";

/** Work that passes its contract, and what a person is told before it is accepted. Null: nobody is asked. */
export type Doing = { scene: Scene; script: string; asks: string | null };

/** One test for each, in both modes: how a run wants to be asked makes no difference here. */
export function asks(doings: Readonly<Record<string, Doing>>): void {
  test.each(Object.entries(doings))("%s", async (_, { scene, script, asks }) => {
    const run = await aRun(scene);
    const { outcome, worker } = await run.attempt(script);
    expect(worker.exit, worker.log.head).toEqual({ kind: "exited", code: 0 });
    if (outcome.status === "tampered") throw new Error(JSON.stringify(outcome.places));
    for (const mode of ["autonomous", "interactive"] as const) {
      const verdict = verdictOn(outcome.judged, { mode, isStrict: false });
      if (asks === null) expect(verdict).toMatchObject({ is: "passed" });
      else expect(verdict).toMatchObject({ is: "held", over: "deviation", told: expect.stringContaining(asks) });
    }
  });
}
