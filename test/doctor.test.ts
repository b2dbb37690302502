import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { planwright, type Run } from "./cli.ts";
import { prerequisite } from "./prerequisite.ts";
import { tempFolder } from "./temp-folder.ts";

/** A machine of its own in a mount namespace: what is changed there is gone with it. */
const OVERLAY = `set -e
  mount -t tmpfs none /mnt && mkdir /mnt/upper /mnt/work
  mount -t overlay none -o userxattr,lowerdir=/usr/bin,upperdir=/mnt/upper,workdir=/mnt/work /usr/bin`;
const inside = (script: string, ...words: string[]) => ["-rm", "bash", "-c", script, "bash", ...words];
const works = (script: string): boolean => spawnSync("unshare", inside(script)).status === 0;

const bubblewrap = prerequisite("bubblewrap", works("bwrap --bind / / true"), "apt-get install bubblewrap");
const overlays = prerequisite("overlays in a user namespace", works(OVERLAY), "Linux 5.11 or newer");
const FORBID = "echo 0 > /proc/sys/user/max_user_namespaces";
const forbids = prerequisite("a limit on user namespaces", works(FORBID), "Linux 4.9 or newer");

test("says that contracts can run on a machine that has everything", (context) => {
  bubblewrap(context);
  const { status, stdout } = planwright(["doctor"], ".", { PLANWRIGHT_HOME: tempFolder() });
  expect(stdout).toMatch(/^✓ sandbox {6}bubblewrap [\d.]+ holds, tried from inside$/m);
  expect(stdout).toMatch(/^✓ git {10}\d+\.\d+/m);
  expect(stdout).toMatch(/^✓ receipts {5}signed by planwright@\S+, ssh-ed25519 AAAA/m);
  expect(stdout).toMatch(/^✓ tools {8}bash, node/m);
  expect(stdout).toMatch(/\ncontracts can run here\n$/);
  expect(status).toBe(0);
});

describe("names the one thing to do", () => {
  test("where bubblewrap is not installed", (context) => {
    overlays(context);
    const { status, stdout } = doctorWhere(`${OVERLAY}; rm -f /usr/bin/bwrap /usr/local/bin/bwrap`);
    expect(stdout).toMatch(/^✗ sandbox {6}bubblewrap is not installed\n {15}→ (?:sudo|install) .*bubblewrap/m);
    expect(stdout).toContain("(or, at your own risk, `sandbox: off` in ");
    expect(stdout).toMatch(/\ncontracts cannot run here before what is marked ✗ is repaired\n$/);
    expect(status).toBe(1);
  });

  test("where the kernel allows no user namespaces", (context) => {
    forbids(context);
    const { status, stdout } = doctorWhere(FORBID);
    expect(stdout).toMatch(/^✗ sandbox {6}the kernel allows no user namespaces .*\n {15}→ sudo sysctl -w user\.max/m);
    expect(status).toBe(1);
  });

  test("where there is no git", (context) => {
    overlays(context);
    const { status, stdout } = doctorWhere(`${OVERLAY}; rm -f /usr/bin/git /usr/local/bin/git`);
    expect(stdout).toMatch(/^✗ git {10}no git program in .*\n {15}→ install git/m);
    expect(status).toBe(1);
  });

  test("where the sandbox is switched off, which is allowed", () => {
    const { status, stdout } = doctorWith({ "policy.yaml": "sandbox: off\n" });
    expect(stdout).toMatch(/^! sandbox {6}switched off; contracts run unheld, .*\n {15}→ take `sandbox: off` out of /m);
    expect(status).toBe(0);
  });

  test("where the policy cannot be understood, and still looks at the rest", (context) => {
    bubblewrap(context);
    const { status, stdout } = doctorWith({ "policy.yaml": "sandbix: off\n" });
    expect(stdout).toMatch(/^✗ policy {7}.*there is no setting `sandbix`\n {15}→ correct the file, or delete it/m);
    expect(stdout).toMatch(/^✓ sandbox/m);
    expect(status).toBe(1);
  });

  test("where others may read the signing key", () => {
    const home = tempFolder();
    mkdirSync(join(home, "keys"));
    chmodSync(join(home, "keys"), 0o755);
    const { status, stdout } = planwright(["doctor"], ".", { PLANWRIGHT_HOME: home });
    expect(stdout).toMatch(/^✗ receipts {5}.*keys is open to other users\n {15}→ run: chmod 700 /m);
    expect(status).toBe(1);
  });

  test("where the home is no folder, or lies in the repository", () => {
    const top = tempFolder();
    spawnSync("git", ["init", "-q", top]);
    writeFileSync(join(top, "file"), "");
    for (const home of [join(top, "file/home"), join(top, "home")]) {
      const { status, stdout } = planwright(["doctor"], top, { PLANWRIGHT_HOME: home });
      expect(stdout).toMatch(/^✗ home {9}.*\n {15}→ set PLANWRIGHT_HOME to a folder of your own/m);
      expect(stdout).toMatch(/^✓ git/m);
      expect(status).toBe(1);
    }
  });
});

test("tells a program the same", () => {
  const home = homeWith({ "policy.yaml": "sandbox: off\n" });
  const { stdout } = planwright(["doctor", "--json"], tempFolder(), { PLANWRIGHT_HOME: home });
  const { version, findings } = JSON.parse(stdout);
  expect(version).toBe(1);
  expect(findings).toContainEqual(expect.objectContaining({ state: "weak", what: "sandbox" }));
  expect(findings).toContainEqual({
    state: "weak",
    what: "repository",
    told: "none here; `check` and `audit` need one",
  });
});

const doctorWith = (files: Record<string, string>): Run =>
  planwright(["doctor"], ".", { PLANWRIGHT_HOME: homeWith(files) });

function homeWith(files: Record<string, string>): string {
  const home = tempFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
  return home;
}

function doctorWhere(machine: string): Run {
  const env = { ...process.env, PLANWRIGHT_HOME: tempFolder() };
  const words = inside(`${machine}; exec "$@"`, resolve("bin/planwright"), "doctor");
  return spawnSync("unshare", words, { env, encoding: "utf8" });
}
