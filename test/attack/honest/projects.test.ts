import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CommitId } from "../../../src/ports/git.ts";
import type { Files } from "../mutation/files.ts";
import type { Project } from "../mutation/project.ts";
import { cargoProject } from "../mutation/projects/cargo.ts";
import { makeProject } from "../mutation/projects/make.ts";
import { nodeProject } from "../mutation/projects/node.ts";
import { pytestProject } from "../mutation/projects/pytest.ts";
import { vitestProject } from "../mutation/projects/vitest.ts";
import { openWorkshop, type Workshop } from "../mutation/workshop.ts";
import { needRunner } from "../need-runner.ts";
import { listed } from "./honest-step.ts";

describe.each([
  { project: nodeProject, installed: undefined },
  { project: vitestProject, installed: resolve("node_modules") },
  { project: pytestProject, installed: undefined },
  { project: cargoProject, installed: undefined },
  { project: makeProject, installed: undefined },
])("in a project with $project.name", ({ project, installed }) => {
  let workshop: Workshop;
  let base: CommitId;
  beforeAll(async () => {
    workshop = await openWorkshop(installed);
    base = workshop.commit(project.files);
  });
  afterAll(() => workshop.close());

  test.each(Object.entries(waysOf(project)))("the honest work is believed, %s", async (_, { extra, changes }) => {
    needRunner(project.step.contract);
    const left = await workshop.leave(base, changes);
    const { restoration, contracts } = await workshop.prove(left, { ...project.step, extra });
    const { restored, findings, undeclared } = restoration;
    expect({ seen: contracts.map(({ conclusion }) => conclusion), restored, findings, undeclared }).toEqual({
      ...{ seen: ["proven"], restored: [], findings: [], undeclared: [] },
    });
  });
});

/** The same work, announced and accompanied in various ways. */
function waysOf({ bug, fix, files, red }: Project): Record<string, { extra: string; changes: Files }> {
  const mended = { [bug]: fix };
  const [test = ""] = red.map(({ path }) => path).filter((path) => path.startsWith("test"));
  const noted = `${String(files[test])}\n`;
  const words = { "docs/rounding.md": "# What changed\n" };
  return {
    "when no file is listed": { extra: "", changes: mended },
    "with a note about it": {
      extra: listed({ change: [bug], add: ["docs/rounding.md"] }),
      changes: { ...mended, ...words },
    },
    "with a test file that is announced and only formatted": {
      extra: listed({ change: [bug, test] }),
      changes: { ...mended, [test]: noted },
    },
    "when the whole folder is listed": { extra: listed({ change: [bug.replace(/[^/]+$/, "")] }), changes: mended },
  };
}
