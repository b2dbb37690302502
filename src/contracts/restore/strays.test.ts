import { describe, expect, test } from "vitest";
import { aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import type { Step } from "../../plan/model.ts";
import { type Files, realTrees } from "./real-trees.testkit.ts";
import { type Strays, straysIn } from "./strays.ts";

const trees = await realTrees();

async function strays(project: Files, work: Files, fields: Partial<Step> = {}): Promise<Strays> {
  const base = await trees.plant(project);
  const proven = await trees.plant(work, base);
  return straysIn(trees, {
    step: aStep("a", { title: "Twice as much", what: "Make it double.", ...fields }),
    base,
    proven,
  });
}

const changing = (...paths: string[]): Step["files"] => ({ ...noFiles, change: paths.map((path) => ({ path })) });
const LONG = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";

describe("a deletion", () => {
  const PROJECT = {
    "src/double.js": "1",
    "src/legacyParser.js": "a",
    "src/index.js": "b",
    "src/v1/routes.js": "c",
    "api/users.js": "d",
    "docs/guide.md": LONG,
    "lib/double.js": "e",
  };
  const deleted = async (what: string, paths: readonly string[], fields: Partial<Step> = {}): Promise<string[]> =>
    (await strays(PROJECT, Object.fromEntries(paths.map((path) => [path, null])), { what, ...fields })).deleted;

  test.each([
    ["nothing is named", "Make it double.", "docs/guide.md"],
    ["another file of the folder is named", "Fix src/double.js.", "src/index.js"],
    ["a file of that name is named elsewhere", "Fix src/double.js.", "lib/double.js"],
    ["its folder is a word like any other", "Make the api double.", "api/users.js"],
    ["its stem is a word like any other", "Read the index first.", "src/index.js"],
    ["it is to be left alone", "Fix it; leave docs/guide.md as it is.", "docs/guide.md"],
    ["it must stay", "Do not touch the guide.", "docs/guide.md"],
    ["its stem is part of another word", "Be guided by tests.", "docs/guide.md"],
  ])("is asked about where %s", async (_, what, path) => {
    expect(await deleted(what, [path])).toEqual([path]);
    expect(await deleted(what, [path], { files: changing("src/double.js") })).toEqual([path]);
  });

  test.each([
    ["its path", "Take docs/guide.md away.", "docs/guide.md"],
    ["its name", "Nobody reads `guide.md`.", "docs/guide.md"],
    ["its stem", "The guide is out of date.", "docs/guide.md"],
    ["that nobody needs it", "We do not need the guide any more.", "docs/guide.md"],
    ["that another stays", "Remove guide.md but keep the rest.", "docs/guide.md"],
    ["its stem in words", "Get rid of the legacy parser.", "src/legacyParser.js"],
    ["its folder with a slash", "All of api/ is dead.", "api/users.js"],
    ["its folder as code", "Nothing uses `api`.", "api/users.js"],
    ["its folder as such", "The api folder is dead weight.", "api/users.js"],
    ["its folder, to be removed", "Remove the v1 routes from everywhere.", "src/v1/routes.js"],
  ])("is none of our business where the task names %s", async (_, what, path) => {
    expect(await deleted(what, [path])).toEqual([]);
  });

  test("that a list, a note, a subtask or a contract names is no question either", async () => {
    const gone = { ...noFiles, delete: [{ path: "docs/" }] };
    expect(await deleted("Make it double.", ["docs/guide.md"], { files: gone })).toEqual([]);
    const noted = { ...noFiles, change: [{ path: "src/double.js", note: "takes over the guide" }] };
    expect(await deleted("Make it double.", ["docs/guide.md"], { files: noted })).toEqual([]);
    const subtasks = [{ text: "remove the guide", done: false }];
    expect(await deleted("Make it double.", ["docs/guide.md"], { subtasks })).toEqual([]);
    const contracts = [{ command: "test ! -e docs/guide.md", exitCode: 0 }];
    expect(await deleted("Make it double.", ["docs/guide.md"], { contracts })).toEqual([]);
  });

  test("is none where git finds the file again", async () => {
    const moved = await strays(PROJECT, { "docs/guide.md": null, "manual/g.md": LONG.replace("two\n", "") });
    expect(moved).toMatchObject({ deleted: [], moved: ["docs/guide.md"] });
    const rewritten = await strays(PROJECT, { "docs/guide.md": null, "manual/g.md": "something else\n" });
    expect(rewritten).toMatchObject({ deleted: ["docs/guide.md"], moved: [] });
  });
});

describe("bulk", () => {
  const files = (count: number, text = "x"): Files =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`data/${at}.txt`, text]));

  test("is a thousand files, or fifty megabytes", async () => {
    expect((await strays({}, files(999))).bulk).toBeNull();
    expect((await strays({}, files(1000))).bulk).toMatchObject({ files: 1000 });
    const half = "0123456789".repeat(2_500_000);
    expect((await strays({}, files(1, half))).bulk).toBeNull();
    expect((await strays({}, files(2, half))).bulk).toEqual({ files: 2, bytes: 50_000_000 });
  });

  test("is none where the step says where it goes", async () => {
    expect((await strays({}, files(1000), { what: "Write the tables to data/." })).bulk).toBeNull();
    expect((await strays({}, files(1000), { files: changing("data/") })).bulk).toBeNull();
  });

  test("counts a file that was moved once, and its bytes not at all", async () => {
    const base = files(600);
    const work = Object.fromEntries(
      Object.entries(base).flatMap(([path, text]) => [
        [path, null],
        [`moved/${path}`, text],
      ]),
    );
    expect(await strays(base, work)).toMatchObject({ bulk: null, deleted: [] });
  });
});
