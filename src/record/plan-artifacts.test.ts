import { expect, test } from "vitest";
import { artifactsIn, finishedIn, isUnderWay } from "./plan-artifacts.ts";

const entries = [
  ...["overview.md", "tasks/01-a.md", "receipts/01.json", "receipts/01.json.sig"].map((path) => `.plan/${path}`),
  ...[".plan/done/a/plan.md", ".plan/done/a/receipts/01.json", ".plan/done/ab/plan.md", ".plan/done/README.md"],
  "plan.md",
].map((path) => ({ path }));

const pathsOf = (id: string | null) => {
  const { root, text, receipts } = artifactsIn(entries, id);
  return { root, text: text.map(({ path }) => path), receipts: receipts.map(({ path }) => path) };
};

test("a plan under way is what lies in `.plan`, without the finished ones", () => {
  const underWay = {
    root: ".plan",
    text: [".plan/overview.md", ".plan/tasks/01-a.md"],
    receipts: [".plan/receipts/01.json", ".plan/receipts/01.json.sig"],
  };
  expect(pathsOf(null)).toEqual(underWay);
  expect(pathsOf("b")).toEqual(underWay);
});

test("a finished plan is found by its whole id", () => {
  expect(pathsOf("a")).toEqual({
    root: ".plan/done/a",
    text: [".plan/done/a/plan.md"],
    receipts: [".plan/done/a/receipts/01.json"],
  });
  expect(finishedIn(entries)).toEqual(["a", "ab"]);
});

test("nothing of a finished plan belongs to the one under way", () => {
  expect(entries.filter(({ path }) => isUnderWay(path)).map(({ path }) => path)).toEqual(
    pathsOf(null).text.concat(pathsOf(null).receipts),
  );
});
