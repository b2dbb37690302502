import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stateOf } from "../../../src/engine/state/journal-state.ts";
import type { Store } from "../../../src/ports/store.ts";
import { aDatabase, inSql } from "../../../src/store/a-store.testkit.ts";
import { openStore } from "../../../src/store/open-store.ts";
import { anyCommand, carryOut } from "./model-commands.ts";
import { compare, expectInOrder } from "./model-compare.ts";
import { type Beginning, beginGame, MOODS } from "./model-run.ts";

/**
 * A thousand runs in a real store, with whatever agents, judges, people and dying processes do to them, against a model
 * that says in a few lines what should come of it. A failure names the numbers that bring it back: `seed` and `path`, to
 * be given to `fc.assert`.
 */

const anyBeginning: fc.Arbitrary<Beginning> = fc.record({
  isInteractive: fc.boolean(),
  hasPlanner: fc.constantFrom(true, true, false),
  mood: fc.constantFrom(...MOODS),
  steps: fc.array(
    fc.record({
      // Mostly on none: a plan in which nothing can begin is soon over.
      needs: fc.nat(11),
      hasContract: fc.nat(5).map((number) => number > 0),
      retries: fc.nat(2),
      atLimit: fc.constantFrom("escalate", "escalate", "abort"),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

let store: Store;
let url: string;
beforeAll(async () => {
  ({ url } = await aDatabase());
  store = await openStore(url);
});
afterAll(() => store.close());

/** Side by side, because each of them mostly waits for the database. */
test.concurrent.for([1, 2, 3, 4])(
  "a run is what the model says, whatever happens to it (part %i of 4)",
  { timeout: 300_000 },
  async (part) => {
    let runs = 0;
    const open: string[] = [];
    const commands = fc.array(anyCommand, { minLength: 10, maxLength: 32, size: "max" });
    await fc.assert(
      fc.asyncProperty(anyBeginning, commands, async (beginning, course) => {
        runs += 1;
        const id = `run-${part}-${runs}`;
        const game = await beginGame(store, id, beginning);
        let decision = await compare(game);
        for (const command of course) {
          await carryOut(game, command, decision);
          decision = await compare(game);
        }
        expectInOrder(await store.journal.read(id, 0));
        open.push(...(await stateOf(game.world)).open.keys());
      }),
      // The story that comes with a failure tells more than a shorter one that took minutes to find.
      { numRuns: 250, endOnFailure: true },
    );
    // Also where no list shows them, because the run is over: it may be taken up again.
    const kept = "select id from planwright.questions where is_open and run like $1";
    expect((await inSql<{ id: string }>(url, kept, [`run-${part}-%`])).map(({ id }) => id).sort()).toEqual(open.sort());
  },
);
