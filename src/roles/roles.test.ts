import { expect, test } from "vitest";
import { ROLE_NAMES, realRole, roleNamed } from "./roles.ts";

test("gives each role a duty, a model and a temperature; only the planner is inventive", () => {
  expect(
    ROLE_NAMES.map((name) => `${name} ${roleNamed(name).tier} ${roleNamed(name).temperature}`),
  ).toMatchInlineSnapshot(`
    [
      "planner strong 0.8",
      "developer strong 0.2",
      "backend strong 0.2",
      "frontend strong 0.2",
      "devops strong 0.2",
      "dod-checker fast 0.2",
      "reviewer balanced 0.2",
      "tester balanced 0.2",
      "spec-updater strong 0.2",
      "orchestrator strong 0.2",
      "coder strong 0.2",
    ]
  `);
  expect(new Set(ROLE_NAMES.map((name) => roleNamed(name).duty)).size).toBe(ROLE_NAMES.length - 1);
});

test("plays a coder as a developer, and a role of the project's own by its name, with care", () => {
  expect([realRole("coder"), realRole("tester")]).toEqual(["developer", "tester"]);
  expect(roleNamed("coder")).toBe(roleNamed("developer"));
  expect(roleNamed("data\nscientist")).toMatchObject({
    duty: "You are the data scientist of this step.",
    tier: "strong",
  });
});
