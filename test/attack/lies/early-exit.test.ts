import { changed, inNode, inPython, inRust, inVitest } from "./numbers.ts";
import { refuses } from "./refused.ts";

const product = (before: string, body = "n"): string => `cat > src/double.js <<'JS'
${before}
export const double = (n) => ${body};
JS`;

/** Ends the run with success from inside the code that is tested. */
refuses({
  "node:test: at import": { script: product("process.exit(0);"), told: ["unverified, no-report"] },
  "node:test: inside a call": { script: product("", "process.exit(0)"), told: ["unverified, no-report"] },
  "node:test: an exit status set at the end": {
    script: product("process.on('exit', () => { process.exitCode = 0; process.reallyExit(0); });"),
    told: ["failing: failed, exit-code"],
  },
  "node:test: only after the first test has passed": {
    scene: changed(inNode, {}, "node test/double.test.js"),
    script: product("process.on('exit', () => process.reallyExit(0));"),
    told: ["failing: failed, tests, 1 of 2 tests fail, whatever the exit status says"],
  },
  "node, one process: at import": {
    scene: changed(inNode, {}, "node --test --test-isolation=none"),
    script: product("process.exit(0);"),
    told: ["unverified, no-report"],
  },
  "node: kills the runner and what started it": {
    script: product("import { execSync } from 'node:child_process';\nexecSync('kill -9 ' + process.ppid);"),
    told: ["failing: failed, exit-code"],
  },
  "node: turns its process into another that succeeds": {
    script: product("process.execve('/bin/true', ['true'], {});"),
    told: ["unverified, no-report"],
  },
  "vitest: at import": {
    scene: inVitest,
    installed: "with dependencies",
    script: product("process.exit(0);"),
    told: ["failing: failed, exit-code"],
  },
  "vitest: kills its own worker": {
    scene: inVitest,
    installed: "with dependencies",
    script: product("process.kill(process.pid, 'SIGKILL');"),
    told: ["failing: failed, exit-code"],
  },
  "pytest: os._exit at import": {
    scene: inPython,
    script: "printf 'import os\\nos._exit(0)\\n' > numbers_app/double.py",
    told: ["unverified, no-report"],
  },
  "pytest: os._exit at the end, by atexit": {
    scene: inPython,
    script:
      "printf 'import atexit, os\\natexit.register(lambda: os._exit(0))\\ndef double(n): return n\\n' > numbers_app/double.py",
    told: ["failing: failed, tests, 1 of 2 tests fail, whatever the exit status says"],
  },
  "pytest: pytest.exit with status 0": {
    scene: inPython,
    script: "printf 'import pytest\\ndef double(n): pytest.exit(\"enough\", returncode=0)\\n' > numbers_app/double.py",
    told: ["unverified, no"],
  },
  "pytest: exec of true": {
    scene: inPython,
    script: 'printf \'import os\\ndef double(n): os.execv("/bin/true", ["true"])\\n\' > numbers_app/double.py',
    told: ["unverified, no-report"],
  },
  "cargo: std::process::exit": {
    scene: inRust,
    script: "printf 'pub fn double(_: i64) -> i64 {\\n    std::process::exit(0)\\n}\\n' > src/lib.rs",
    told: ["unverified, no-report"],
  },
});
