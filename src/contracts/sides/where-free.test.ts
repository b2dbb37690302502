import { expect, test } from "vitest";
import { aRun, planOf } from "../../../test/attack/a-run.ts";
import type { ProofPlace } from "./proof-place.ts";
import { runContract } from "./run-contract.ts";
import { prepareSecond, whereFree } from "./where-free.ts";

const signal = AbortSignal.timeout(60_000);

async function aPlaceForTwo() {
  const { run, top } = await aRun({ files: { "a.txt": "first\n" }, plan: planOf({ contract: "true" }) });
  const { place } = run;
  const blob = { mode: "100644", id: await place.trees.write(Buffer.from("second\n")) } as const;
  const base = await place.trees.treeOf((await run.git.run(["rev-parse", run.branch])).stdout.toString().trim());
  const other = await place.trees.compose(base, new Map([["a.txt", blob]]));
  return { place, top, base, other };
}

const begun = (stdout: { head: string }): string => stdout.head.trim();

test("two runs see their own trees at the same path, at the same time", async () => {
  const { place, top, base, other } = await aPlaceForTwo();
  const command = "date +%s%N; pwd; cat a.txt; git ls-files -s a.txt; sleep 2; cat a.txt; date +%s%N";
  await prepareSecond(place, base);
  const runs = [base, other].map((tree) => runContract(place, { command, seconds: 30 }, tree, signal));
  const [one = [], two = []] = (await Promise.all(runs)).map(({ stdout }) => begun(stdout).split("\n"));
  expect([one[1], one[2], one[4]]).toEqual([top, "first", "first"]);
  expect([two[1], two[2], two[4]]).toEqual([top, "second", "second"]);
  expect(one[3]).not.toBe(two[3]);
  // The second has begun before the first was over.
  expect(BigInt(two[0] ?? 0)).toBeLessThan(BigInt(one[5] ?? 0));
});

/** Where a second run would be while another one is under way. */
async function secondPath(place: ProofPlace): Promise<string> {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const first = whereFree(place, async () => end);
  const second = whereFree(place, async (free) => free.proof.path);
  // Whoever waits for the first tree gets it only now.
  setTimeout(resolve, 100);
  await first;
  return second;
}

test("runs that share the machine's network never run at once, nor where the machine is too small for two", async () => {
  const { place } = await aPlaceForTwo();
  const { path } = place.proof;
  expect(await secondPath(place)).not.toBe(path);
  expect(await secondPath({ ...place, network: "host" })).toBe(path);
  expect(await secondPath({ ...place, beside: async () => null })).toBe(path);
});
