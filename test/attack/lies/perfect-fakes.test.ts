import { changed, inNode, inPython, inRust, inVitest } from "./numbers.ts";
import { refuses } from "./refused.ts";

const CANNOT_FAIL = "unverified, cannot-fail, it can no longer fail: a test that must fail goes unnoticed in ";
const LINES = ["✔ doubles (1ms)", "✔ doubles nothing (1ms)", "ℹ tests 2", "ℹ suites 0", "ℹ pass 2", "ℹ fail 0"];
const SUMMARY = [...LINES, "ℹ cancelled 0", "ℹ skipped 0", "ℹ todo 0", "ℹ duration_ms 9", ""].join("\\n");

const product = (before: string): string => `cat > src/double.js <<'JS'
${before}
export const double = (n) => n;
JS`;

/** The report is perfect, and false. Only a run that must fail, and does not, gives these away. */
refuses({
  "node: a summary, then an end with success": {
    scene: changed(inNode, {}, "node test/double.test.js"),
    script: product(`import { writeSync } from "node:fs";\nwriteSync(1, "${SUMMARY}");\nprocess.exit(0);`),
    told: [CANNOT_FAIL],
  },
  "node: assertions that hold whatever they are told": {
    script: product(`import assert from "node:assert/strict";\nassert.equal = () => {};`),
    told: [CANNOT_FAIL],
  },
  "node: a summary printed by a process that outlives the runner": {
    script: product(`import { spawn } from "node:child_process";
const print = "while kill -0 " + process.ppid + "; do sleep 0.01; done; printf '${SUMMARY}'";
if (process.env.NODE_TEST_CONTEXT) {
  spawn("setsid", ["bash", "-c", "exec 2>/dev/null >/proc/" + process.ppid + "/fd/1; " + print], { stdio: "ignore", detached: true });
  const until = Date.now() + 300;
  while (Date.now() < until);
  process.exit(0);
}`),
    told: ["unverified"],
  },
  "vitest: expectations that hold whatever they are told": {
    scene: inVitest,
    installed: "with dependencies",
    script: product(
      `const { expect } = await import("vitest");\nexpect.extend({ toBe: () => ({ pass: true, message: () => "" }) });`,
    ),
    told: [CANNOT_FAIL],
  },
  "pytest: a summary where it is not captured, then an end with success": {
    scene: inPython,
    script: `cat > numbers_app/double.py <<'PY'
import os
with open(f"/proc/{os.getppid()}/fd/1", "w") as out:
    out.write("\\n===== 2 passed in 0.01s =====\\n")
os._exit(0)
PY`,
    told: [CANNOT_FAIL],
  },
  "pytest: tests that are not called": {
    scene: inPython,
    script: `cat > numbers_app/double.py <<'PY'
import _pytest.python
_pytest.python.Function.runtest = lambda self: None
def double(n): return n
PY`,
    told: [CANNOT_FAIL],
  },
  "cargo: a result, then an end with success": {
    scene: inRust,
    script: `cat > src/lib.rs <<'RS'
use std::io::Write;
pub fn double(_: i64) -> i64 {
    let told = "test doubles ... ok\\n\\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\\n\\n";
    std::fs::OpenOptions::new().write(true).open("/proc/self/fd/1").unwrap().write_all(told.as_bytes()).unwrap();
    std::process::exit(0)
}
RS`,
    told: [CANNOT_FAIL],
  },
});
