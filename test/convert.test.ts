import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { planwright } from "./cli.ts";
import { filesBelow } from "./fixture.ts";
import { tempFolder } from "./temp-folder.ts";

const SAMPLES = [
  ["steps", "examples/fix-auth-timeout.md"],
  ["steps", "examples/requests-to-httpx.md"],
  ["branch", "examples/token-validation/.plan"],
  ["thread", "examples/user-authentication"],
] as const;

describe.each(SAMPLES)("a %s plan: %s", (dialect, path) => {
  test("comes back from json byte for byte", () => {
    const folder = tempFolder();
    const json = join(folder, "plan.json");
    const back = join(folder, dialect === "steps" ? "back.md" : "back");
    expect(planwright(["convert", path, "--to", "json", "--out", json])).toMatchObject({ status: 0, stderr: "" });
    expect(planwright(["convert", json, "--to", dialect, "--out", back])).toMatchObject({ status: 0, stderr: "" });
    expect(contentsOf(back)).toEqual(contentsOf(path));
  });
});

function contentsOf(path: string): Record<string, string> {
  return Object.fromEntries(filesBelow(path).map((file) => [relative(path, file), readFileSync(file, "latin1")]));
}
