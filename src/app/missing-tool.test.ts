import { expect, test } from "vitest";
import { missingTool } from "./missing-tool.ts";

const NOWHERE = { searched: [], shown: [], top: "/nonexistent" };

test("says how to get a tool that it knows", () => {
  expect(missingTool("go", NOWHERE)).toBe("install Go: https://go.dev/dl");
});

test.each(["constructor", "toString", "mytool"])("knows no tool called %s", (name) => {
  expect(missingTool(name, NOWHERE)).toBe("install it, or correct its name; contracts find what is on your PATH");
});
