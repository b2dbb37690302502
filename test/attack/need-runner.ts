import { spawnSync } from "node:child_process";
import { TestRunner } from "vitest";

/** Skips the running test when a contract names a test runner that is not installed for whoever runs it, and says so. */
export function needRunner(contract: string): void {
  const missing = RUNNERS.find(({ names, isThere }) => names.test(contract) && !isThere());
  if (missing) TestRunner.getCurrentTest()?.context.skip(`${missing.what} is not installed here`);
}

const RUNNERS = [
  { what: "pytest", names: /\bpytest\b/, isThere: once("python3", "-m", "pytest", "--version") },
  { what: "go", names: /\bgo test\b/, isThere: once("go", "version") },
  { what: "cargo", names: /\bcargo\b/, isThere: once("cargo", "--version") },
  { what: "python3", names: /\bpython3\b/, isThere: once("python3", "--version") },
  { what: "bats", names: /\bbats\b/, isThere: once("bats", "--version") },
  { what: "cmake", names: /\bcmake\b/, isThere: once("cmake", "--version") },
  { what: "perl with prove", names: /\bprove\b/, isThere: once("prove", "--version") },
  { what: "rspec", names: /\brspec\b/, isThere: once("rspec", "--version") },
  { what: "minitest", names: /\bruby\b/, isThere: once("ruby", "-rminitest", "-e", "1") },
  { what: "phpunit", names: /\bphpunit\b/, isThere: once("phpunit", "--version") },
  { what: "make", names: /\bmake\b/, isThere: once("make", "--version") },
];

function once(program: string, ...args: string[]): () => boolean {
  let isThere: boolean | undefined;
  return () => {
    isThere ??= spawnSync(program, args, { stdio: "ignore" }).status === 0;
    return isThere;
  };
}
