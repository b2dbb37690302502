import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { prerequisite } from "../../../test/prerequisite.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import { bundledCatalogue } from "../../models/catalogue.ts";
import { aRepository, type Files, type Repository } from "../../workspace/a-repository.testkit.ts";

const SCRIPT = "/usr/bin/script";
const terminal = prerequisite("script", existsSync(SCRIPT), "apt-get install bsdutils");

const FILES = { "package.json": JSON.stringify({ scripts: { test: "x" } }), "package-lock.json": "{}" };
const CONFIG = "planwright.config.yaml";

/** The command alone, as a program of its own. */
const ALONE = `
  import { Command } from "${import.meta.resolve("commander")}";
  import { addInit } from "${new URL("init.ts", import.meta.url)}";
  const planwright = new Command("planwright");
  addInit(planwright, (code) => { process.exitCode = code; });
  await planwright.parseAsync(process.argv.slice(1), { from: "user" });`;
const PROGRAM = [process.execPath, "--input-type=module", "-e", ALONE, "--", "init"];

function scene(files: Files = FILES): { repository: Repository; config: string; env: NodeJS.ProcessEnv } {
  const repository = aRepository();
  repository.commit(files);
  const env = { PATH: "/usr/bin:/bin", HOME: tempFolder(), PLANWRIGHT_HOME: tempFolder() };
  return { repository, config: join(repository.path, CONFIG), env };
}

function init({ repository, env }: ReturnType<typeof scene>, ...options: string[]) {
  const [program = "", ...words] = [...PROGRAM, ...options];
  return spawnSync(program, words, { cwd: repository.path, env, encoding: "utf8" });
}

/** With a terminal, on which a person types when asked, and something before that. */
async function typed({ repository, env }: ReturnType<typeof scene>, keys: string, before = "") {
  const words = PROGRAM.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  const child = spawn(SCRIPT, ["-qec", words, "/dev/null"], { cwd: repository.path, env, stdio: "pipe" });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.write(before);
  let stdout = "";
  child.stdout.on("data", (bytes) => {
    const wasAsked = stdout.includes(QUESTION);
    stdout += bytes;
    if (!wasAsked && stdout.includes(QUESTION)) child.stdin.write(keys);
  });
  const [status] = await once(child, "close");
  return { status, stdout };
}

const QUESTION = "write planwright.config.yaml? [Y/n]";

test("shows what it found and would write, and writes it when told to", () => {
  const here = scene();
  const { status, stdout, stderr } = init(here, "--yes");
  expect(stdout).toMatchInlineSnapshot(`
    "found:
      package-lock.json  npm ci
      test               npm test
    no agent is on your PATH; to get one:
      Claude Code  npm install --global @anthropic-ai/claude-code
      Codex        npm install --global @openai/codex
      opencode     npm install --global opencode-ai
      Gemini CLI   npm install --global @google/gemini-cli
    or set ANTHROPIC_API_KEY, or OPENAI_API_KEY, or GEMINI_API_KEY: a key is enough for the built-in one

    planwright.config.yaml would be:

        # What Planwright should know about this repository. \`planwright init\` proposed it; change what does not fit.

        workspace:
          # Run in the sandbox, with network, once for each state of the lockfiles.
          setup: npm ci
          lockfiles: [package-lock.json, package.json]
          # The folders that it fills. Workers and contracts see them; what they write there is thrown away.
          layers: [node_modules]

        gates:
          # Commands that judge the whole repository. \`planwright do\` takes \`test\` as its contract where none is given.
          test: npm test

    planwright.config.yaml is written; commit it with your work
    next: planwright doctor                                 whether contracts and agents can run here
          planwright do "WHAT TO DO" --contract 'npm test'  one thing, proven
    "
  `);
  expect([status, stderr]).toEqual([0, ""]);
  expect(readFileSync(here.config, "utf8")).toContain("setup: npm ci\n");
});

