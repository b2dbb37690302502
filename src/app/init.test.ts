import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { parseRepositoryConfig } from "../config/repository-config.ts";
import { aRepository } from "../workspace/a-repository.testkit.ts";
import { lookAround, writeConfig } from "./init.ts";

beforeEach(() => {
  vi.stubEnv("PLANWRIGHT_HOME", tempFolder());
  vi.stubEnv("PATH", `${agentsFolder()}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
});

function agentsFolder(): string {
  const folder = tempFolder();
  writeFileSync(join(folder, "claude"), "#!/bin/sh\n", { mode: 0o755 });
  writeFileSync(join(folder, "gemini"), "no program");
  return folder;
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
  const seen = await lookAround(join(repository.path, "sub"));
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
      # Commands that judge the whole repository. Nothing runs them by itself yet.
      test: npm test
    "
  `);
  expect(seen).toMatchObject({ isThere: false, copy: [".env.test"], gates: { test: "npm test" }, lacks: [] });
  expect(seen.agents).toContain("claude");
  expect(seen.agents).not.toContain("gemini");
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
  expect(await lookAround(repository.path)).toMatchObject({ isThere: true, proposed: null, lacks: [] });
});

test("leaves a configuration that is there alone, and says what it lacks", async () => {
  const repository = aRepository();
  const text = "workspace:\n  setup: npm ci\n  lockfiles: [package-lock.json]\n  layers: [node_modules]\n";
  repository.commit({ ...FILES, "planwright.config.yaml": text });
  repository.write({ ".env.test": "" });
  const { lacks, proposed, config } = await lookAround(repository.path);
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
  expect(await lookAround(repository.path)).toMatchObject({ proposed: null, found: [], copy: [], gates: {} });
  repository.commit({ "README.md": "" });
  expect(await lookAround(repository.path)).toMatchObject({ proposed: null, found: [] });
});

test("never writes over what has come meanwhile, nor through a link", async () => {
  const repository = aRepository();
  repository.commit(FILES);
  const elsewhere = join(tempFolder(), "new.yaml");
  symlinkSync(elsewhere, join(repository.path, "planwright.config.yaml"));
  const seen = await lookAround(repository.path);
  expect(() => writeConfig(seen)).toThrow(/planwright\.config\.yaml is there meanwhile; nothing was written$/);
  expect(existsSync(elsewhere)).toBe(false);
});

test("refuses a configuration that is wrong, with its line", async () => {
  const repository = aRepository();
  repository.commit({ ...FILES, "planwright.config.yaml": "workspace:\n  steup: npm ci\n" });
  await expect(lookAround(repository.path)).rejects.toThrow(
    /planwright\.config\.yaml: line 2: there is no setting `workspace\.steup`; write `setup`$/,
  );
});
