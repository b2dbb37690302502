import fc from "fast-check";
import { expect, test } from "vitest";
import { aContract, aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import { announcementsOf } from "./announced.ts";
import { type Content, executable, type Files, link, realTrees } from "./real-trees.testkit.ts";
import { restore } from "./restoration.ts";
import { isJudge, roleOfFile } from "./role-of-file.ts";

const trees = await realTrees();

const BASE: Files = {
  "package.json": '{\n  "scripts": { "test": "bash scripts/run.sh" }\n}\n',
  "yarn.lock": "1\n",
  "src/a.ts": "1\n",
  "src/a.test.ts": "2\n",
  "src/deep/b.test.ts": "3\n",
  "tests/test_a.py": "4\n",
  "tests/data/x.json": "5\n",
  "tests/run.sh": executable("6\n"),
  "tests/link.py": link("test_a.py"),
  "conftest.py": "7\n",
  "tsconfig.json": "{}\n",
  ".github/workflows/ci.yml": "8\n",
  "scripts/run.sh": "9\n",
  Makefile: "test:\n\ttrue\n",
};

/** Any file gone, changed, of another kind, or with its folder replaced; and anything new among them. */
const content = fc.oneof(
  fc.constantFrom<Content>("", "x\n", "{}", null, link("src"), link("../.."), executable("x\n"), executable("6\n")),
  fc.constant<Content>({ text: "1".repeat(40), mode: "160000" }),
);
const path = fc.constantFrom(
  ...Object.keys(BASE),
  ...[
    "src",
    "tests",
    "src/deep",
    "tests/data",
    ".github",
    "scripts",
    "tests/test_a.py/x",
    "conftest.py/y",
    "Makefile/z",
  ],
  ...["src/new.ts", "tests/conftest.py", "pytest.ini", "tests/test_new.py", "node_modules", "node_modules/a.js"],
);
const entry = fc.constantFrom(
  "src/",
  "src/a.ts",
  "tests/test_a.py",
  "tests/",
  "package.json",
  "*.json",
  "**/*.test.ts",
);

/** A tree cannot hold a file and something below it: whichever comes last wins. */
function possible(writes: readonly (readonly [string, Content])[]): Files {
  const files = new Map<string, Content>();
  for (const [path, content] of writes) {
    if (content !== null) {
      for (const other of [...Object.keys(BASE), ...files.keys()]) {
        if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) files.set(other, null);
      }
    }
    files.delete(path);
    files.set(path, content);
  }
  return Object.fromEntries(files);
}

test("whatever the worker leaves, what judges is as on the base unless the step announces it", async () => {
  const base = await trees.plant(BASE);
  const before = new Map((await trees.entries(base)).map(({ path, ...blob }) => [path, blob]));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(path, content), { maxLength: 6 }),
      fc.array(entry, { maxLength: 2 }),
      async (writes, entries) => {
        const worker = await trees.plant(possible(writes), base);
        const contracts = [aContract({ command: "npm test && make test" })];
        const step = aStep("a", { contracts, files: { ...noFiles, change: entries.map((path) => ({ path })) } });
        const { proven, restored } = await restore(trees, { step, contracts, base, worker });
        const after = new Map((await trees.entries(proven)).map(({ path, ...blob }) => [path, blob]));
        const known = {
          base: new Set(before.keys()),
          worker: new Set((await trees.entries(worker)).map(({ path }) => path)),
        };
        const { writes: isAnnounced } = announcementsOf(step, known);
        for (const [path, blob] of before) {
          const isHeld = (isJudge(roleOfFile(path)) && path !== "package.json") || path === "scripts/run.sh";
          if (isHeld && !isAnnounced(path)) expect({ path, ...after.get(path) }).toEqual({ path, ...blob });
        }
        if (!isAnnounced("package.json")) {
          expect(after.get("package.json")?.mode).toBe("100644");
          expect(JSON.parse((await trees.show(proven))["package.json"] ?? "").scripts.test).toBe("bash scripts/run.sh");
        }
        for (const intruder of ["pytest.ini", "tests/conftest.py", "node_modules", "node_modules/a.js"]) {
          if (!isAnnounced(intruder)) expect(after.has(intruder)).toBe(false);
        }
        // What is told is what happened: every path that differs from the worker's is in the list.
        const changed = (await trees.changes(worker, proven)).map(({ path }) => path).sort();
        expect(restored.map(({ path }) => path).sort()).toEqual(changed);
      },
    ),
    { numRuns: 40 },
  );
}, 60_000);
