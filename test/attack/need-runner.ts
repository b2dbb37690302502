import { spawnSync } from "node:child_process";
import { TestRunner } from "vitest";

/** Skips the running test when a contract names a test runner that is not installed for whoever runs it, and says so. */
export function needRunner(contract: string): void {
  const missing = RUNNERS.find(({ names, isThere }) => names.test(contract) && !isThere());
  if (missing) TestRunner.getCurrentTest()?.context.skip(`${missing.what} is not installed here`);
}

const RUNNERS = [
  { what: "pytest", names: /\bpytest\b/, isThere: once("python3", "-m", "pytest", "--version") },
  { what: "cargo", names: /\bcargo\b/, isThere: once("cargo", "--version") },
  { what: "python3", names: /\bpython3\b/, isThere: once("python3", "--version") },
  { what: "make", names: /\bmake\b/, isThere: once("make", "--version") },
];

function once(program: string, ...args: string[]): () => boolean {
  let isThere: boolean | undefined;
  return () => {
    isThere ??= spawnSync(program, args, { stdio: "ignore" }).status === 0;
    return isThere;
  };
}
