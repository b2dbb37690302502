import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { conclusions } from "../a-checkout.ts";
import { planwright } from "../cli.ts";
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
  const events = eventsIn(stdout);
  // With the real runner it does not pass, and only a person could say that the other one counts.
  expect(events.find(({ type }) => type === "attempt-held")).toMatchObject({
    over: "announce",
    told: expect.stringMatching(
      /passes only with changes that no step announces: package-lock\.json; without these changes/,
    ),
  });
  expect(events.map(({ type }) => type)).not.toContain("step-accepted");
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
  // One for each attempt, and the one that is shared from the acceptance on; the base's was there before the run began.
  expect(types.filter((type) => type === "prepared")).toHaveLength(3);
  expect(types.filter((type) => type === "attempt-failed")).toHaveLength(1);
  const { predicate } = JSON.parse(git("show", "plan/words:.plan/done/words/receipts/01.json"));
  const [contract] = predicate.planwright.contracts;
  expect([contract.base.state, contract.after.state]).toEqual(["red", "green"]);
});

test("what an install has run in a refused attempt does not judge the next one", () => {
  const files = {
    "planwright.config.yaml":
      "workspace:\n  setup: mkdir -p tools && bash prepare.sh\n  lockfiles: [package-lock.json]\n  layers: [tools]\n",
    "prepare.sh": "cp real.sh tools/check && chmod +x tools/check\n",
  };
  const plan = stepsPlan([
    {
      contract: "tools/check && grep -q done done.txt",
      more: "**on_fail:** retry(1), then escalate\n\n**files:**\n- change: `package-lock.json`, `prepare.sh`\n- add: `done.txt`\n",
    },
  ]);
  const { status, stdout } = run(
    { ...files, "plan.md": plan },
    `steps:
  1:
    - attempt: 1
      do:
        - write: { path: package-lock.json, text: "other\\n" }
        - write: { path: prepare.sh, text: "printf '#!/bin/sh\\n' > tools/check; chmod +x tools/check\\n" }
        - say: Not finished, and the runner says yes to everything from now on.
    - attempt: 2
      do:
        - write: { path: package-lock.json, text: "other\\n" }
        - write: { path: done.txt, text: "done\\n" }
        - say: It passes.
`,
  );
  expect(status).toBe(3);
  expect(eventsIn(stdout).filter(({ type }) => type === "attempt-failed")).toHaveLength(2);
});

test("check and an audit that runs everything again install what the configuration names, as a run does", () => {
  const plan = stepsPlan([{ contract: "tools/check" }]);
  const { status, top, env, home, place, git } = run(
    { "plan.md": plan },
    `steps:
  1:
    - write: { path: one.txt, text: "one\\n" }
    - say: One.
`,
  );
  expect(status).toBe(0);
  const other = { ...env, PLANWRIGHT_HOME: join(place, "other-home") };
  const audit = planwright(["audit", "plan/words", "--rerun", "--json"], top, other);
  expect(JSON.parse(audit.stdout).reruns).toMatchObject([{ command: "tools/check", passes: true }]);
  writeFileSync(join(top, "one.txt"), "one\n");
  const checked = planwright(["check", "plan.md", "--json"], top, { PLANWRIGHT_HOME: home });
  expect(conclusions(checked)).toMatchObject([{ conclusion: "proven" }]);
  expect(git("status", "--short")).toBe("?? one.txt");
});

test("a set-up that fails ends a check with its own words", () => {
  const { top, home } = aPlanRun({
    files: {
      ...FILES,
      "planwright.config.yaml": "workspace:\n  setup: echo no such package; exit 3\n  layers: [tools]\n",
      "plan.md": stepsPlan([{ contract: "tools/check" }]),
    },
  });
  const { status, stderr } = planwright(["check", "plan.md"], top, { PLANWRIGHT_HOME: home });
  expect(status).toBe(2);
  expect(stderr).toContain("the set-up failed: `echo no such package; exit 3` ended with status 3");
});
