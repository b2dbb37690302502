import { expect, test } from "vitest";
import { aRun, planOf, type Scene } from "../a-run.ts";
import { HONEST_IN_NODE } from "./numbers.ts";
import { refuses } from "./refused.ts";
import { toldAbout } from "./told-about.ts";

/** Runners whose reports must be there, and a runner of the project's own, whose report is known from before the work. */

const TASK = { title: "Double", task: "Make `double` double its number." };

const inUnittest: Scene = {
  files: {
    "numbers_app/__init__.py": "",
    "numbers_app/double.py": "def double(n):\n    return n\n",
    "tests/__init__.py": "",
    "tests/test_double.py": `import unittest

from numbers_app.double import double


class TestDouble(unittest.TestCase):
    def test_doubles(self):
        self.assertEqual(double(2), 4)

    def test_doubles_nothing(self):
        self.assertEqual(double(0), 0)
`,
  },
  plan: planOf({ ...TASK, contract: "python3 -m unittest discover -s tests -t ." }),
};
const HONEST_IN_PYTHON = "printf 'def double(n):\\n    return n * 2\\n' > numbers_app/double.py";

const inRuby: Scene = {
  files: {
    "lib/double.rb": "def double(n) = n\n",
    "test/double_test.rb": `require "minitest/autorun"
require "double"
class DoubleTest < Minitest::Test
  def test_doubles = assert_equal(4, double(2))
  def test_doubles_nothing = assert_equal(0, double(0))
end
`,
  },
  plan: planOf({ ...TASK, contract: "ruby -Ilib -Itest test/double_test.rb" }),
};

const rspecModule = (body: string): string => `module Numbers\n  def self.double(n) = ${body}\nend\n`;
const inRspec: Scene = {
  files: {
    "lib/numbers.rb": rspecModule("n"),
    "spec/numbers_spec.rb": `require "numbers"
describe Numbers do
  it("doubles") { expect(Numbers.double(2)).to eq 4 }
  it("doubles nothing") { expect(Numbers.double(0)).to eq 0 }
end
`,
  },
  plan: planOf({ ...TASK, contract: "rspec -Ilib" }),
};
const inRspecWrite = (body: string): string => `cat > lib/numbers.rb <<'RB'\n${rspecModule(body)}RB`;
const HONEST_IN_RUBY = "echo 'def double(n) = n * 2' > lib/double.rb";

const RUN = (report: string) => `import { double } from "../src/double.js";
const checks = { "doubles": () => double(2) === 4, "doubles nothing": () => double(0) === 0 };
const failed = Object.keys(checks).filter((name) => !checks[name]());
const all = Object.keys(checks).length;
for (const name of failed) console.log("wrong: " + name);
console.log(${report});
process.exitCode = failed.length;
`;

/** Nobody but the project knows this runner. */
const inOwnRunner: Scene = {
  files: {
    "package.json": `{ "type": "module", "scripts": { "test": "node checks/run.js" } }\n`,
    "src/double.js": "export const double = (n) => n;\n",
    "checks/run.js": RUN("all - failed.length + ' of ' + all + ' checks passed'"),
  },
  plan: planOf({ ...TASK, contract: "npm test" }),
};

/** The step may change the runner, too. */
const withNewWords: Scene = {
  ...inOwnRunner,
  plan: planOf({
    ...TASK,
    contract: "npm test",
    extra: "\n**files:**\n- change: src/double.js\n- change: checks/run.js\n",
  }),
};

/** Says nothing when all is well, as linters do. */
const inQuietRunner: Scene = {
  ...inOwnRunner,
  files: {
    ...inOwnRunner.files,
    "checks/run.js": RUN("failed.length + ' checks failed'").replace(
      "console.log(failed",
      "if (failed.length > 0) console.log(failed",
    ),
  },
};

