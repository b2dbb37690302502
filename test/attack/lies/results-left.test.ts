import { refuses } from "./refused.ts";
import { CACHE, COVERAGE, JUNIT, LOG, STATUS } from "./results.ts";

/**
 * Files that a contract writes and then reads: whoever leaves one there has written the result himself. One that the base
 * does not hold is not there when the contract runs; one that it holds is as it was.
 */
const made = (path: string): string =>
  `restored ${path}: contracts write it themselves, and the step does not announce it`;
const RED = "failing: failed, exit-code";

refuses({
  "a log that is looked through": { scene: LOG, script: "echo 'ok 1' > check.log", told: [made("check.log"), RED] },
  "a report of JUnit that is there already": {
    scene: JUNIT,
    script: `echo '<testsuites><testsuite tests="3" failures="0"/></testsuites>' > report.xml`,
    told: [made("report.xml"), RED],
  },
  "a coverage that adds up": {
    scene: COVERAGE,
    script: `mkdir coverage && echo '{"covered":["double","triple"]}' > coverage/summary.json`,
    told: [made("coverage/summary.json"), RED],
  },
  "a cache that says that it passed": {
    scene: CACHE,
    script: `mkdir -p .cache && echo '{"double":"passed"}' > .cache/results.json`,
    told: [made(".cache/results.json"), RED],
  },
  "a list of results that the base holds": {
    scene: STATUS,
    script: "echo 'double passed' > status.txt",
    told: [
      "refused",
      "restored status.txt: a contract was seen to write it, and the step does not announce a change to it",
    ],
  },
});
