import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aPlanRun, stepsPlan } from "./a-plan-run.ts";

/** The lockfile names what the set-up installs as `tools/check`, and the contract runs it. */
const FILES = {
  ".gitignore": "tools/\n",
  "planwright.config.yaml":
    "workspace:\n  setup: mkdir -p tools && cp $(cat package-lock.json) tools/check && chmod +x tools/check\n  lockfiles: [package-lock.json]\n  layers: [tools]\n",
  "package-lock.json": "real.sh\n",
  "real.sh": "#!/bin/sh\ngrep -q one one.txt\n",
  "stricter.sh": '#!/bin/sh\ngrep -q "one and only" one.txt\n',
};
const run = (files: Record<string, string>, script: string) => {
  const plan = aPlanRun({ files: { ...FILES, ...files } });
  writeFileSync(join(plan.place, "script.yaml"), script);
  const agent = ["--agent", "scripted:../script.yaml"];
  return { ...plan, ...plan.run(["run", "plan.md", "--yes", "--mode", "autonomous", "--json", ...agent]) };
};
const eventsIn = (stdout: string) =>
  stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test("a worker cannot choose the test runner by way of the lockfile", () => {
  const plan = stepsPlan([{ contract: "tools/check", more: "**on_fail:** escalate\n" }]);
  const { status, stdout } = run(
    { "plan.md": plan },
    `steps:
  1:
    - write: { path: fake.sh, text: "#!/bin/sh\\nexit 0\\n" }
    - write: { path: package-lock.json, text: "fake.sh\\n" }
    - say: It passes.
`,
  );
  expect(status).toBe(3);
  const failed = eventsIn(stdout).find(({ type }) => type === "attempt-failed");
  expect(failed.told).toContain("put back first, because the step does not announce a change: package-lock.json");
});

test("a step that announces another lockfile is proven with what that one installs, and compared with the old", () => {
  const plan = stepsPlan([
    {
      task: "Be stricter.",
      contract: "tools/check",
      more: "\n**files:**\n- change: `package-lock.json`\n- add: `one.txt`\n",
    },
  ]);
  const { status, stdout, git } = run(
    { "plan.md": plan },
    `steps:
  1:
    - attempt: 1
      do:
        - write: { path: package-lock.json, text: "stricter.sh\\n" }
        - write: { path: one.txt, text: "one\\n" }
        - say: Stricter.
    - attempt: 2
      do:
        - write: { path: package-lock.json, text: "stricter.sh\\n" }
        - write: { path: one.txt, text: "one and only\\n" }
        - say: Stricter, and good enough.
`,
  );
  expect(status).toBe(0);
  const types = eventsIn(stdout).map(({ type }) => type);
  expect(types.filter((type) => type === "prepared")).toHaveLength(2);
  expect(types.filter((type) => type === "attempt-failed")).toHaveLength(1);
  const { predicate } = JSON.parse(git("show", "plan/words:.plan/receipts/01.json"));
  const [contract] = predicate.planwright.contracts;
  expect([contract.base.state, contract.after.state]).toEqual(["red", "green"]);
});
