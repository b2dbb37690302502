import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { defaultPolicy } from "../config/policy.ts";
import { defaultConfig } from "../config/repository-config.ts";
import { agentFindings } from "./agent-checkup.ts";

beforeEach(() => {
  vi.stubEnv("PLANWRIGHT_HOME", tempFolder());
  vi.stubEnv("PATH", "/usr/bin:/bin");
  onTestFinished(() => void vi.unstubAllEnvs());
});

test.each([
  ["where there is no other", new Map(), ["agents", "nobody"]],
  [
    "beside those that are there",
    new Map([["house", { kind: "own", driver: "command", line: "true", hosts: [], keys: [] } as const]]),
    ["house", "nobody"],
  ],
])("an agent that the configuration names and that is not there is told, %s", async (_, agents, told) => {
  const findings = await agentFindings({
    policy: { ...defaultPolicy(), agents },
    top: tempFolder(),
    config: { ...defaultConfig(), agent: "nobody" },
    place: null,
    trying() {},
  });
  expect(findings.map(({ what }) => what)).toEqual(told);
  expect(findings.at(-1)).toMatchObject({ state: "weak", told: "no agent is called `nobody`" });
});
