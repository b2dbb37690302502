import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { defaultPolicy } from "../../config/policy.ts";
import { defaultConfig, parseRepositoryConfig } from "../../config/repository-config.ts";
import { missingAgents } from "./missing-agents.ts";

beforeEach(() => {
  vi.stubEnv("PLANWRIGHT_HOME", tempFolder());
  vi.stubEnv("PATH", `${tempFolder()}:/usr/bin:/bin`);
  onTestFinished(() => void vi.unstubAllEnvs());
});

function found(text: string, told: readonly string[] = []) {
  const top = tempFolder();
  writeFileSync(join(top, "agent.sh"), "#!/bin/sh\n", { mode: 0o755 });
  const reading = parseRepositoryConfig(text);
  if (!reading.ok) throw new Error(reading.reason);
  return missingAgents({ policy: defaultPolicy(), top, config: reading.config }, told);
}

test("an agent that nobody knows is told once, with all who name it and what may be meant", async () => {
  const text = "agent: claud-code\nroles: { coder: { agent: claud-code }, tester: { agent: 'command:./agent.sh' } }\n";
  expect(await found(text)).toEqual([
    {
      ...{ state: "weak", what: "claud-code", told: "no agent is called `claud-code`" },
      more: ["named by `agent`, `roles.developer.agent` in planwright.config.yaml"],
      remedy: "did you mean `claude-code`?",
    },
  ]);
});

test("so is one that is not installed, one whose file is not there, and one that cannot be read", async () => {
  const text = "agent: codex\nroles: { tester: { agent: 'command:./gone.sh' }, reviewer: { agent: 'acq:x' } }\n";
  const [codex, reviewer, tester] = await found(text);
  expect(codex).toMatchObject({
    what: "codex",
    state: "weak",
    remedy: expect.stringContaining("npm install --global"),
  });
  expect(reviewer).toMatchObject({ what: "acq:x", told: expect.stringContaining("did you mean `acp:x`?") });
  expect(reviewer?.remedy).toBe("correct it in planwright.config.yaml");
  expect(tester).toMatchObject({ what: "command:./gone.sh", told: expect.stringContaining("gone.sh") });
});

test("what is told of already is not told again, and without a configuration there is nothing to tell", async () => {
  expect(await found("agent: codex\n", ["codex"])).toEqual([]);
  expect(await missingAgents({ policy: defaultPolicy(), top: tempFolder(), config: null }, [])).toEqual([]);
});

test("every agent that a plan may always name can be installed, or needs no more than a key", async () => {
  for (const name of defaultConfig().agents) {
    expect(await found(`agent: ${name}\n`)).toMatchObject([
      { remedy: expect.stringMatching(/npm install --global|set ANTHROPIC_API_KEY/) },
    ]);
  }
});
