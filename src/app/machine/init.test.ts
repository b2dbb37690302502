import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { parseRepositoryConfig } from "../../config/repository-config.ts";
import { bundledCatalogue } from "../../models/catalogue.ts";
import { aRepository } from "../../workspace/a-repository.testkit.ts";
import { openScene } from "../opening/scene.ts";
import { lookAround, writeConfig } from "./init.ts";

async function lookedAround(at: string) {
  const scene = openScene(at);
  try {
    return await lookAround(scene);
  } finally {
    await scene.close();
  }
}

beforeEach(() => {
  vi.stubEnv("PLANWRIGHT_HOME", tempFolder());
  vi.stubEnv("HOME", tempFolder());
  vi.stubEnv("PATH", "/usr/bin:/bin");
  for (const key of KEYS) vi.stubEnv(key, "");
  onTestFinished(() => void vi.unstubAllEnvs());
});

const KEYS = [
  ...["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN", "OPENAI_API_KEY", "CODEX_API_KEY"],
  ...["OPENCODE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY"],
];

const CODEX = [
  { program: "codex", version: "0.166.0" },
  { program: "codex-acp", version: "2.6.0" },
];

/** Puts agents on PATH that do nothing but say their version, beside a keychain that is empty. */
function withAgents(versions: Record<string, string>): void {
  const folder = tempFolder();
  for (const [name, version] of Object.entries(versions)) {
    const script = `#!/bin/sh\n[ "$*" = --version ] && echo '${version}'\n`;
    writeFileSync(join(folder, name), script, { mode: 0o755 });
  }
  writeFileSync(join(folder, "secret-tool"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  writeFileSync(join(folder, "gemini"), "no program");
  vi.stubEnv("PATH", `${folder}:/usr/bin:/bin`);
}

const FILES = {
  "package.json": JSON.stringify({ scripts: { test: "node --test" } }),
  "package-lock.json": "{}",
  "requirements.txt": "",
  ".env.example": "",
  ".gitignore": ".env*\n!.env.example\n",
};

test("proposes a configuration from what git has, and writes exactly that", async () => {
  const repository = aRepository();
  repository.commit({ ...FILES, "sub/x": "" });
  repository.write({ ".env.test": "A=1", ".env": "SECRET=1", "uv.lock": "not tracked" });
  const seen = await lookedAround(join(repository.path, "sub"));
  expect(seen.proposed).toMatchInlineSnapshot(`
    "# What Planwright should know about this repository. \`planwright init\` proposed it; change what does not fit.

    workspace:
      # Run in the sandbox, with network, once for each state of the lockfiles.
      setup:
        - npm ci
        - "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt"
      lockfiles: [package-lock.json, package.json, requirements.txt]
      # The folders that it fills. Workers and contracts see them; what they write there is thrown away.
      layers: [node_modules, .venv]
      # Files of your checkout that git ignores; workers and contracts can read them.
      copy: [.env.test]

    gates:
      # Commands that judge the whole repository. \`planwright do\` takes \`test\` as its contract where none is given.
      test: npm test
    "
  `);
  expect(seen).toMatchObject({ isThere: false, copy: [".env.test"], gates: { test: "npm test" }, lacks: [] });
  expect(existsSync(seen.config)).toBe(false);
  writeConfig(seen);
  expect(seen.config).toBe(join(repository.path, "planwright.config.yaml"));
  const written = readFileSync(seen.config, "utf8");
  expect(written).toBe(seen.proposed);
  expect(parseRepositoryConfig(written)).toMatchObject({
    ok: true,
    config: {
      workspace: {
        setup: ["npm ci", "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt"],
        lockfiles: ["package-lock.json", "package.json", "requirements.txt"],
        layers: ["node_modules", ".venv"],
        copy: [".env.test"],
        caches: [],
      },
    },
  });
  expect(await lookedAround(repository.path)).toMatchObject({ isThere: true, proposed: null, lacks: [] });
});

describe("agents", () => {
  const aRepositoryWith = (files: Record<string, string>) => {
    const repository = aRepository();
    repository.commit(files);
    return repository;
  };

  test("that are on PATH are told, and the first that is let in is proposed", async () => {
    withAgents({ claude: "2.1.325 (Claude Code)", codex: "codex-cli 0.166.0", "codex-acp": "2.6.0", opencode: "" });
    vi.stubEnv("OPENAI_API_KEY", "x");
    const { path } = aRepositoryWith({ "README.md": "" });
    const { agents, proposed, toInstall, roles } = await lookedAround(path);
    expect(agents).toMatchObject([
      { name: "codex", programs: CODEX, way: "acp", letInBy: "OPENAI_API_KEY" },
      { name: "opencode", programs: [{ program: "opencode", version: null }], way: "acp", letInBy: "OPENAI_API_KEY" },
      { name: "builtin", way: "builtin", letInBy: "OPENAI_API_KEY" },
      { name: "claude-code", programs: [{ program: "claude", version: "2.1.325" }], way: "command", letInBy: null },
    ]);
    expect(toInstall).toEqual([]);
    expect(roles).toEqual(expect.arrayContaining(["planner", "developer", "reviewer"]));
    expect(proposed).toMatchInlineSnapshot(`
      "# What Planwright should know about this repository. \`planwright init\` proposed it; change what does not fit.

      # Who works unless another is named, in every role. Also here: opencode, builtin.
      # A role may have its own: \`roles: { reviewer: { agent: NAME } }\`.
      agent: codex
      "
    `);
    expect(parseRepositoryConfig(proposed ?? "")).toMatchObject({ ok: true, config: { agent: "codex" } });
  });

  test("are let in by the file that their own log-in has written", async () => {
    withAgents({ claude: "2.1.325" });
    const home = tempFolder();
    mkdirSync(join(home, ".claude"));
    writeFileSync(join(home, ".claude/.credentials.json"), "{}");
    vi.stubEnv("HOME", home);
    const { agents, proposed } = await lookedAround(aRepositoryWith({ "README.md": "" }).path);
    expect(agents).toMatchObject([{ name: "claude-code", letInBy: join(home, ".claude/.credentials.json") }]);
    expect(proposed).toMatch(/^agent: claude-code$/m);
  });

  test("that nothing lets in are told, and not proposed", async () => {
    withAgents({ claude: "2.1.325" });
    const { agents, proposed, toInstall } = await lookedAround(aRepositoryWith({ "README.md": "" }).path);
    expect(agents).toMatchObject([{ name: "claude-code", letInBy: null, logIn: expect.stringContaining("/login") }]);
    expect([proposed, toInstall]).toEqual([null, []]);
  });

  test("that are missing are told with the command that installs them", async () => {
    const { agents, toInstall, toSet } = await lookedAround(aRepositoryWith({ "README.md": "" }).path);
    expect(agents).toEqual([]);
    expect(toSet).toEqual(["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"]);
    expect(toInstall).toHaveLength(4);
    expect(toInstall).toContainEqual({ title: "Codex", install: "npm install --global @openai/codex" });
  });

  test("of ours is proposed where a key is all that there is, with the models that it would ask", async () => {
    withAgents({ claude: "2.1.325" });
    vi.stubEnv("GOOGLE_API_KEY", "x");
    const { agents, proposed, toInstall, toSet } = await lookedAround(aRepositoryWith({ "README.md": "" }).path);
    expect(agents).toEqual([
      {
        ...{ name: "builtin", title: "the built-in agent", way: "builtin", letInBy: "GOOGLE_API_KEY" },
        models: ["strong", "balanced", "fast"].map((tier) => ({
          tier,
          model: expect.stringMatching(/^google\/gemini-/),
        })),
        catalogue: bundledCatalogue.date,
      },
      expect.objectContaining({ name: "claude-code", letInBy: null }),
    ]);
    expect([toInstall, toSet]).toEqual([[], []]);
    expect(parseRepositoryConfig(proposed ?? "")).toMatchObject({ ok: true, config: { agent: "builtin" } });
  });

  test("of ours needs no key where the person's own server has its model", async () => {
    const home = tempFolder();
    vi.stubEnv("PLANWRIGHT_HOME", home);
    writeFileSync(join(home, "policy.yaml"), "agents: { builtin: { model: ollama/qwen3-coder } }\n");
    const { agents, proposed } = await lookedAround(aRepositoryWith({ "README.md": "" }).path);
    expect(agents).toMatchObject([
      { name: "builtin", letInBy: null, models: [{ model: "ollama/qwen3-coder" }, {}, {}] },
    ]);
    expect(proposed).toMatch(/^agent: builtin$/m);
  });

  test("of ours is not proposed with a key that is none", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "two words");
    const { agents, proposed } = await lookedAround(aRepositoryWith({ "README.md": "" }).path);
    expect([agents, proposed]).toEqual([[], null]);
  });

  test("are lacking in a configuration that names none", async () => {
    withAgents({ claude: "2.1.325" });
    vi.stubEnv("ANTHROPIC_API_KEY", "x");
    const repository = aRepositoryWith({ "planwright.config.yaml": "roles: { reviewer: { agent: codex } }\n" });
    const { lacks, roles } = await lookedAround(repository.path);
    expect(lacks).toEqual(["no agent is named: `agent: claude-code`"]);
    expect(roles).not.toContain("reviewer");
    repository.write({ "planwright.config.yaml": "agent: gemini\n" });
    expect((await lookedAround(repository.path)).lacks).toEqual([]);
  });

  test("of the repository are not started", async () => {
    const repository = aRepositoryWith({ "README.md": "" });
    const script = `#!/bin/sh\ntouch ${join(repository.path, "started")}\n`;
    writeFileSync(join(repository.path, "claude"), script, { mode: 0o755 });
    vi.stubEnv("PATH", `${repository.path}:/usr/bin:/bin`);
    expect((await lookedAround(repository.path)).agents).toEqual([]);
    expect(existsSync(join(repository.path, "started"))).toBe(false);
  });
});

