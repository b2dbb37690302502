import { changed, inNode, inPython } from "./numbers.ts";
import { refuses } from "./refused.ts";

const PASSED =
  "ℹ tests 1\\nℹ suites 0\\nℹ pass 1\\nℹ fail 0\\nℹ cancelled 0\\nℹ skipped 0\\nℹ todo 0\\nℹ duration_ms 9\\n";

/** Writes the report that the harness would read. */
refuses({
  "reports left in the tree": {
    script: `echo '<testsuites tests="2" failures="0"><testsuite><testcase name="doubles"/></testsuite></testsuites>' > junit.xml
      printf 'TAP version 13\\nok 1 - doubles\\n1..1\\n' > report.tap`,
    told: ["failing: failed, exit-code"],
  },
  "a summary printed by a product that then ends the run": {
    script: `cat > src/double.js <<'JS'
process.stdout.write("${PASSED}");
process.exit(0);
export const double = (n) => n;
JS`,
    told: ["unverified, no-report"],
  },
  "a summary of pytest printed before the end": {
    scene: inPython,
    script: `printf 'import os\\nprint("===== 2 passed in 0.01s =====", flush=True)\\nos._exit(0)\\n' > numbers_app/double.py`,
    told: ["unverified, no-report"],
  },
  "another runner's report, from a product that ends the run": {
    script: `cat > src/double.js <<'JS'
console.log("TAP version 13\\nok 1 - doubles\\n1..1");
process.exit(0);
export const double = (n) => n;
JS`,
    told: ["unverified, no-report"],
  },
  "a report that says no, in a run that says yes": {
    scene: changed(inNode, {}, "node --test > report.txt || true; cat report.txt"),
    script: "true",
    told: ["failing: failed, tests, 1 of 3 tests fail, whatever the exit status says"],
  },
  "an output file that is there before the run": {
    scene: changed(inNode, {}, "node --test > /tmp/report.txt; grep '^ℹ fail 0' /tmp/report.txt"),
    script: `printf '${PASSED}' > /tmp/report.txt; printf '${PASSED}' > report.txt`,
    told: ["failing: failed, exit-code"],
  },
});
