import { planOf, type Scene } from "../a-run.ts";
import { listed } from "../honest/honest-step.ts";
import { changed, inMake } from "./numbers.ts";
import { refuses } from "./refused.ts";

/**
 * Parts of a check that only running it tells: their paths are computed. Changed without a word, they come back from the
 * base; the work alone does not pass then. A plan that lists files refuses it, and one that lists none asks.
 */
const DIRNAME = checkedBy("bash checks/run.sh", {
  "checks/run.sh": `. "$(dirname "$0")/same.sh"\nsame "$(sh src/double.sh 2)" 4\n`,
  "checks/same.sh": `same() { test "$1" = "$2"; }\n`,
});
const LOOP = checkedBy("bash checks/run.sh", {
  "checks/run.sh": `cd "$(dirname "$0")/.." && for each in checks/parts/*; do bash "$each" || exit 1; done\n`,
  "checks/parts/10-true": "#!/bin/bash\ntrue\n",
  "checks/parts/20-double": `#!/bin/bash\ntest "$(sh src/double.sh 2)" = 4\n`,
});
const FIND = checkedBy("find checks -name '*.pl' | sort | xargs -n1 perl", {
  "checks/double.pl": "my $said = `sh src/double.sh 2`; exit($said == 4 ? 0 : 1);\n",
});
const VARIABLE = checkedBy(`KIT=tools; node "$KIT/compare.mjs"`, {
  "tools/compare.mjs": `import { execFileSync } from "node:child_process";
process.exit(Number(execFileSync("sh", ["src/double.sh", "2"])) === 4 ? 0 : 1);
`,
});
const MODULE = checkedBy("bash checks/run.sh", {
  "checks/run.sh": `perl "$(dirname "$0")/same.pm" "$(sh src/double.sh 2)" 4\n`,
  "checks/same.pm": "exit($ARGV[0] == $ARGV[1] ? 0 : 1);\n",
});

function checkedBy(contract: string, files: Scene["files"]): Scene {
  return changed(inMake, files, contract);
}

/** The same, for a step that lists what it changes. */
const listing = (scene: Scene, contract: string): Scene => ({
  ...scene,
  plan: planOf({ task: "Make it double.", extra: listed({ change: ["src/double.sh"] }), contract }),
});

const SEEN = "a contract was seen to open this script, and the step does not announce a change to it";

refuses({
  "a part that is sourced by its folder's name": {
    scene: DIRNAME,
    script: "echo 'same() { true; }' > checks/same.sh",
    told: ["asked"],
  },
  "a part that is sourced by its folder's name, in a step that lists files": {
    scene: listing(DIRNAME, "bash checks/run.sh"),
    script: "echo 'same() { true; }' > checks/same.sh",
    told: ["refused", `restored checks/same.sh: ${SEEN}`],
  },
  "a part that a loop finds": {
    scene: listing(LOOP, "bash checks/run.sh"),
    script: "printf '#!/bin/bash\\ntrue\\n' > checks/parts/20-double",
    told: ["refused", `restored checks/parts/20-double: ${SEEN}`],
  },
  "a part that a loop would have found": {
    scene: listing(LOOP, "bash checks/run.sh"),
    script: "rm checks/parts/20-double",
    told: ["refused", `restored checks/parts/20-double: ${SEEN}`],
  },
  "a part that find hands to xargs": {
    scene: listing(FIND, "find checks -name '*.pl' | sort | xargs -n1 perl"),
    script: "echo 'exit(0);' > checks/double.pl",
    told: ["refused", `restored checks/double.pl: ${SEEN}`],
  },
  "a part that find hands to xargs, where nothing is listed": {
    scene: FIND,
    script: "echo 'exit(0);' > checks/double.pl",
    told: ["asked"],
  },
  "a part in a folder that a variable names": {
    scene: listing(VARIABLE, `KIT=tools; node "$KIT/compare.mjs"`),
    script: "echo 'process.exit(0);' > tools/compare.mjs",
    told: ["refused", `restored tools/compare.mjs: ${SEEN}`],
  },
  "a part beside the script that runs it, whatever it is called": {
    scene: listing(MODULE, "bash checks/run.sh"),
    script: "echo 'exit(0);' > checks/same.pm",
    told: ["refused", `restored checks/same.pm: ${SEEN}`],
  },
});
