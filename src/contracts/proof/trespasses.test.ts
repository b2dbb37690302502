import { expect, test } from "vitest";
import { aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import type { Blob, FileChange } from "../../ports/git.ts";
import { pathOf } from "../../std/path-bytes.ts";
import { link, realTrees } from "../restore/real-trees.testkit.ts";
import { linksIn, trespasses } from "./trespasses.ts";

const file = (id: string, mode: Blob["mode"] = "100644"): Blob => ({ mode, id });
const step = aStep("a", { files: { change: [], add: [], delete: [], mustNotTouch: [{ path: "LICENSE" }] } });
const plan = aPlan([step], { protectedAreas: [{ name: "payments", paths: ["src/pay/**"] }] });

test("names each change behind a fence, what it was and whose fence it is", () => {
  const changes: FileChange[] = [
    { path: "src/pay/card.ts", before: file("1"), after: file("2") },
    { path: "src/pay/new.ts", before: null, after: file("3") },
    { path: "src/pay/old.ts", before: file("4"), after: null },
    { path: "src/pay/run", before: file("5"), after: file("5", "100755") },
    { path: "src/pay/link", before: file("6"), after: file("7", "120000") },
    { path: "LICENSE", before: file("8"), after: file("9") },
    { path: "src/payments.ts", before: file("a"), after: file("b") },
  ];
  expect(trespasses(plan, step, changes, new Map())).toEqual([
    { path: "src/pay/card.ts", what: "changed", by: "protected area payments" },
    { path: "src/pay/new.ts", what: "created", by: "protected area payments" },
    { path: "src/pay/old.ts", what: "deleted", by: "protected area payments" },
    { path: "src/pay/run", what: "mode", by: "protected area payments" },
    { path: "src/pay/link", what: "type", by: "protected area payments" },
    { path: "LICENSE", what: "changed", by: "must not touch" },
  ]);
});

test("a fence holds behind a symbolic link, too", () => {
  const changes: FileChange[] = [{ path: "packages/pay/card.ts", before: file("1"), after: file("2") }];
  expect(trespasses(plan, step, changes, new Map([["src/pay", "../packages/pay"]]))).toEqual([
    { path: "packages/pay/card.ts", what: "changed", by: "protected area payments" },
  ]);
  expect(trespasses(plan, step, changes, new Map())).toEqual([]);
});

test("the links of a tree are found with their targets, whatever bytes those are, and nothing else", async () => {
  const trees = await realTrees();
  const planted = { "src/pay": link("../packages/pay"), "packages/pay/card.ts": "../x", top: link("src") };
  const odd = Buffer.from("caf\xe9", "latin1");
  const tree = await trees.compose(
    await trees.plant(planted),
    new Map([["odd", { mode: "120000", id: await trees.write(odd) }]]),
  );
  const found = await linksIn(trees, tree);
  expect([...found].sort()).toEqual([
    ["odd", pathOf(odd)],
    ["src/pay", "../packages/pay"],
    ["top", "src"],
  ]);
});
