import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { bundleProgram } from "../../scripts/bundle.ts";
import { tempFolder } from "../temp-folder.ts";
import { aReader } from "./a-reader.ts";

/** docs/ci.md: what stands behind each `run:` is run by bash as GitHub does it, in a clone like the one it makes. */

const fences = [...readFileSync("docs/ci.md", "utf8").matchAll(/^```yaml[^\n]*\n(.*?)^```$/gms)];
const [workflow = "", scanning = ""] = fences.map(([, text]) => text);
type Step = { name?: string; uses?: string; run?: string };
const { on, jobs } = parse(workflow) as { on: string; jobs: { plan: { if: string; steps: Step[] } } };
const nameOf = ({ name, uses }: Step): string => name ?? uses ?? "";
const runOf = (name: string): string => jobs.plan.steps.find((step) => step.name === name)?.run ?? "exit 99";

test("the workflow of the page lets a proven branch pass, and stops one that somebody changed or signed unknown", async () => {
  expect([on, jobs.plan.if, jobs.plan.steps.map(nameOf)]).toEqual([
    "pull_request",
    "startsWith(github.head_ref, 'plan/')",
    ["actions/checkout@v4", "actions/setup-node@v4", "Install Planwright", "Verify the plan", "Audit the branch"],
  ]);
  const person = aReader();
  type(person, "git init -q -b main repository", "cd repository", "mkdir .github");
  await packInto(join(person.place, "repository/.github"));
  type(person, "planwright doctor || true", SIGNERS, "git add -A", "git commit -qm base", PLAN);

  const proven = aRunner(join(person.place, "repository"), "plan/say-hello");
  expect(proven.run(runOf("Install Planwright"))).toMatchObject({ status: 0 });
  expect(proven.run("command -v planwright").stdout.trim()).toBe(join(proven.prefix, "bin/planwright"));
  expect(proven.run(runOf("Verify the plan"))).toMatchObject({ status: 0 });
  expect(proven.run(runOf("Audit the branch"))).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^proven: /),
  });

  const [sarif] = parse(scanning) as Step[];
  expect(proven.run(sarif?.run ?? "exit 99")).toMatchObject({ status: 0 });
  expect(JSON.parse(proven.run("cat planwright.sarif").stdout)).toMatchObject({ version: "2.1.0" });

  // A signer that the pull request brings itself does not count, nor does a commit that nobody has proven.
  type(person, "git checkout -q plan/say-hello", "echo bye > greeting.txt", "git commit -qam 'one more word'");
  const changed = aRunner(join(person.place, "repository"), "plan/say-hello", proven.prefix);
  expect(changed.run(runOf("Audit the branch")).status).toBe(1);
  type(person, "git checkout -q main", "echo > allowed_signers", "git commit -qam 'trust nobody'");
  type(person, "git branch -f plan/say-hello plan/say-hello~1");
  const unknown = aRunner(join(person.place, "repository"), "plan/say-hello", proven.prefix);
  expect(unknown.run(runOf("Audit the branch")).status).toBe(4);
}, 240_000);

test("the workflow of the page stops a plan that has errors, with an annotation", async () => {
  const person = aReader();
  type(person, "git init -q -b main repository", "cd repository", "mkdir .github");
  await packInto(join(person.place, "repository/.github"));
  type(person, "git add -A", "git commit -qm base", "git checkout -qb plan/wrong");
  person.write(".plan/plan.md", WRONG);
  type(person, "git add -A", "git commit -qm plan");
  const runner = aRunner(join(person.place, "repository"), "plan/wrong");
  expect(runner.run(runOf("Install Planwright"))).toMatchObject({ status: 0 });
  const { status, stdout } = runner.run(runOf("Verify the plan"));
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^::error file=\.plan\/plan\.md,line=\d+/m)]);
}, 240_000);

const SIGNERS = `awk '{print $3, "namespaces=\\"git,planwright-receipt\\"", $1, $2}' ~/.agentflow/keys/signing-key.pub > allowed_signers`;
const PLAN = `planwright do "say hello" --contract 'grep -q hello greeting.txt' --agent 'command:echo hello > greeting.txt' --yes --mode autonomous`;
const WRONG =
  "---\ntype: plan\n---\n\n# Wrong\n\n## Steps\n\n### 1. Do\n\n**contract:**\n```shell\ntrue\n```\nexit_code == 0\n";

function type(person: ReturnType<typeof aReader>, ...lines: string[]): void {
  for (const line of lines) {
    const { status, printed } = person.type(line);
    expect([line, status, printed]).toEqual([line, 0, printed]);
  }
}

/** The package as `npm pack` makes it; its types, which nobody needs here, are left out. */
async function packInto(folder: string): Promise<void> {
  const made = tempFolder();
  for (const name of ["package.json", "README.md", "LICENSE", "docs"])
    cpSync(name, join(made, name), { recursive: true });
  await bundleProgram(join(made, "dist"), "src/cli/main.ts");
  const { status, stderr } = spawnSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], {
    cwd: made,
  });
  expect([status, status === 0 || String(stderr)]).toEqual([0, true]);
}

/** What actions/checkout and actions/setup-node leave: a detached commit, the other branches of the remote, a Node. */
function aRunner(repository: string, branch: string, prefix = join(tempFolder(), "node")) {
  const [top, temp, home] = [tempFolder(), tempFolder(), tempFolder()];
  mkdirSync(join(prefix, "bin"), { recursive: true });
  const git = (...args: string[]) => expect(spawnSync("git", args, { cwd: top }).status).toBe(0);
  git("init", "-q");
  git("remote", "add", "origin", repository);
  git("fetch", "-q", "origin", "+refs/heads/*:refs/remotes/origin/*");
  git("checkout", "-q", "--detach", `origin/${branch}`);
  const path = [join(prefix, "bin"), dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter);
  const env = {
    ...{ PATH: path, HOME: home, RUNNER_TEMP: temp, CI: "true", npm_config_prefix: prefix, npm_config_offline: "true" },
    ...{ GITHUB_HEAD_REF: branch, GITHUB_BASE_REF: "main" },
  };
  return {
    prefix,
    run(script: string) {
      const { status, stdout, stderr } = spawnSync("bash", ["-e", "-c", script], { cwd: top, env, encoding: "utf8" });
      return { status, stdout, stderr };
    },
  };
}
