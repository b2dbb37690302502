import { chmodSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderState, pathsThatDiffer } from "../system/folder-state.ts";
import { aPlanPlace, type PlanPlace } from "./a-plan-place.ts";
import { NEVER, WAYS } from "./ways-to-write.ts";

describe("Plan mode", () => {
  test("every way to write works in the plan folders", async () => {
    const place = await aPlanPlace();
    const useless: string[] = [];
    for (const [name, folder] of Object.entries(place.open)) {
      for (const [way, script] of Object.entries(WAYS)) {
        reset(folder);
        const before = folderState(folder);
        const { log } = await place.plan(script, { d: folder });
        if (pathsThatDiffer(before, folderState(folder)).length === 0) useless.push(`${name}: ${way}: ${log}`);
      }
    }
    expect(useless).toEqual([]);
  });

  const fixed = ["the tree", "beside a plan folder", "the person's git", "the agent's git", "dependencies"];
  test.each(fixed)("no way to write works in %s", async (name) => {
    const place = await aPlanPlace();
    expect(await changedBy(place, place.fixed[name] ?? "", { ...WAYS, ...NEVER })).toEqual([]);
  });
});

function reset(folder: string): void {
  chmodSync(folder, 0o755);
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "f"), "as it was\n");
}

async function changedBy(place: PlanPlace, folder: string, ways: Readonly<Record<string, string>>): Promise<string[]> {
  const changed: string[] = [];
  let before = place.state();
  for (const [way, script] of Object.entries(ways)) {
    const { log } = await place.plan(script, { d: folder });
    const now = place.state();
    changed.push(...pathsThatDiffer(before, now).map((path) => `${way}: ${path}`));
    if (way in NEVER && log.includes("done")) changed.push(`${way}: ${log}`);
    before = now;
  }
  return changed;
}
