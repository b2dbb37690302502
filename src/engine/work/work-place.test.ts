import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aRun, gitIn, planOf } from "../../../test/attack/a-run.ts";
import type { StepRun } from "../state/step-run.ts";
import { leftInWorkPlace, openWorkPlace, prepareWorkPlace, workPlaceIsFree } from "./work-place.ts";

const SCENE = { files: { "a.txt": "base\n" }, plan: planOf({ contract: "true" }) };

async function world() {
  const { run, top } = await aRun(SCENE);
  const base = gitIn(top, "rev-parse", "plan/numbers").trim();
  const starts: string[] = [];
  const { git } = run;
  const counted: StepRun = {
    ...run,
    git: {
      ...git,
      run(args, options) {
        starts.push(args[0] ?? "");
        return git.run(args, options);
      },
    },
  };
  return { run: counted, top, base, starts };
}

test("a work tree that was prepared is opened as it is, once", async () => {
  const { run, base, starts } = await world();
  prepareWorkPlace(run, base);
  await workPlaceIsFree(run);
  starts.length = 0;
  const first = await openWorkPlace(run, base, null);
  expect(starts.filter((name) => ["read-tree", "for-each-ref"].includes(name))).toEqual([]);
  writeFileSync(join(first.path, "a.txt"), "changed\n");
  first.close();
  // What an attempt has left is not what the next one begins with.
  const second = await openWorkPlace(run, base, null);
  expect(readFileSync(join(second.path, "a.txt"), "utf8")).toBe("base\n");
  second.close();
});

test("one that was prepared for another commit, or that could not be, is made anew", async () => {
  const { run, top, base } = await world();
  for (const other of [gitIn(top, "rev-parse", "main").trim(), "f".repeat(40)]) {
    prepareWorkPlace(run, other);
    const opened = await openWorkPlace(run, base, null);
    expect(readFileSync(join(opened.path, ".plan/plan.md"), "utf8")).toBe(SCENE.plan);
    opened.close();
  }
});

test("what an earlier leg has left stays, whatever was prepared", async () => {
  const { run, base } = await world();
  const first = await openWorkPlace(run, base, null);
  writeFileSync(join(first.path, "a.txt"), "half done\n");
  const { left } = await first.look();
  first.close();
  const second = await openWorkPlace(run, base, left.tree);
  expect(readFileSync(join(second.path, "a.txt"), "utf8")).toBe("half done\n");
  second.close();
});

test("what cannot be taken is told, is nothing to whoever tidies up after a crash, and does not reach the next attempt", async () => {
  const { run, base } = await world();
  const first = await openWorkPlace(run, base, null);
  writeFileSync(join(first.path, "a.txt"), "changed\n");
  mkdirSync(join(first.path, ".GIT"));
  writeFileSync(join(first.path, ".GIT", "config"), "x\n");
  const { left, unfit } = await first.look();
  expect(unfit).toBe("the worker left a name that git refuses: .GIT/config");
  expect(left.tree).toBe((await run.git.run(["rev-parse", `${base}^{tree}`])).stdout.toString().trim());
  first.close();
  expect(await leftInWorkPlace(run, base)).toBeNull();
  const second = await openWorkPlace(run, base, null);
  expect(await second.look()).toMatchObject({ unfit: null, left: { tree: left.tree } });
  second.close();
});
