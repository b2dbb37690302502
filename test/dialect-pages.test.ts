import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifyPaths } from "../src/app/plans/verify.ts";
import { DIALECTS } from "../src/plan/words.ts";
import { tempFolder } from "./temp-folder.ts";

/** The plans on these pages are real: each is read as the dialect it is meant to show, without errors. */
describe.each(DIALECTS.map((dialect) => [dialect]))("docs/dialects/%s.md", (dialect) => {
  test("shows a plan of its dialect that has no errors", () => {
    const page = readFileSync(`docs/dialects/${dialect}.md`, "utf8");
    const folder = tempFolder();
    const fences = [...page.matchAll(/^(`{3,4})(?:markdown|json) ?(\S*)\n(.*?)^\1$/gms)];
    const files = fences.map(([, , path, text = ""]) => ({ path: path || DEFAULT[dialect], text }));
    for (const { path, text } of files.filter((file, at) => files.findIndex(({ path: p }) => p === file.path) === at)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { diagnostics, plans } = verifyPaths([folder]);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(plans.map((plan) => plan.dialect)).toEqual([dialect]);
  });
});

const DEFAULT = { steps: "plan.md", json: "plan.json", branch: ".plan/overview.md", thread: ".plan/plan.md" } as const;

test("every page is linked from the first one", () => {
  const first = readFileSync("docs/dialects/README.md", "utf8");
  for (const name of readdirSync("docs/dialects")) if (name !== "README.md") expect(first).toContain(`(${name})`);
});
