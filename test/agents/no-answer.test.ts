import { expect, test } from "vitest";
import { expectNothingLeft, failureOf, runPlan, WAYS, wantingANote } from "./one-note.ts";
import { ownHome } from "./own-home.ts";

// A model that begins to answer and never goes on. Most of this is waiting, hence a file of its own.

const home = ownHome();

test.each(WAYS)("$spec is stopped when its model never answers", async ({ agent, spec }) => {
  const workTimeout = agent === "opencode" ? "30 seconds" : "15 seconds";
  const person = await wantingANote(agent, { home, workTimeout, acts: [{ do: "hang" }] });
  const failure = failureOf(await runPlan(person, spec));
  expect(failure).toEqual({ reason: "timeout", told: `it was not finished after ${workTimeout}` });
  expect(person.model.asked.length).toBeGreaterThan(0);
  await expectNothingLeft(person);
});
