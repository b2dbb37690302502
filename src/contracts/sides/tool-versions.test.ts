import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aRun, planOf } from "../../../test/attack/a-run.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import { toolVersions } from "./tool-versions.ts";

test("the tools a contract names tell their versions from inside the sandbox", async () => {
  const { run } = await aRun({
    files: { "a.txt": "a\n" },
    plan: planOf({ contract: "git diff --exit-code && frobnicate --version && make -n" }),
  });
  const [step] = run.plan.steps;
  const tree = run.place.trees.emptyTree;
  const found = await toolVersions(run.place, step?.contracts ?? [], tree, AbortSignal.timeout(30_000));
  expect(Object.keys(found)).toEqual(["bash", "git", "make"]);
  expect(found.git).toMatch(/^\/\S*git git version \d/);
});

test("a tool that goes by the tree is asked in every tree, and the others once", async () => {
  const { run } = await aRun({ files: { "a.txt": "a\n" }, plan: planOf({ contract: "yarn test && git status" }) });
  const { place } = run;
  const bin = tempFolder();
  writeFileSync(join(bin, "yarn"), "#!/bin/sh\ncat version\n", { mode: 0o755 });
  const tools = { ...place.tools, path: [bin, ...place.tools.path], roots: [...place.tools.roots, bin] };
  let started = 0;
  const sandbox: typeof place.sandbox = {
    ...place.sandbox,
    start(...args) {
      started++;
      return place.sandbox.start(...args);
    },
  };
  const here = { ...place, tools, sandbox, environment: "with another yarn" };
  const contracts = run.plan.steps[0]?.contracts ?? [];
  const ask = async (version: string) => {
    const blob = { mode: "100644", id: await place.trees.write(Buffer.from(version)) } as const;
    const tree = await place.trees.compose(place.trees.emptyTree, new Map([["version", blob]]));
    return toolVersions(here, contracts, tree, AbortSignal.timeout(30_000));
  };
  const first = await ask("1.22.0");
  expect(first.yarn).toBe(`${join(bin, "yarn")} 1.22.0`);
  expect(await ask("4.1.0")).toEqual({ ...first, yarn: `${join(bin, "yarn")} 4.1.0` });
  expect(await ask("1.22.0")).toEqual(first);
  expect(started).toBe(2);
});
