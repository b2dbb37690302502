import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aPlan, aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import { takeManifest } from "../../workspace/folders/manifest.ts";
import { fencedPaths, fencesOf } from "./fences.ts";

const step = aStep("a", { files: { ...noFiles, mustNotTouch: [{ path: "LICENSE" }, { path: "gone.txt" }] } });
const plan = aPlan([step], {
  protectedAreas: [
    { name: "pay", paths: ["src/pay/**", "src/pay/"] },
    { name: "schema", paths: ["db/*.sql"] },
  ],
});

test("the plan, protected areas and what a step must not touch are fenced", () => {
  expect(fencesOf(plan, step)).toEqual([".plan", "src/pay/**", "src/pay/", "db/*.sql", "LICENSE", "gone.txt"]);
});

test("folders are mounted whole, patterns by what they match, and what is not there not at all", () => {
  const folder = tempFolder();
  for (const path of [".plan/plan.md", "src/pay/card.ts", "src/pay/deep/x.ts", "db/a.sql", "db/b.txt", "LICENSE"]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
  expect(fencedPaths(takeManifest(folder, fencesOf(plan, step)))).toEqual([".plan", "src/pay", "db/a.sql", "LICENSE"]);
});
