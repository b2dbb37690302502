import type { Case, Kit, Sum } from "./kit.ts";

type Style = {
  runner: string;
  script: string;
  isCommon?: boolean;
  /** The lines above the tests, and one test. */
  head: string;
  test(name: string, actual: string, expected: number): string;
};

const kit = ({ runner, script, isCommon = false, head, test }: Style): Kit => {
  const manifest = {
    ...{ name: "sums", version: "1.0.0", private: true },
    ...(!isCommon && { type: "module" }),
    scripts: { test: script },
  };
  const source = (module: string): string => `src/${module}.js`;
  const testPath = (module: string): string => `test/${module}.test.js`;
  const exported = ({ name, of }: Sum): string =>
    isCommon ? `exports.${name} = (n) => ${of("n")};\n` : `export const ${name} = (n) => ${of("n")};\n`;
  const from = (module: string): string =>
    isCommon
      ? `const ${module} = require("../src/${module}.js");\n`
      : `import * as ${module} from "../src/${module}.js";\n`;
  return {
    runner,
    contract: "npm test",
    files: { "package.json": `${JSON.stringify(manifest, null, 2)}\n` },
    source,
    test: testPath,
    code: (module, sums) => ({ [source(module)]: sums.map(exported).join("\n") }),
    tests: (module, cases) => ({
      [testPath(module)]:
        `${head}${from(module)}\n${cases.map((each: Case) => test(each.name, `${module}.${each.sum}(${each.number})`, each.expected)).join("\n")}`,
    }),
  };
};

export const nodeKit = kit({
  runner: "node:test",
  script: "node --test",
  head: 'import assert from "node:assert/strict";\nimport { test } from "node:test";\n',
  test: (name, actual, expected) => `test("${name}", () => {\n  assert.equal(${actual}, ${expected});\n});\n`,
});

export const vitestKit = kit({
  runner: "vitest",
  script: "vitest run",
  head: 'import { expect, test } from "vitest";\n',
  test: (name, actual, expected) => `test("${name}", () => {\n  expect(${actual}).toBe(${expected});\n});\n`,
});

export const jestKit = kit({
  runner: "jest",
  script: "jest",
  isCommon: true,
  head: "",
  test: (name, actual, expected) => `test("${name}", () => {\n  expect(${actual}).toBe(${expected});\n});\n`,
});

export const mochaKit = kit({
  runner: "mocha",
  script: "mocha --recursive",
  head: 'import assert from "node:assert/strict";\n',
  test: (name, actual, expected) =>
    `describe("sums", () => {\n  it("${name}", () => {\n    assert.equal(${actual}, ${expected});\n  });\n});\n`,
});

export const avaKit = kit({
  runner: "ava",
  script: "ava",
  head: 'import test from "ava";\n',
  test: (name, actual, expected) => `test("${name}", (t) => {\n  t.is(${actual}, ${expected});\n});\n`,
});

export const tapeKit = kit({
  runner: "tape",
  script: "tape test/*.test.js",
  head: 'import test from "tape";\n',
  test: (name, actual, expected) => `test("${name}", (t) => {\n  t.equal(${actual}, ${expected});\n  t.end();\n});\n`,
});
