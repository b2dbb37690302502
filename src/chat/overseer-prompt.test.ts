import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { overseerLayers } from "./overseer-prompt.ts";

const OWN = { thread: "thread_1", path: "/home/ann/.agentflow/plans/a" };

test("the overseer is told what was specified, word for word but for the product's name", () => {
  const [role] = overseerLayers([OWN]);
  expect(role?.level).toBe("role");
  const [first, ...rest] = (role?.text ?? "").split("\n");
  expect(first).toBe("You are the Planwright overseer agent in plan mode.");
  const specified = ["You are the Flowgentic overseer agent in plan mode.", ...rest].join("\n");
  expect(createHash("sha256").update(specified).digest("hex")).toBe(
    "7a84346876ccd602601c4979abc570fbc2f5662d4c21879a356a32cd539acb91",
  );
});

test("the directories stand apart, where what changes stands", () => {
  expect(overseerLayers([OWN])[1]).toEqual({
    level: "attempt",
    text: `# Runtime context\n\nCURRENT_PLAN_DIR: ${OWN.path}\nADDITIONAL_PLAN_DIRS: none`,
  });
  expect(overseerLayers([OWN, { thread: "thread_1.b", path: "/plans/b" }])[1]?.text).toBe(
    `# Runtime context\n\nCURRENT_PLAN_DIR: ${OWN.path}\nADDITIONAL_PLAN_DIRS:\n- thread_id: thread_1.b, plan_dir: /plans/b`,
  );
});
