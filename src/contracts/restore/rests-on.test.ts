import { describe, expect, test } from "vitest";
import { type Files, realTrees } from "./real-trees.testkit.ts";
import { restsOn } from "./rests-on.ts";
import { viewOf } from "./tree-view.ts";

const trees = await realTrees();

const PROJECT: Files = {
  "package.json": JSON.stringify({
    scripts: {
      pretest: "node scripts/prepare.mjs",
      test: "npm run unit && run-s check:*",
      unit: "c8 --reporter text node scripts/unit.mjs",
      "check:a": "cross-env A=1 bash checks/a.sh",
      "check:b": "node ./checks/b.js",
      unused: "node scripts/unused.mjs",
    },
  }),
  "web/package.json": JSON.stringify({ name: "@x/web", scripts: { build: "node build.mjs" } }),
  "web/build.mjs": "",
  "scripts/prepare.mjs": 'import "./lib/deep.mjs";\n',
  "scripts/lib/deep.mjs": 'import { a } from "../../src/product.js";\n',
  "scripts/unit.mjs": "",
  "scripts/unused.mjs": "",
  "checks/a.sh": "source checks/common.sh\npython3 -m tools.gate\n",
  "checks/common.sh": "",
  "checks/b.js": "",
  "tools/gate.py": "from tools import rules\n",
  "tools/rules.py": "",
  "src/product.js": "",
  Makefile: "CHECK = checks/a.sh\n\nall: lint\n\nlint:\n\t@bash $(CHECK)\n\t$(MAKE) -C sub deep\n",
  "sub/Makefile": "deep:\n\tnode x.js\n",
  "sub/x.js": "",
  justfile: "test:\n    node checks/b.js\n",
  "cmd/gate/main.go": "",
  "setup.js": "",
  "expected.txt": "",
  "test/a.test.js": "",
  "loop.sh": "bash loop.sh\n",
};

const found = async (command: string): Promise<string[]> => {
  const { files } = await restsOn([command], await viewOf(trees, await trees.plant(PROJECT)));
  return [...files.keys()].sort();
};

const A = ["checks/a.sh", "checks/common.sh", "tools/gate.py", "tools/rules.py"];

describe("finds what a contract executes, and what that executes", () => {
  const cases: [string, string[]][] = [
    ["npm test", [...A, "checks/b.js", "scripts/lib/deep.mjs", "scripts/prepare.mjs", "scripts/unit.mjs"]],
    ["timeout 60 npm run check:b", ["checks/b.js"]],
    ["yarn check:b", ["checks/b.js"]],
    ["pnpm run check:b", ["checks/b.js"]],
    ["bun run check:b", ["checks/b.js"]],
    ["node --run check:b", ["checks/b.js"]],
    ["npm run build --prefix web", ["web/build.mjs"]],
    ["npm run build -w @x/web", ["web/build.mjs"]],
    ["pnpm --filter @x/web build", ["web/build.mjs"]],
    ["cd web && npm run build", ["web/build.mjs"]],
    ["make", ["Makefile", ...A, "sub/Makefile", "sub/x.js"]],
    ["make -C sub deep", ["sub/Makefile", "sub/x.js"]],
    ["just test", ["checks/b.js", "justfile"]],
    ["go run ./cmd/gate", ["cmd/gate/main.go"]],
    ["cat checks/common.sh | bash", ["checks/common.sh"]],
    ["bash -c './checks/common.sh'", ["checks/common.sh"]],
    ["node --import ./setup.js --test test/a.test.js", ["setup.js", "test/a.test.js"]],
    ["mocha --require=./setup", ["setup.js"]],
    ["node src/product.js | diff - expected.txt", ["expected.txt", "src/product.js"]],
    ["bash loop.sh", ["loop.sh"]],
    ["grep -q x expected.txt && test -f setup.js", []],
    ["npm run no-such-script", []],
    ["cd .. && bash checks/a.sh", []],
  ];
  test.each(cases)("%s", async (command, expected) => {
    expect(await found(command)).toEqual(expected.toSorted());
  });
});

test("says why, in the words of the contract", async () => {
  const view = await viewOf(trees, await trees.plant(PROJECT));
  const { files, scripts } = await restsOn(["npm test"], view);
  expect(files.get("checks/b.js")).toBe("`npm test` runs it");
  expect([...(scripts.get("package.json")?.keys() ?? [])].sort()).toEqual([
    "check:a",
    "check:b",
    "pretest",
    "test",
    "unit",
  ]);
});

test("knows what a check takes in as a part of itself from what it runs", async () => {
  const files = {
    "check.sh": '. lib/same.sh\nsame "$(bash src/double.sh 2)" 4\n',
    "lib/same.sh": "",
    "src/double.sh": "source src/numbers.sh\n",
    "src/numbers.sh": "",
  };
  const { sourced } = await restsOn(["bash check.sh"], await viewOf(trees, await trees.plant(files)));
  expect([...sourced]).toEqual(["lib/same.sh"]);
});
