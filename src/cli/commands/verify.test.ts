import { expect, test } from "vitest";
import { planwright } from "../../../test/cli.ts";

const PLAN = "scripts/demo/plan.md";

test("--json is the JSON of --format, and refuses to be two formats at once", () => {
  const { status, stdout } = planwright(["verify", PLAN, "--json"]);
  expect(status).toBe(1);
  expect(JSON.parse(stdout).diagnostics).not.toEqual([]);
  expect(stdout).toBe(planwright(["verify", PLAN, "--format", "json"]).stdout);
  expect(planwright(["verify", PLAN, "--json", "--format", "unix"])).toMatchObject({ status: 2, stdout: "" });
});
