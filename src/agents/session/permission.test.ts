import { expect, test } from "vitest";
import type { ToolKind } from "../../ports/agent.ts";
import { type Bounds, permission } from "./permission.ts";

const act: Bounds = { mode: "act", writable: ["/tree"], fenced: ["/tree/.env", "/tree/locked/deep"] };
const plan: Bounds = { mode: "plan", writable: ["/plans/mine"], fenced: [] };

const asks = (bounds: Bounds, kind: ToolKind, ...paths: string[]) =>
  permission({ kind, told: "Tool", paths: paths.length === 0 ? null : paths }, bounds);

test.each<ToolKind>(["read", "think", "fetch"])("%s is allowed in both modes", (kind) => {
  for (const bounds of [act, plan]) expect(asks(bounds, kind, "/anywhere")).toEqual({ allow: true });
});

test("commands are run in act mode, where the mounts hold them, and not in plan mode", () => {
  expect(asks(act, "run")).toEqual({ allow: true });
  expect(asks(plan, "run")).toEqual({ allow: false, why: "commands are not run in plan mode" });
});

test("what would be gone is refused where the step does not name it, and may still be changed", () => {
  const named: Bounds = { ...act, mayGo: (path) => path === "/tree/old.ts" };
  const deletes = (bounds: Bounds, path: string) =>
    permission({ kind: "write", told: "Tool", paths: [path], takesAway: true }, bounds);
  expect(deletes(act, "/tree/a.ts")).toEqual({ allow: true });
  expect(deletes(named, "/tree/old.ts")).toEqual({ allow: true });
  expect(deletes(named, "/tree/a.ts")).toEqual({ allow: false, why: expect.stringMatching(/does not name \/tree\/a/) });
  expect(asks(named, "write", "/tree/a.ts")).toEqual({ allow: true });
});

test("what nobody knows is refused in both modes", () => {
  for (const bounds of [act, plan]) {
    expect(asks(bounds, "unknown")).toEqual({ allow: false, why: "nobody knows what `Tool` would do" });
  }
});

test.each([
  [act, ["/tree/src/a.ts"], null],
  [act, ["/tree/.env.example"], null],
  [act, ["/tree/locked/shallow"], null],
  [plan, ["/plans/mine/steps/01.md"], null],
  [act, [], /which file/],
  [act, ["/tree/a", "/etc/passwd"], /\/etc\/passwd is outside/],
  [act, ["/treehouse/a"], /outside/],
  [act, ["/tree/.env"], /\.env is protected/],
  [act, ["/tree/.env/x"], /protected/],
  [act, ["/tree/locked"], /protected/],
  [act, ["/tree/locked/deep/er"], /protected/],
  [act, ["/tree/../etc/passwd"], /outside/],
  [act, ["/tree/./.env"], /outside/],
  [act, ["/tree//.env"], /outside/],
  [act, ["src/a.ts"], /outside/],
  [plan, ["/tree/src/a.ts"], /outside/],
  [plan, ["/plans/yours/a.md"], /outside/],
])("writing %# is answered by where it is", (bounds, paths, why) => {
  const answer = asks(bounds, "write", ...paths);
  expect(answer).toEqual(why === null ? { allow: true } : { allow: false, why: expect.stringMatching(why) });
});