test("leaves a configuration that is there alone, and says what it lacks", async () => {
  const repository = aRepository();
  const text = "workspace:\n  setup: npm ci\n  lockfiles: [package-lock.json]\n  layers: [node_modules]\n";
  repository.commit({ ...FILES, "planwright.config.yaml": text });
  repository.write({ ".env.test": "" });
  const { lacks, proposed, config } = await lookedAround(repository.path);
  expect(proposed).toBeNull();
  expect(lacks).toEqual([
    "nothing installs what requirements.txt names: `python3 -m venv .venv && .venv/bin/pip install -r requirements.txt` in `workspace.setup`",
    "workers and contracts do not see .env.test: name it in `workspace.copy`",
    "no gates are named: `test: npm test` in `gates`",
  ]);
  expect(readFileSync(config, "utf8")).toBe(text);
});

test("has nothing to propose for a repository that says nothing, or has no commit yet", async () => {
  const repository = aRepository();
  expect(await lookedAround(repository.path)).toMatchObject({ proposed: null, found: [], copy: [], gates: {} });
  repository.commit({ "README.md": "" });
  expect(await lookedAround(repository.path)).toMatchObject({ proposed: null, found: [] });
});

test("says what to run in a checkout whose package.json has no lockfile, until it has run", async () => {
  const repository = aRepository();
  repository.commit({ "package.json": JSON.stringify({ dependencies: { ms: "2" } }), ".gitignore": "node_modules\n" });
  expect(await lookedAround(repository.path)).toMatchObject({ unlocked: "npm install", proposed: null, found: [] });
  mkdirSync(join(repository.path, "node_modules"));
  expect(await lookedAround(repository.path)).toMatchObject({ unlocked: null, proposed: null });
});

test("never writes over what has come meanwhile, nor through a link", async () => {
  const repository = aRepository();
  repository.commit(FILES);
  const elsewhere = join(tempFolder(), "new.yaml");
  symlinkSync(elsewhere, join(repository.path, "planwright.config.yaml"));
  const seen = await lookedAround(repository.path);
  expect(() => writeConfig(seen)).toThrow(/planwright\.config\.yaml is there meanwhile; nothing was written$/);
  expect(existsSync(elsewhere)).toBe(false);
});

test("refuses a configuration that is wrong, with its line", async () => {
  const repository = aRepository();
  repository.commit({ ...FILES, "planwright.config.yaml": "workspace:\n  steup: npm ci\n" });
  await expect(lookedAround(repository.path)).rejects.toThrow(
    /planwright\.config\.yaml: line 2: there is no setting `workspace\.steup`; write `setup`$/,
  );
});
