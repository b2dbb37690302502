import { existsSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { prerequisite } from "../../../test/prerequisite.ts";
import { aMark, processesWith, until } from "../../sandbox/a-run.testkit.ts";
import { aPlace } from "./a-place.testkit.ts";
import type { ProofPlace } from "./proof-place.ts";
import { runContract } from "./run-contract.ts";

const installed = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");
beforeEach((context) => void installed(context));

/** What a contract prints on a tree. */
async function printed(
  place: ProofPlace,
  command: string,
  tree = "",
  { signal } = new AbortController(),
): Promise<string> {
  const { log } = await runContract(place, { command, seconds: 60 }, tree, signal);
  return log.head;
}

test("runs that come at once take turns in the proof tree, and each has its own tree to its end", async () => {
  const { place, trees } = await aPlace();
  const runs = trees.map((tree) => printed(place, "cat a.txt; sleep 0.5; cat a.txt", tree));
  expect(await Promise.all(runs)).toEqual(["first\nfirst\n", "second\nsecond\n", "third\nthird\n"]);
});

test("one that is stopped makes room for the next, and one that is stopped while it waits never begins", async () => {
  const { place, trees, held } = await aPlace();
  const [stops, neverBegins] = [new AbortController(), new AbortController()];
  const mark = aMark();
  const runs = Promise.allSettled([
    printed(place, `sleep ${mark}`, trees[0], stops),
    printed(place, "cat a.txt", trees[1], neverBegins),
    printed(place, "cat a.txt", trees[2]),
  ]);
  await until(() => processesWith(mark).length > 0);
  neverBegins.abort();
  stops.abort();
  const aborted = { status: "rejected", reason: expect.objectContaining({ name: "AbortError" }) };
  expect(await runs).toEqual([aborted, aborted, { status: "fulfilled", value: "third\n" }]);
  expect(held).toEqual([trees[0], trees[2]]);
});

test("what lets a command in is in its environment, and in nothing that is kept of what it prints", async () => {
  const { place, trees } = await aPlace();
  const secrets = { GH_TOKEN: "a.secret+word" };
  const run = { command: 'echo "$WHO: $GH_TOKEN"; test "$GH_TOKEN" = a.secret+word && echo right', seconds: 60 };
  const { signal } = new AbortController();
  const seen = await runContract({ ...place, env: { WHO: "me" }, secrets }, run, trees[0] ?? "", signal);
  expect([seen.stdout.head, seen.log.head]).toEqual(["me: …\nright\n", "me: …\nright\n"]);
});
