import { expect, test } from "vitest";
import type { CommitObject, History } from "../../ports/git.ts";
import { writeMessage } from "../../record/commit-message.ts";
import { planTip } from "./plan-tip.ts";

const COMPLETE = writeMessage({ kind: "complete", plan: "uploads", planHash: "a".repeat(64) });

test("on the main branch the plan that was merged last is found, below what people wrote", async () => {
  const history = aHistory([
    "Fix a typo\n",
    "Plan complete rewrite of the docs\n",
    "plan approved by all of us\n",
    COMPLETE,
  ]);
  expect(await planTip(history, "0", true)).toEqual({ tip: "3", mergedBy: null, later: 3 });
});

test("what merged a plan is its merge, and no commit on top of it", async () => {
  const history = aHistory(["Fix a typo\n", "Merge branch 'plan/uploads'\n", "Begin\n"], { 1: COMPLETE });
  expect(await planTip(history, "0", true)).toEqual({ tip: "side-1", mergedBy: "1", later: 1 });
});

test("a commit of the plan's that was spoiled is still the plan's", async () => {
  const history = aHistory(["Fix a typo\n", COMPLETE.replace("complete", "COMPLETE"), COMPLETE]);
  expect(await planTip(history, "0", true)).toEqual({ tip: "1", mergedBy: null, later: 1 });
});

test("any other branch is taken as it stands", async () => {
  expect(await planTip(aHistory(["Fix a typo\n", COMPLETE]), "0", false)).toEqual({
    tip: "0",
    mergedBy: null,
    later: 0,
  });
});

/** Commits with these messages, the newest first, each named by its place in the row; `merged` are second parents. */
function aHistory(messages: readonly string[], merged: Readonly<Record<number, string>> = {}): History {
  const person = { name: "Ann", email: "ann@example.com", time: 0, zone: "+0000" };
  const [signature, signed] = [null, new Uint8Array()];
  const rest = { tree: "", author: person, committer: person, signature, signed };
  const commits = messages.map((message, index): CommitObject => {
    const parents = index + 1 < messages.length ? [`${index + 1}`] : [];
    return { id: `${index}`, parents: [...parents, ...(merged[index] ? [`side-${index}`] : [])], message, ...rest };
  });
  return {
    resolve: async () => null,
    firstParents: async (tip, stop) => {
      const [, side] = tip.split("side-");
      if (side !== undefined) return [{ id: tip, parents: [], message: merged[Number(side)] ?? "", ...rest }];
      const from = commits.slice(Number(tip));
      const end = from.findIndex(stop);
      return end < 0 ? from : from.slice(0, end + 1);
    },
  };
}
