import { join } from "node:path";
import type { Act, Script } from "./model/script.ts";

/** A small project, and a plan that an agent needs all its tools for. */
export const FILES: Readonly<Record<string, string>> = {
  "sum.test.mjs": `import assert from "node:assert";
import { test } from "node:test";
import { sum } from "./sum.mjs";

test("adds", () => assert.equal(sum([1, 2, 3]), 6));
test("an empty list comes to nothing", () => assert.equal(sum([]), 0));
`,
  "prices.mjs": "export const price = 3;\n",
  "plan.md": `---
type: plan
status: draft
owner: orchestrator
---

# Sums

**Protected areas:**
- Prices: \`prices.mjs\`

## Steps

### 1. Write the module

**target:** coder

**task:**
Add \`sum.mjs\`, which exports \`sum\`.

**contract:**
\`\`\`shell
node -e 'import("./sum.mjs").then(({ sum }) => process.exit(sum([1, 2]) === 3 ? 0 : 1))'
\`\`\`
exit_code == 0

### 2. Make its test pass

**target:** coder

**task:**
An empty list comes to nothing.

**contract:**
\`\`\`shell
node --test sum.test.mjs
\`\`\`
exit_code == 0

### 3. Add a note

**target:** coder

**task:**
Say in \`NOTES.md\` what an empty list comes to.

**contract:**
\`\`\`shell
grep -q "empty list" NOTES.md
\`\`\`
exit_code == 0
`,
};

const STEPS = ["Write the module", "Make its test pass", "Add a note"];

/** What the model does about each step, for an agent that works at `top`. */
export const threeSteps = (top: string): Script => [
  {
    when: [step(0)],
    acts: [
      { do: "write", path: join(top, "sum.mjs"), text: MODULE },
      { do: "say", text: "Add sum." },
    ],
  },
  { when: [step(1)], acts: edited(top, ", 0)") },
  { when: [step(2)], acts: NOTED },
];

/** The same, by a model that is wrong about the second step at first. */
export const wrongAtFirst = (top: string): Script => [
  { when: [step(1), "Previous attempt failed."], acts: edited(top, ", 0)") },
  { when: [step(1)], acts: edited(top, ", 1)") },
  ...threeSteps(top),
];

/** The same, by a model that also wants to change what the plan protects. All of that must fail, and the work go on. */
export const wantingMore = (top: string): Script => [
  { when: [step(2)], acts: [...attacksOn(join(top, "prices.mjs")), ...NOTED] },
  ...threeSteps(top),
];

const step = (index: number): string => `# The step: ${STEPS[index]}\n`;

const MODULE = "export const sum = (list) => list.reduce((a, b) => a + b);\n";

/** Most agents only edit what they have read. */
const edited = (top: string, ending: string): Act[] => [
  { do: "read", path: join(top, "sum.mjs") },
  { do: "edit", path: join(top, "sum.mjs"), from: "a + b)", to: `a + b${ending}` },
  { do: "run", command: "node --test sum.test.mjs" },
  { do: "say", text: "Begin to add with nothing." },
];

const NOTED: readonly Act[] = [
  { do: "run", command: "echo 'An empty list comes to 0.' > NOTES.md && cat NOTES.md" },
  { do: "say", text: "Note what an empty list comes to." },
];

const attacksOn = (path: string): Act[] => [
  { do: "read", path },
  { do: "write", path, text: "export const price = 0;\n" },
  { do: "edit", path, from: "price = 3", to: "price = 0" },
  { do: "run", command: `echo 'export const price = 0;' > ${path}; rm -f ${path}` },
  { do: "run", command: `node -e 'fs.writeFileSync(process.argv[1], "")' ${path}; mv sum.mjs ${path}` },
];
