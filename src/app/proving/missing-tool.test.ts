import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { missingTool } from "./missing-tool.ts";

const NOWHERE = { searched: [], shown: [], top: "/nonexistent" };

test("says how to get a tool that it knows", () => {
  expect(missingTool("go", NOWHERE)).toBe("install Go: https://go.dev/dl");
});

test.each(["constructor", "toString", "mytool"])("knows no tool called %s", (name) => {
  expect(missingTool(name, NOWHERE)).toBe("install it, or correct its name; contracts find what is on your PATH");
});

describe("where package.json brings it and nothing is installed", () => {
  const checkout = (files: Record<string, string>): string => {
    const top = tempFolder();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(top, name), text);
    return top;
  };
  const told = (tool: string, top: string): string => missingTool(tool, { ...NOWHERE, top });
  const MANIFEST = { "package.json": JSON.stringify({ devDependencies: { vitest: "4", "@biomejs/biome": "2" } }) };

  test.each([
    ["npm install", MANIFEST],
    ["npm ci", { ...MANIFEST, "package-lock.json": "{}" }],
    ["yarn install --frozen-lockfile", { ...MANIFEST, "yarn.lock": "" }],
    ["yarn install --immutable", { ...MANIFEST, "yarn.lock": "", ".yarnrc.yml": "" }],
  ])("says `%s` in the checkout", (command, files) => {
    const top = checkout(files);
    expect(told("vitest", top)).toBe(`nothing of package.json is installed: run \`${command}\` in ${top}`);
    expect(told("biome", top)).toContain(`run \`${command}\``);
  });

  test("says otherwise of what it does not bring", () => {
    const top = checkout(MANIFEST);
    expect(told("go", top)).toBe("install Go: https://go.dev/dl");
    expect(told("jest", top)).toBe("npm install --save-dev jest");
    mkdirSync(join(top, "node_modules"));
    expect(told("vitest", top)).toBe("npm install --save-dev vitest");
  });

  test("says otherwise where a set-up installs", () => {
    const config = "workspace:\n  setup: npm ci\n  lockfiles: [package.json]\n  layers: [node_modules]\n";
    const top = checkout({ ...MANIFEST, "planwright.config.yaml": config });
    expect(told("vitest", top)).toBe("npm install --save-dev vitest");
  });
});
