import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aPlan } from "../../plan/a-plan.testkit.ts";
import type { Contract } from "../../plan/model.ts";
import { aPlace } from "../sides/a-place.testkit.ts";
import { runSide } from "../sides/side.ts";
import { sideCacheIn } from "../sides/side-cache.ts";
import { rememberBesidePlan, seenBesidePlan } from "./beside-plan.ts";

const signal = AbortSignal.timeout(60_000);

async function aPass(command = "true") {
  const { place, trees } = await aPlace();
  const [tree = ""] = trees;
  const plan = aPlan(["1"]);
  const contract: Contract = { command, exitCode: 0 };
  const cache = sideCacheIn(tempFolder());
  const asked = { place, plan, contract, tree };
  await rememberBesidePlan(cache, asked, await runSide(place, plan, contract, tree, signal));
  const withFile = async (path: string): Promise<string> => {
    const id = await place.trees.write(Buffer.from("more\n"));
    return place.trees.compose(tree, new Map([[path, { mode: "100644", id }]]));
  };
  return { cache, asked, withFile };
}

test("a pass holds for a tree that differs in `.plan` only", async () => {
  const { cache, asked, withFile } = await aPass();
  expect((await seenBesidePlan(cache, asked))?.verdict).toEqual({ status: "passed" });
  const accepted = await withFile(".plan/receipts/01.json");
  expect((await seenBesidePlan(cache, { ...asked, tree: accepted }))?.verdict).toEqual({ status: "passed" });
});

test("it holds for no other file, command or environment", async () => {
  const { cache, asked, withFile } = await aPass();
  for (const path of ["b.txt", ".planned", "src/.plan/a.txt"]) {
    expect(await seenBesidePlan(cache, { ...asked, tree: await withFile(path) }), path).toBeNull();
  }
  expect(await seenBesidePlan(cache, { ...asked, contract: { command: "test -f a.txt", exitCode: 0 } })).toBeNull();
  const elsewhere = { ...asked.place, environment: "another Node" };
  expect(await seenBesidePlan(cache, { ...asked, place: elsewhere })).toBeNull();
});

test("nothing is remembered of a failure, of a contract that reads the plan, or of one that asks the world", async () => {
  const failed = await aPass("false");
  expect(await seenBesidePlan(failed.cache, failed.asked)).toBeNull();
  const reading = await aPass("! grep -q draft .plan/plan.md");
  expect(await seenBesidePlan(reading.cache, reading.asked)).toBeNull();
  const { cache, asked } = await aPass();
  expect(await seenBesidePlan(cache, { ...asked, place: { ...asked.place, network: "host" } })).toBeNull();
});
