import { expect, test } from "vitest";
import { madeByMake, whyTakenForMade } from "./made-by-make.ts";
import { realTrees } from "./real-trees.testkit.ts";
import { viewOf } from "./tree-view.ts";

const trees = await realTrees();

const PROJECT = {
  Makefile:
    ".PHONY: all\nall: check docs.done\ncheck unit: src/a.o\n\tsh check.sh\nsrc/parser: g.y\n\tyacc g.y\ndist/a.js:\n\ttsc\n",
  "web/rules.mk": "e2e:\n\tnpx playwright test\nlint:\n\teslint\n",
  "web/lint/a.js": "",
  "docs/notes": "smoke:\n\ttrue\n",
};

test("a rule that makes no file is skipped when there is one of its name", async () => {
  const view = await viewOf(trees, await trees.plant(PROJECT));
  const made = await madeByMake(view, ["Makefile", "web/rules.mk", "docs/notes"]);
  expect([...made].sort()).toEqual(["all", "check", "unit", "web/e2e"]);
  expect(whyTakenForMade("check", made)).toBe("it is new, and make would take `check` for made already");
  expect(whyTakenForMade("unit/deep/a.js", made)).toBe("it is new, and make would take `unit` for made already");
});

test("what may be the product, or is there already, is left alone", async () => {
  const made = await madeByMake(await viewOf(trees, await trees.plant(PROJECT)), ["Makefile", "web/rules.mk"]);
  for (const path of ["src/parser", "dist/a.js", "web/lint/b.js", "checks/a.sh", "check.js"]) {
    expect(whyTakenForMade(path, made)).toBeNull();
  }
});
