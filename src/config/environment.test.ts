import { expect, onTestFinished, test, vi } from "vitest";
import { everydayVariables } from "./environment.ts";

test("the everyday variables are those that find programs and the session, and none that may be a key", () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const given = ["PATH", "LC_ALL", "XAUTHORITY", "XDG_RUNTIME_DIR", "MISE_DATA_DIR", "NVM_DIR", "VOLTA_HOME"];
  const kept = [
    ...["MISE_GITHUB_TOKEN", "NVM_AUTH_HEADER", "BUN_AUTH_TOKEN", "PNPM_SECRET", "FNM_PASSWORD", "ASDF_Api_Key"],
    ...["XDG_SESSION_PASSPHRASE", "ANTHROPIC_API_KEY", "UNRELATED", "PATHS"],
  ];
  for (const name of [...given, ...kept]) vi.stubEnv(name, "a value");
  const names = Object.keys(everydayVariables());
  expect(names).toEqual(expect.arrayContaining(given));
  expect(names.filter((name) => kept.includes(name))).toEqual([]);
});
