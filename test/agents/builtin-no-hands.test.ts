import { expect, onTestFinished, test } from "vitest";
import { aPerson } from "../../src/agents/known/a-person.testkit.ts";
import { aJob, worked } from "../../src/agents/session/a-session.testkit.ts";
import { builtinDriver } from "../../src/builtin/builtin-driver.ts";
import { COMPATIBLE_AT } from "./model/openai-compatible.ts";
import type { Act } from "./model/script.ts";
import { startModelServer } from "./model-server.ts";
import { NO_BUILTIN } from "./the-agents.ts";

// The hands of the built-in agent cannot be started: a mount is missing, say. Whoever pays for its model hears that.

const ACTS: readonly Act[] = [
  { do: "use", tool: "read_file", input: { path: "a.txt" } },
  { do: "say", text: "All is done." },
];

async function workedWithoutHands(mode: "act" | "plan", acts: readonly Act[]) {
  const model = await startModelServer([{ when: ["Look around"], acts }]);
  onTestFinished(() => model.close());
  const driver = builtinDriver("acme/coder", {
    ...{ cwd: "/tree", search: [], tree: "/tree", builtin: NO_BUILTIN },
    person: aPerson({ ACME_BASE_URL: `http://127.0.0.1:${model.port}${COMPATIBLE_AT}` }),
  });
  const host = {
    at: "/tree",
    permit: () => ({ allow: true }) as const,
    launch: () => Promise.reject(new Error("cannot mount /needed")),
  };
  return { model, ...(await worked(driver, host, { ...aJob(), mode }, "Look around")) };
}

test("a worker ends with the reason before its model is asked", async () => {
  const { model, end } = await workedWithoutHands("act", ACTS);
  expect(end).toMatchObject({
    reason: "failed",
    text: "cannot mount /needed",
    usage: [{ source: "wire", input: 0, output: 0 }],
  });
  expect(model.asked).toEqual([]);
});

test("whoever plans ends with the reason at the first use of them, and tells what was spent until then", async () => {
  const { model, end, events } = await workedWithoutHands("plan", ACTS);
  expect(end).toMatchObject({ reason: "failed", text: "cannot mount /needed", usage: [{ model: "acme/coder" }] });
  expect(events).toContainEqual(expect.objectContaining({ type: "tool", state: "failed" }));
  expect(model.asked).toHaveLength(1);
});

test("whoever plans without using them does not need them", async () => {
  const { end } = await workedWithoutHands("plan", ACTS.slice(1));
  expect(end).toMatchObject({ reason: "finished", text: "All is done." });
});
