import { changed, inMake } from "./numbers.ts";
import { refuses } from "./refused.ts";

const RED = "failing: failed, exit-code";

/** Bash reads a script line by line, so whoever rewrites it while it runs decides how it goes on. */
const CHECK = `doubled="$(sh src/double.sh 2)"\ntest "$doubled" = 4\n`;
const REWRITES = `cat > src/double.sh <<'SH'
printf '%-28s\\nexit 0;           \\n\\n\\n' 'doubled="$(sh src/double.sh 2)"' > check.sh
echo 2
SH`;

refuses({
  "a product that rewrites the check while it runs": {
    scene: changed(inMake, { "check.sh": CHECK, Makefile: "check:\n\tbash check.sh\n" }),
    script: REWRITES,
    told: [RED],
  },
  "the same, where the contract itself starts the check": {
    scene: changed(inMake, { "check.sh": CHECK }, "bash check.sh"),
    script: REWRITES,
    told: [RED],
  },
  "a product that puts another check in its place": {
    scene: changed(inMake, { "second.sh": `test "$(sh src/double.sh 2)" = 4\n` }, "sh src/double.sh 1 && sh second.sh"),
    script: `printf 'echo "exit 0" > new.sh; mv -f new.sh second.sh; echo 2\\n' > src/double.sh`,
    told: [RED],
  },
});
