import { expect, test } from "vitest";
import { branch } from "../../dialects/branch/dialect.ts";
import { json } from "../../dialects/json/dialect.ts";
import { verify } from "../verify.ts";
import { aWorld } from "./a-world.testkit.ts";

const found = (dialect: typeof json, path: string, text: string) =>
  verify(dialect.parse({ root: path, files: [{ path, text }] }), aWorld()).filter(({ code }) => code === "PW311");

test("a plan in JSON is told where the word goes, and is left as it is", () => {
  const plan = { goal: "Tidy up", steps: [{ task: "Sort the imports.", planwright: { contract: "npm run lint" } }] };
  expect(found(json, "plan.json", JSON.stringify(plan))).toMatchObject([
    { help: expect.stringContaining('`"kind": "guards"`') },
  ]);
  expect(found(json, "plan.json", JSON.stringify(plan))[0]?.fix).toBeUndefined();
});

test("a command whose label is dressed up gets no fix that could break it", () => {
  const text = (label: string): string =>
    `# Tidy up\n\n## What\n\nSort.\n\n## Verification\n\n${label} \`npm run lint\`\n`;
  expect(found(branch, "overview.md", text("Command:"))[0]?.fix?.edits).toMatchObject([{ text: "Kind: guards\n" }]);
  const [dressed] = found(branch, "overview.md", text("**Command:**"));
  expect(dressed).toMatchObject({ severity: "warning" });
  expect(dressed?.fix).toBeUndefined();
});
