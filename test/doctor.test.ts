import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
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
  expect(stdout).toMatch(/^✓ sandbox {6}bubblewrap [\d.]+ works, tried from inside$/m);
  expect(stdout).toMatch(/^✓ observed {5}which files a contract opens and writes is seen from outside$/m);
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

  test("where perl is not installed, which is allowed", (context) => {
    overlays(context);
    const { status, stdout } = doctorWhere(`${OVERLAY}; rm -f /usr/bin/perl /usr/local/bin/perl`);
    expect(stdout).toMatch(
      /^! observed {5}which scripts a contract opens cannot be seen: perl is not installed; .*\n {15}→ sudo apt-get install perl-base/m,
    );
    expect(status).toBe(0);
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
    expect(stdout).toMatch(
      /^! sandbox {6}switched off; contracts run without a sandbox, .*\n {15}→ take `sandbox: off` out of /m,
    );
    expect(status).toBe(0);
  });

  test("where the policy cannot be understood, and still looks at the rest", (context) => {
    bubblewrap(context);
    const { status, stdout } = doctorWith({ "policy.yaml": "sandbix: off\n" });
    expect(stdout).toMatch(
      /^✗ policy {7}.*there is no setting `sandbix`; did you mean `sandbox`\?\n {15}→ correct the file, or delete it/m,
    );
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

describe("tells of every agent", () => {
  const KEYS = [
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "OPENAI_API_KEY",
    "CODEX_API_KEY",
    "GEMINI_API_KEY",
    "GOOGLE_GENERATIVE_AI_API_KEY",
    "GOOGLE_API_KEY",
  ];

  /** Says its version, and answers the first question of the protocol. */
  const agent = (version: string, started = "cat > /dev/null"): string => `#!/bin/bash
    [ "$1" = --version ] && { echo '${version}'; exit; }
    read -r line
    echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1,"agentInfo":{"version":"${version}"}}}'
    ${started}
  `;
  const WELL = { claude: agent("2.1.325 (Claude Code)"), "claude-agent-acp": agent("0.99.1") };

  type Scene = {
    isRepository?: boolean;
    agents?: Record<string, string>;
    policy?: string;
    config?: string;
    env?: Record<string, string>;
  };

  /** A machine that has only these agents, a person who has only these keys, and an empty keychain. */
  function doctorAmong(scene: Scene, ...options: string[]): Run {
    const { isRepository = true, agents = {}, policy = "", config = "", env = {} } = scene;
    const [bin, top, home] = [tempFolder(), tempFolder(), tempFolder()];
    if (isRepository) spawnSync("git", ["init", "-q", top]);
    writeFileSync(join(top, "planwright.config.yaml"), config);
    for (const [name, text] of Object.entries({ "secret-tool": "#!/bin/sh\nexit 1\n", ...agents })) {
      writeFileSync(join(bin, name), text, { mode: 0o755 });
    }
    return planwright(["doctor", ...options], top, {
      ...Object.fromEntries(KEYS.map((key) => [key, ""])),
      PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: home,
      PLANWRIGHT_HOME: homeWith({ "policy.yaml": policy }),
      ...env,
    });
  }

  test("that there is none, which keeps nothing from running", () => {
    const { status, stdout } = doctorAmong({});
    expect(stdout).toMatch(
      /^! agents {7}none .* is on your PATH, .*\n {15}→ a key is enough: set ANTHROPIC_API_KEY, or /m,
    );
    expect(stdout).toMatch(/; or npm install --global @anthropic-ai/);
    expect(status).toBe(0);
  });

  test("what it is, that it starts, what lets it in, whom it reaches and what it does here", (context) => {
    bubblewrap(context);
    const scene = {
      ...{ agents: WELL, env: { ANTHROPIC_API_KEY: "x" } },
      ...{ config: "agent: claude-code\n", policy: "agent_hosts: [proxy.example.com]\n" },
    };
    const { status, stdout } = doctorAmong(scene);
    expect(stdout).toContain(`✓ claude-code  Claude Code, over ACP: claude 2.1.325, claude-agent-acp 0.99.1
               starts in the sandbox
               authenticated by ANTHROPIC_API_KEY
               continues a conversation with session/resume
               connects to api.anthropic.com:443, proxy.example.com:443
               plays every role here
`);
    expect(status).toBe(0);
    expect(JSON.parse(doctorAmong(scene, "--json").stdout).findings).toContainEqual({
      ...{ state: "well", what: "claude-code" },
      told: "Claude Code, over ACP: claude 2.1.325, claude-agent-acp 0.99.1",
      more: expect.arrayContaining(["starts in the sandbox", "plays every role here"]),
    });
  });

  test("that it is not logged in", () => {
    const { status, stdout } = doctorAmong({ agents: WELL });
    expect(stdout).toMatch(/^! claude-code {2}.*\n {15}not logged in\n(?: {15}.*\n)* {15}→ start `claude` and type/m);
    expect(status).toBe(0);
  });

  test("that it does not start, and why", (context) => {
    bubblewrap(context);
    const broken = "#!/bin/bash\n[ $1 = --version ] && echo 0.99.1 && exit\necho 'libfoo is missing' >&2; exit 1\n";
    const agents = { ...WELL, "claude-agent-acp": broken };
    const { status, stdout } = doctorAmong({ agents, env: { ANTHROPIC_API_KEY: "x" } });
    expect(stdout).toMatch(/^! claude-code .*\n {15}does not start in the sandbox: .*libfoo is missing/m);
    expect(stdout).toMatch(/^ {15}→ npm install --global @agentclientprotocol\/claude-agent-acp$/m);
    expect(status).toBe(0);
  });

  test("that it is old, and how to update it", () => {
    const agents = { ...WELL, claude: agent("2.0.999") };
    const { stdout } = doctorAmong({ agents, env: { ANTHROPIC_API_KEY: "x" } });
    expect(stdout).toMatch(/^! claude-code .*\n {15}claude 2\.0\.999 is older than what was tried with Planwright$/m);
    expect(stdout).toMatch(/^ {15}→ npm install --global @anthropic-ai\/claude-code$/m);
  });

  test("that it is driven as a command, and which roles it plays beside others", () => {
    const config = "agent: claude-code\nroles: { reviewer: { agent: codex }, tester: { agent: 'acp:codex' } }\n";
    const agents = { ...WELL, codex: agent("codex-cli 0.166.0") };
    const { stdout } = doctorAmong({ agents, config, env: { OPENAI_API_KEY: "x" } });
    expect(stdout).toMatch(/^✓ codex {8}Codex, as a command: codex 0\.166\.0\n {15}starts in the sandbox$/m);
    expect(stdout).toMatch(/^ {15}plays reviewer, tester here$/m);
    expect(stdout).toMatch(/^ {15}plays planner, developer, .*devops, dod-checker, spec-updater.* here$/m);
  });

  test("that the policy cuts it off", () => {
    const scene = { agents: WELL, env: { ANTHROPIC_API_KEY: "x" } };
    expect(doctorAmong({ ...scene, policy: "agent_network: none\n" }).stdout).toMatch(
      /^! claude-code .*\n {15}connects to no host, not even its model's\n(?: {15}.*\n)* {15}→ take `agent_network: none` out/m,
    );
    expect(doctorAmong({ ...scene, policy: "agent_network: host\n" }).stdout).toContain("connects to every host, as");
  });

  test("of one's own, and what it lacks", () => {
    const policy = "agents: { house: { command: house -p, hosts: [models.example], keys: [HOUSE_KEY] } }\n";
    const agents = { house: "#!/bin/sh\n" };
    expect(doctorAmong({ agents, policy, env: { HOUSE_KEY: "x" } }).stdout).toMatch(
      /^✓ house {8}your own: house\n {15}connects to models\.example:443\n {15}plays no role here unless you name it$/m,
    );
    expect(doctorAmong({ isRepository: false, agents, policy, env: { HOUSE_KEY: "x" } }).stdout).toMatch(
      /^✓ house {8}your own: house\n {15}connects to models\.example:443\n\n/m,
    );
    const { status, stdout } = doctorAmong({ agents, policy });
    expect(stdout).toMatch(/^! house {8}your own\n {15}house needs HOUSE_KEY, .*\n(?: {15}.*\n)* {15}→ set HOUSE_KEY/m);
    expect(status).toBe(0);
  });

  test("and that the configuration which names one is wrong", () => {
    const { status, stdout } = doctorAmong({ config: "agent: [codex]\n" });
    expect(stdout).toMatch(/^✗ config {7}planwright\.config\.yaml: line 1: `agent` is one agent/m);
    expect(status).toBe(1);
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
