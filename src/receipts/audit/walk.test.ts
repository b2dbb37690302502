import { expect, test } from "vitest";
import type { CommitObject } from "../../ports/git.ts";
import { aProvenBranch, auditOf } from "./a-proven-branch.testkit.ts";
import { walk } from "./walk.ts";

test("an ordinary history is not read to its end", async () => {
  const person = { name: "Ann", email: "ann@example.com", time: 0, zone: "+0000" };
  const commit = (id: number): CommitObject => ({
    ...{ id: `${id}`, tree: "", parents: [`${id + 1}`], author: person, committer: person },
    ...{ message: "a commit\n", signature: null, signed: new Uint8Array() },
  });
  let asked = 0;
  const history = {
    resolve: async () => null,
    async firstParents(_: string, stop: (commit: CommitObject) => boolean) {
      while (!stop(commit(asked++)));
      return [];
    },
  };
  const { commits, problems } = await walk({ ...auditOf(aProvenBranch()), history, tip: "0" });
  expect(asked).toBe(1000);
  expect(commits).toEqual([]);
  expect(problems.map(({ what }) => what)).toEqual(["this is no plan's branch: it has no commit `plan approved`"]);
});
