import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aPerson } from "./a-person.ts";
import { stepsPlan } from "./a-plan-run.ts";

/**
 * In place the person's checkout is the worker's tree. After a question another host goes on, which must not find there
 * what the worker has put down for its own judge.
 */

const RUN = ["run", "plan.md", "--yes", "--in-place", "--mode", "autonomous", "--agent", "command:../agent.sh"];

/** Runs whatever `grep` lies in the dependencies before the real one. */
const CONTRACT = "PATH=$PWD/node_modules/.bin:$PATH; grep -q one one.txt";

/** A `grep` that finds everything once the worker has begun. */
const MAKES_GREP =
  "mkdir -p node_modules/.bin && echo 'test -e begun.txt' > node_modules/.bin/grep && chmod +x node_modules/.bin/grep";

const CONFIGURES = `cat > planwright.config.yaml << 'END'
workspace:
  setup: ${MAKES_GREP}
  layers: [node_modules]
END`;

test.each([
  ["a configuration with a set-up", CONFIGURES, "planwright.config.yaml"],
  ["a folder of dependencies", MAKES_GREP, "node_modules/.bin/grep"],
])("a worker that leaves %s and asks something is judged as if it had not", async (_, leaves, left) => {
  const { top, told } = await aPerson({
    files: {
      "plan.md": stepsPlan([{ contract: CONTRACT, more: "**on_fail:** escalate\n" }]),
      ".gitignore": "node_modules/\n",
    },
    command: `if [ -e begun.txt ]; then echo "Done."; exit; fi
echo begun > begun.txt
${leaves}
echo "QUESTION: May I go on?"
`,
  });
  expect((await told(...RUN)).status).toBe(3);
  expect(existsSync(join(top, left)), "it is there").toBe(true);

  expect((await told("answer", "words", "continue", "--note", "yes", "--continue")).status).toBe(3);
  const events = (await told("log", "words", "--json")).stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events.findLast(({ type }) => type.startsWith("attempt-"))).toMatchObject({
    ...{ type: "attempt-failed", attempt: 1, leg: 2, reason: "contract" },
  });
  expect(events.filter(({ type }) => type === "prepared")).toEqual([]);
});

test("a folder that git had when the plan was approved is never lent as dependencies", async () => {
  const { told } = await aPerson({
    files: {
      "plan.md": stepsPlan([
        { contract: "PATH=$PWD/vendor/bin:$PATH; grep -q one one.txt", more: "**on_fail:** escalate\n" },
      ]),
      "vendor/a.txt": "a\n",
    },
    command: `rm vendor/a.txt
mkdir vendor/bin
echo 'test -e begun.txt' > vendor/bin/grep
chmod +x vendor/bin/grep
echo vendor/ > .gitignore
echo begun > begun.txt
`,
  });
  expect(await told(...RUN)).toMatchObject({
    status: 3,
    stdout: expect.stringMatching(
      /left out, because the step's own ignore rules say so: vendor\/bin\n[\s\S]*exit status 2: grep: one\.txt/,
    ),
  });
});