test("does not write without a terminal to ask on, and names the option", () => {
  const here = scene();
  const { status, stdout, stderr } = init(here);
  expect(stderr).toBe("planwright: planwright.config.yaml is not written without a terminal to ask on; use --yes\n");
  expect(stdout).toMatch(/\nnext: planwright doctor .*\n {6}planwright do "WHAT TO DO" --contract 'npm test' .*\n$/);
  expect([status, existsSync(here.config)]).toEqual([0, false]);
});

describe("asks on a terminal", () => {
  beforeEach((context) => void terminal(context));

  test.each([
    ["\r", 0, true],
    ["what\r", 0, false],
    ["\u0004", 0, false],
    ["\u0003", 130, false],
  ])("%j", async (keys, code, isWritten) => {
    const here = scene();
    const { status, stdout } = await typed(here, keys);
    expect(stdout).toContain(QUESTION);
    expect([status, existsSync(here.config)]).toEqual([code, isWritten]);
  });

  test("and takes nothing for the answer that was typed before", async () => {
    const here = scene();
    const { status } = await typed(here, "n\r", "\r");
    expect([status, existsSync(here.config)]).toEqual([0, false]);
  });
});

test("tells a program the same, and writes only with --yes", () => {
  const here = scene();
  const looked = JSON.parse(init(here, "--json").stdout);
  expect(looked).toMatchObject({ version: 1, isThere: false, isWritten: false, gates: { test: "npm test" } });
  expect(existsSync(here.config)).toBe(false);
  expect(JSON.parse(init(here, "--json", "--yes").stdout)).toMatchObject({
    isWritten: true,
    proposed: looked.proposed,
  });
  expect(existsSync(here.config)).toBe(true);
});

test("leaves a configuration that is there alone", () => {
  const here = scene({ ...FILES, [CONFIG]: "gates: {test: npm test}\n" });
  const { status, stdout } = init(here, "--yes");
  expect(stdout).toContain(
    "planwright.config.yaml is there and is left as it is. It could say more:\n  - nothing installs what package-lock.json names: `npm ci` in `workspace.setup`\n",
  );
  expect([status, readFileSync(here.config, "utf8")]).toEqual([0, "gates: {test: npm test}\n"]);
});

const { date, tiers } = bundledCatalogue;
const MODELS = Object.entries(tiers.anthropic ?? {})
  .map(([tier, model]) => `anthropic/${model} (${tier})`)
  .join(", ");

test("tells each agent with the versions of its programs, how it is driven and what lets it in", () => {
  const here = scene({ "README.md": "" });
  const bin = tempFolder();
  for (const [name, version] of [
    ["claude-agent-acp", "0.99.1"],
    ["codex", "codex-cli 0.166.0"],
  ]) {
    writeFileSync(join(bin, `${name}`), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 });
  }
  const env = { ...here.env, PATH: `${bin}:${here.env.PATH}`, ANTHROPIC_API_KEY: "x" };
  const { status, stdout } = init({ ...here, env });
  expect(stdout).toContain(`found:
  claude-code  Claude Code, over ACP: claude-agent-acp 0.99.1; authenticated by ANTHROPIC_API_KEY
  builtin      the built-in agent: ${MODELS}, as known on ${date}; authenticated by ANTHROPIC_API_KEY
  codex        Codex, as a command: codex 0.166.0; not logged in: \`codex login\`, or set OPENAI_API_KEY
no set-up is proposed: git has no lockfile here, so contracts see what is installed in this checkout
claude-code would work as planner, developer, `);
  expect(stdout).toContain("    agent: claude-code\n");
  expect(status).toBe(0);
});

test("names a plan to verify only where one lies, by its path from here", () => {
  const here = scene();
  writeFileSync(join(here.repository.path, "plan.md"), "");
  expect(init(here).stdout).toMatch(/\n {6}planwright verify plan\.md .*\n$/);
});

test("says so where there is nothing to configure", () => {
  const { status, stdout } = init(scene({ "README.md": "" }), "--yes");
  expect(stdout).toMatch(/nothing to configure: contracts see what is installed in your checkout\nnext: /);
  expect(status).toBe(0);
});
