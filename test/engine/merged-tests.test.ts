import { expect, test } from "vitest";
import { write } from "../a-checkout.ts";
import { planWith } from "./a-hosted-run.ts";
import { aPerson } from "./a-person.ts";

/** A test that a plan has changed without announcing it, and that the branch it is merged into has changed as well. */

const tested = (name: string, text: string): string =>
  `import assert from "node:assert/strict";\nimport test from "node:test";\nimport { ${name} } from "../src/${name}.js";\n\n${text}`;
const FILES = {
  "package.json": '{ "name": "sums", "private": true, "type": "module" }\n',
  "src/mul.js": "export const mul = (a, b) => a * b;\n",
  "test/mul.test.js": tested(
    "mul",
    `test("multiplies", () => {
  assert.equal(mul(2, 3), 6);
});

// Whatever it is multiplied by.

test("keeps nothing", () => {
  assert.equal(mul(0, 3), 0);
});
`,
  ),
};
const PLAN = planWith([{ heading: "1. Subtract", task: "Add `sub`.", contract: "node --test" }]);
const SUB = `cat > /dev/null
echo 'export const sub = (a, b) => a - b;' > src/sub.js
cat > test/sub.test.js <<'END'
${tested("sub", 'test("subtracts", () => assert.equal(sub(3, 1), 2));\n')}END
`;

/** The plan is carried out by this worker, and `main` goes on meanwhile: `mul` is another, and its first test says so. */
async function merged(worker: string, mul: string) {
  const { run, told, git, top } = await aPerson({
    files: { "plan.md": PLAN, ...FILES },
    command: `${SUB}${worker}`,
  });
  expect((await run("plan.md")).status).toBe(0);
  const text = FILES["test/mul.test.js"].replace("mul(2, 3), 6", "mul(2, 3), 18");
  write(top, { "src/mul.js": `export const mul = (a, b) => ${mul};\n`, "test/mul.test.js": text });
  git("commit", "-qam", "three times as much");
  const { status, stdout } = await told("merge", "--yes");
  return { status, stdout, text: git("show", "main:test/mul.test.js") };
}

test("is trusted as it is there, and not as it was when the plan began", async () => {
  const asksMore = "sed -i 's/^  assert.equal(mul(0.*/&\\n  assert.equal(mul(3, 0), 0);/' test/mul.test.js\n";
  const { status, stdout, text } = await merged(asksMore, "3 * a * b");
  expect(status, stdout).toBe(0);
  expect(text).toContain("mul(2, 3), 18");
  expect(text).toContain("mul(3, 0), 0");
});

test("judges what it judges there, though the plan has switched that off", async () => {
  const switchesOff = "sed -i 's/^  assert.equal(mul(0/  return; &/' test/mul.test.js\n";
  const { status, stdout, text } = await merged(switchesOff, "3 * a * b + (a === 0 ? 1 : 0)");
  expect([status, stdout]).toEqual([1, expect.stringMatching(/: 1 of \d tests fail: "keeps nothing"/)]);
  expect(text).not.toContain("return;");
});
