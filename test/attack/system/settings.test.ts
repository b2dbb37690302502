import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planwright } from "../../cli.ts";
import { tempFolder } from "../../temp-folder.ts";
import { makeRepository, planOf, write } from "../a-run.ts";
import { aGuardedRun, verdictOn, workerLog } from "./a-guarded-run.ts";
import { answerScene, HONEST } from "./answer-scene.ts";

const OFF = "sandbox: off\n";
/** Wherever a program might look for settings in a repository. */
const EVERYWHERE = Object.fromEntries(
  [
    ...[
      "planwright.config.yaml",
      "policy.yaml",
      ".planwright/policy.yaml",
      ".agentflow/policy.yaml",
      ".plan/policy.yaml",
    ],
    ...[".planwright.yaml", "home/policy.yaml", ".config/planwright/policy.yaml", "keys/policy.yaml"],
  ].map((path) => [path, OFF]),
);
const ENVIRONMENT = "PLANWRIGHT_HOME=.planwright\nPLANWRIGHT_SANDBOX=off\nNODE_OPTIONS=--require ./evil.js\n";
const FILES = { ...EVERYWHERE, ".env": ENVIRONMENT, ".envrc": ENVIRONMENT, ".npmrc": "script-shell=/bin/true\n" };

/** Passes only where nothing holds it. */
const HELD = "! touch /usr/unheld && [ ! -e /root/.bashrc ] && grep -q 'CapEff:.0000000000000000' /proc/self/status";

test("nothing in a repository switches the sandbox off for a check", () => {
  const top = join(tempFolder(), "repository");
  const step = { contract: `${HELD} && grep -qx 42 answer.txt` };
  makeRepository(top, { files: { "answer.txt": "41\n", "plan.md": planOf(step), ...FILES } });
  write(top, { "answer.txt": "42\n" });
  const { stdout, status } = planwright(["check", "plan.md", "--json"], top, { PLANWRIGHT_HOME: join(top, "../home") });
  expect(JSON.parse(stdout)).toMatchObject({ sandbox: { isHolding: true }, steps: [{ conclusion: "proven" }] });
  expect(status).toBe(0);
});

test("nothing a worker writes switches it off for its contract, or for the next worker", async () => {
  const scene = answerScene();
  const plan = scene.plan.replace("grep -qx 42 answer.txt", `${HELD} && grep -qx 42 answer.txt`);
  const run = await aGuardedRun({ ...scene, plan });
  const all = Object.entries(FILES).map(([path, text]) => `mkdir -p $(dirname ${path}); printf '${text}' > ${path}`);
  const homes = [run.home, "~/.agentflow", "/root/.agentflow", "/etc/planwright"];
  const policies = homes.map((home) => `mkdir -p ${home}; echo 'sandbox: off' > ${home}/policy.yaml`);
  const settings =
    "git config planwright.sandbox off; git config --global planwright.sandbox off; export PLANWRIGHT_SANDBOX=off";
  const attempt = await run.attempt(`${[...all, ...policies, settings].join("; ")}; ${HONEST}`);
  // A person is asked about settings that nothing announces; even with their yes nothing is switched off.
  const asked = expect.stringMatching(/^weaker-tests: .* changed, too: \.env, \.envrc, \.npmrc$/);
  expect(verdictOn(attempt), workerLog(attempt)).toEqual([asked]);
  await run.accept(attempt);
  const next = await run.attempt(`${HELD} && echo held`);
  expect(workerLog(next)).toMatch(/held\n$/);
});

test("a home inside the repository is refused, by whatever name", () => {
  const top = join(tempFolder(), "repository");
  makeRepository(top, { files: { "plan.md": planOf({ contract: "true" }), ".planwright/policy.yaml": OFF } });
  mkdirSync(join(top, ".planwright"), { recursive: true });
  symlinkSync(join(top, ".planwright"), join(top, "../by-link"));
  for (const home of [join(top, ".planwright"), ".planwright", join(top, "../by-link"), join(top, ".git/home"), top]) {
    const { status, stderr } = planwright(["check", "plan.md"], top, { PLANWRIGHT_HOME: home });
    expect.soft(stderr, home).toMatch(/lies in the repository; keys and policy must be outside it/);
    expect.soft(status, home).toBe(2);
  }
});

test("a policy that cannot be understood stops everything, and does not mean off", () => {
  const top = join(tempFolder(), "repository");
  makeRepository(top, { files: { "plan.md": planOf({ contract: "true" }) } });
  for (const policy of [
    "sandbox: maybe\n",
    "sandbx: off\n",
    "- off\n",
    "sandbox: [off]\n",
    "sandbox: &a off\nx: *a\n",
  ]) {
    write(join(top, "../home"), { "policy.yaml": policy });
    const { status, stderr } = planwright(["check", "plan.md"], top, { PLANWRIGHT_HOME: join(top, "../home") });
    expect.soft(status, policy).toBe(2);
    expect.soft(stderr, policy).toContain("policy.yaml");
  }
});
