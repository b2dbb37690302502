import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { restore } from "../../../src/contracts/restore/restoration.ts";
import { straysIn } from "../../../src/contracts/restore/strays.ts";
import { aContract, aStep } from "../../../src/plan/a-plan.testkit.ts";
import type { Step } from "../../../src/plan/model.ts";
import type { FileChange } from "../../../src/ports/git.ts";
import { openHarnessGit } from "../../../src/workspace/git/harness-git.ts";
import { locateRepository } from "../../../src/workspace/git/locate.ts";
import { treesOf } from "../../../src/workspace/objects/trees.ts";
import { tempFolder } from "../../temp-folder.ts";
import { gitIn } from "../a-run.ts";

/** The newest commit that is replayed: whoever changes an expected value later need not write it down here. */
const LAST = "836099f";

/** Commits that did make something weaker, for a reason. */
const WEAKER: Readonly<Record<string, string>> = {
  "0eb99f8": "vitest.config.ts leaves out the slow suites, which have a config of their own",
  "99b39ca": "more than 20 contracts with a fix became more than 10, because fewer have one",
  "50becdf": "a rule of the linter is off in a test that is full of shell scripts",
};

/** How many commits one step stands for. */
const SPANS = [1, 3];

test("every commit of this repository, as a step that announces its files, is believed without a word", async (context) => {
  const folder = tempFolder();
  const top = join(folder, "repository");
  gitIn(folder, "clone", "-q", "--no-hardlinks", "--no-checkout", `file://${resolve(".")}`, top);
  const trees = treesOf(await openHarnessGit(locateRepository(top), join(folder, "harness"), {}));
  const all = gitIn(top, "log", "--first-parent", "--format=%H", "HEAD").trim().split("\n");
  const history = all.slice(all.findIndex((commit) => commit.startsWith(LAST)) % all.length);
  if (!history[0]?.startsWith(LAST)) context.skip(`this clone does not reach back to ${LAST}`);

  const said: Record<string, unknown> = {};
  let replayed = 0;
  for (const span of SPANS) {
    for (const [at, commit] of history.slice(0, -span).entries()) {
      const [parent, covered] = [history[at + span] ?? "", history.slice(at, at + span)];
      if (covered.some((each) => each.slice(0, 7) in WEAKER)) continue;
      const [base, worker] = [await trees.treeOf(parent), await trees.treeOf(commit)];
      const contracts = [aContract({ command: "npm test" })];
      const step = aStep("a", { files: announced(await trees.changes(base, worker)), contracts });
      const { restored, findings, undeclared, proven } = await restore(trees, { step, contracts, base, worker });
      const strays = await straysIn(trees, { step, base, proven });
      const hasStrayed = strays.deleted.length + strays.sources.length > 0 || strays.bulk !== null;
      if (restored.length + findings.length + undeclared.length > 0 || hasStrayed) {
        said[`${commit.slice(0, 7)}, ${span} commits`] = {
          restored,
          findings,
          undeclared,
          ...(hasStrayed && { strays }),
        };
      }
      replayed += 1;
    }
  }
  console.log(`${replayed} steps from ${history.length} commits of this repository's history`);
  expect(said).toEqual({});
});

const announced = (changes: readonly FileChange[]): Step["files"] => {
  const of = (isWanted: (change: FileChange) => boolean) => changes.filter(isWanted).map(({ path }) => ({ path }));
  return {
    change: of(({ before, after }) => before !== null && after !== null),
    add: of(({ before }) => before === null),
    delete: of(({ after }) => after === null),
    mustNotTouch: [],
  };
};
