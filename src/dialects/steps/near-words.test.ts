import { expect, test } from "vitest";
import { stepsPlan } from "../../../test/plans.ts";
import { applyEdits } from "../../diagnostics/text-edit.ts";
import { parseSteps } from "./parse.ts";

/** What people write instead of a word that exists is rewritten for them. */
test.each([
  ["- create: `a.js`", "- add: `a.js`"],
  ["- Modify: `a.js`", "- change: `a.js`"],
  ["- do not touch: `a.js`", "- must not touch: `a.js`"],
])("%s is fixed to %s", (written, right) => {
  const text = stepsPlan({ lines: ["**files:**", written] });
  const { diagnostics } = parseSteps({ root: "plan.md", files: [{ path: "plan.md", text }] });
  expect(diagnostics.map(({ code }) => code)).toEqual(["PW116"]);
  expect(applyEdits(text, diagnostics[0]?.fix?.edits ?? [])).toBe(text.replace(written, right));
});

test("an expectation in single quotes is fixed to double ones", () => {
  const text = stepsPlan({}).replace("exit_code == 0", "stdout contains 'it works'");
  const { diagnostics } = parseSteps({ root: "plan.md", files: [{ path: "plan.md", text }] });
  expect(applyEdits(text, diagnostics[0]?.fix?.edits ?? [])).toContain('stdout contains "it works"');
});

test.each([["### Step 1: Build it"], ["### 1: Build it"], ["### 1 - Build it"], ["### 1) Build it"]])(
  "%s is step 1",
  (heading) => {
    const text = stepsPlan({}).replace("### 1. A step", heading);
    const { plan, diagnostics } = parseSteps({ root: "plan.md", files: [{ path: "plan.md", text }] });
    expect(diagnostics).toEqual([]);
    expect(plan.steps[0]).toMatchObject({ id: "1", number: 1, title: "Build it" });
  },
);

test("a contract in another language than bash is refused in one sentence", () => {
  const text = stepsPlan({ contract: "assert True" }).replace("```shell", "```python");
  const { plan, diagnostics } = parseSteps({ root: "plan.md", files: [{ path: "plan.md", text }] });
  expect(diagnostics.map(({ message }) => message)).toEqual(["a contract cannot be `python`: it is run by bash"]);
  expect(plan.steps[0]?.contracts).toEqual([]);
});
