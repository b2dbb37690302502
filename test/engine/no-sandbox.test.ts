import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { write } from "../a-checkout.ts";
import { prerequisite } from "../prerequisite.ts";
import { aPerson } from "./a-person.ts";
import { aPlanRun, stepsPlan } from "./a-plan-run.ts";

const PLAN = stepsPlan([
  { task: "Write one.", contract: "grep -q one one.txt" },
  { task: "Write two.", contract: "grep -q two two.txt" },
]);
const WORKER = `word=$(grep -oE "Write (one|two)" | head -1 | cut -d" " -f2)\necho "$word" > "$word.txt"\n`;

/** A machine on which bubblewrap is no program. */
const WITHOUT = [
  ...["--user", "--map-root-user", "--mount", "sh", "-c"],
  ...['mount --bind /dev/null /usr/bin/bwrap && exec "$@"', "sh"],
];
const namespaces = prerequisite(
  "user namespaces",
  spawnSync("unshare", [...WITHOUT, "true"]).status === 0,
  "sysctl -w user.max_user_namespaces=10000",
);

test("where nothing can be held nothing is approved, and the person is told what is missing", (context) => {
  namespaces(context);
  const { top, env, home, git } = aPlanRun({ files: { "plan.md": PLAN }, agents: { worker: WORKER } });
  for (const flags of [[], ["--yes"]]) {
    const words = ["run", "plan.md", ...flags, "--agent", "command:../worker.sh"];
    const { status, stdout, stderr } = spawnSync("unshare", [...WITHOUT, resolve("bin/planwright"), ...words], {
      ...{ cwd: top, encoding: "utf8", env: { ...process.env, ...env } },
    });
    expect(stderr).toMatch(
      /^planwright: agents and contracts cannot be sandboxed here: bubblewrap is not installed; .+\n$/,
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  }
  expect(git("branch", "--format=%(refname:short)")).toBe("main");
  expect(existsSync(join(home, "postgres"))).toBe(false);
});

test("with the sandbox switched off a plan is carried out to its end, and the receipts say so", async () => {
  const { place, run, told, git } = await aPerson({ files: { "plan.md": PLAN }, command: WORKER });
  write(place, { "home/policy.yaml": "sandbox: off\n" });
  expect(await run("plan.md")).toMatchObject({ status: 0, stderr: expect.stringContaining("words is done") });
  expect(git("show", "plan/words:two.txt")).toBe("two");
  git("switch", "-q", "plan/words");
  const { status, stdout } = await told("receipts");
  expect(status).toBe(0);
  expect(stdout.match(/UNSANDBOXED/g)).toHaveLength(2);
});
