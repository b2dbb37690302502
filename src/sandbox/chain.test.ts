import { spawnSync } from "node:child_process";
import { openSync } from "node:fs";
import { expect, test } from "vitest";
import { asProgram } from "./chain.ts";

test("runs nothing when nobody answers that it may begin", () => {
  const [file = "", ...words] = asProgram(["echo", "ran"], { mostProcesses: null, hasSecrets: false });
  const nobody = openSync("/dev/null", "r+");
  const ran = spawnSync(file, words, {
    stdio: ["ignore", "pipe", "pipe", nobody, "ignore", "ignore", nobody],
    encoding: "utf8",
  });
  expect(ran).toMatchObject({ status: 125, stdout: "", stderr: "" });
});