/** Keeps the report in a file, and shows it only when something is wrong. */
const inKeptReport: Scene = {
  ...inOwnRunner,
  files: {
    ...inOwnRunner.files,
    "check.sh": "node checks/run.js > /tmp/report.txt || { cat /tmp/report.txt; exit 1; }\n",
  },
  plan: planOf({ ...TASK, contract: "sh check.sh" }),
};

test.each([
  ["unittest", inUnittest, HONEST_IN_PYTHON],
  ["minitest", inRuby, HONEST_IN_RUBY],
  ["rspec", inRspec, inRspecWrite("n * 2")],
  ["a runner of its own", inOwnRunner, HONEST_IN_NODE],
  [
    "a runner that sums up in other words now",
    withNewWords,
    `${HONEST_IN_NODE}
cat > checks/run.js <<'JS'
${RUN("'all ' + all + ' are ok, wrong: ' + failed.length")}JS`,
  ],
  ["a runner that says nothing when all is well", inQuietRunner, HONEST_IN_NODE],
  ["a report that is shown only when something is wrong", inKeptReport, HONEST_IN_NODE],
])("honest work is proven by %s", async (_, scene, script) => {
  const run = await aRun(scene);
  expect(toldAbout(await run.attempt(script))).toMatch(/^proven\n(?:finding .*\n)*proven: passed\n/);
});

const python = (text: string): string => `printf '${text}' > numbers_app/double.py`;
const javascript = (text: string): string => `cat > src/double.js <<'JS'\n${text}\nJS`;

refuses({
  "unittest: os._exit inside a call": {
    scene: inUnittest,
    script: python("import os\\ndef double(n): os._exit(0)\\n"),
    told: ["unverified, no-report"],
  },
  "unittest: os._exit at import": {
    scene: inUnittest,
    script: python("import os\\nos._exit(0)\\n"),
    told: ["unverified, no-report"],
  },
  "unittest: the process becomes another that succeeds": {
    scene: inUnittest,
    script: python('import os\\ndef double(n): os.execv("/bin/true", ["true"])\\n'),
    told: ["unverified, no-report"],
  },
  "unittest: os._exit at the end, by atexit": {
    scene: inUnittest,
    script: python("import atexit, os\\natexit.register(lambda: os._exit(0))\\ndef double(n): return n\\n"),
    told: ["failing: failed, tests, 1 of 2 tests fail, whatever the exit status says"],
  },
  "unittest: a report made up before the end": {
    scene: inUnittest,
    script: python(
      'import os, sys\\nsys.stderr.write("Ran 2 tests in 0.001s\\\\n\\\\nOK\\\\n")\\nsys.stderr.flush()\\nos._exit(0)\\n',
    ),
    told: ["unverified, cannot-fail"],
  },
  "unittest: every test is skipped": {
    scene: inUnittest,
    script: python('import unittest\\ndef double(n): raise unittest.SkipTest("later")\\n'),
    told: ["unverified, no-tests"],
  },
  "minitest: exit! inside a call": {
    scene: inRuby,
    script: "echo 'def double(n) = exit!(0)' > lib/double.rb",
    told: ["unverified, no-report"],
  },
  "rspec: exit! inside a call": {
    scene: inRspec,
    script: inRspecWrite("exit!(0)"),
    told: ["unverified, no-report"],
  },
  "rspec: exit inside a call, which RSpec counts as passed": {
    scene: inRspec,
    script: inRspecWrite("exit(0)"),
    told: ["unverified, no-report"],
  },
  "a runner of its own: ended at import": {
    scene: inOwnRunner,
    script: javascript("process.exit(0);\nexport const double = (n) => n;"),
    told: ["unverified, no-report", "without the work it ends with", "1 of 2 checks passed"],
  },
  "a runner of its own: ended inside a call": {
    scene: inOwnRunner,
    script: javascript("export const double = () => process.exit(0);"),
    told: ["unverified, no-report"],
  },
  "a runner of its own: talks, and ends before the report": {
    scene: inOwnRunner,
    script: javascript('export const double = () => { console.log("doubling"); process.exit(0); };'),
    told: ["unverified, no-report"],
  },
});
