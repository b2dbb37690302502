import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { gitIn } from "../a-checkout.ts";
import { planwright } from "../cli.ts";
import { prerequisite } from "../prerequisite.ts";
import { aHostedRun, type HostedRun } from "./a-hosted-run.ts";
import { personPrograms } from "./person-programs.ts";

const python = prerequisite("python3", spawnSync("python3", ["--version"]).status === 0, "apt-get install python3");
beforeEach((context) => void python(context));

const textOf = (path: string): string => readFileSync(path, "utf8");

const PROJECT = '[project]\nname = "shop"\ndependencies = []\n';

const HANDLER = `def login(connection_seconds, limit=30):
    if connection_seconds > limit:
        raise TimeoutError("login took too long")
    return "welcome"
`;

const FIXED = `import os

SLOW_LIMIT = 120


def login(connection_seconds, limit: int = "30"):
    if connection_seconds > SLOW_LIMIT:
        raise TimeoutError("login took too long")
    return "welcome"
`;

const TIMEOUT_TEST = `from src.auth.handler import login


def test_a_slow_connection_may_log_in():
    assert login(60) == "welcome"
`;

const items = (steps: Readonly<Record<number, readonly object[]>>): string => JSON.stringify({ steps });

const written = (path: string, text: string) => ({ write: { path, text } });

const lines = (count: number): string => Array.from({ length: count }, (_, n) => `Line ${n + 1}.\n`).join("");

/** Every contract says what it should, and the branch says so to whoever looks at it later. */
async function expectDone(hosted: HostedRun, steps: readonly string[]): Promise<void> {
  const { halt } = await hosted.goOn();
  expect(await hosted.happened()).toEqual([...steps, "completed"]);
  expect(halt).toBe("done");
  const audited = planwright(["audit", hosted.run.branch.replace("refs/heads/", "")], hosted.top, {
    PLANWRIGHT_HOME: hosted.home,
  });
  expect(audited.status, audited.stdout + audited.stderr).toBe(0);
}

const through = (...steps: number[]): string[] =>
  steps.flatMap((step) => [`${step}: attempt 1`, `${step}: passed`, `${step}: accepted`]);

/** What a receipt says of a step's contract. */
function receiptOf({ git, run }: HostedRun, step: string) {
  const { predicate } = JSON.parse(git("show", `${run.branch}:.plan/done/${run.plan.id}/receipts/${step}.json`));
  const { sandbox, contracts } = predicate.planwright;
  return {
    result: predicate.result,
    network: sandbox.network,
    base: contracts[0].base.state,
    after: contracts[0].after.state,
  };
}

test("a bug is fixed, and its branch is pushed and has an open pull request before the last contract looks", async () => {
  const programs = personPrograms();
  const example = textOf("examples/fix-auth-timeout.md");
  // The one word that lets the harness publish is a person's to add.
  const plan = example.replace(
    "### 4. Create PR\n\n**target:** coder\n",
    "### 4. Create PR\n\n**target:** coder\n**needs:** publish\n",
  );
  expect(plan).not.toBe(example);
  const hosted = await aHostedRun({
    plan,
    files: {
      "pyproject.toml": PROJECT,
      "src/auth/handler.py": HANDLER,
      "src/auth/middleware.py": "from src.auth.handler import login\n\nhandlers = [login]\n",
      "tests/auth/test_handler.py":
        'from src.auth.handler import login\n\n\ndef test_login():\n    assert login(1) == "welcome"\n',
    },
    script: items({
      1: [
        written("docs/analysis-423.md", lines(12)),
        { say: "Trace the timeout to a limit that is the same for all." },
      ],
      2: [
        [written("tests/auth/test_timeout.py", TIMEOUT_TEST), { say: "All tests pass." }],
        [
          written("src/auth/handler.py", FIXED),
          written("tests/auth/test_timeout.py", TIMEOUT_TEST),
          { say: "Give slow connections more time." },
        ],
      ],
      3: [
        { replace: { path: "src/auth/handler.py", old: "import os\n\n", new: "" } },
        { replace: { path: "src/auth/handler.py", old: '"30"', new: "30" } },
        { say: "Remove what nobody uses." },
      ],
      4: [{ say: "There is nothing left to do." }],
    }),
  });
  const remote = join(hosted.place, "remote.git");
  hosted.git("init", "-q", "--bare", remote);
  hosted.git("remote", "add", "origin", remote);

  await expectDone(hosted, [
    ...through(1),
    "2: attempt 1",
    "2: failed, contract",
    "2: attempt 2",
    "2: passed",
    "2: accepted",
    ...through(3, 4),
  ]);
  const branch = hosted.run.branch.replace("refs/heads/", "");
  expect(gitIn(remote, "rev-parse", branch)).toBe(hosted.git("rev-parse", branch));
  const { [branch]: pull, ...others } = programs.pulls();
  expect(others).toEqual({});
  expect(pull).toMatchObject({ title: "Fix authentication timeout bug (#423)", state: "OPEN" });
  expect(pull?.body).toContain("| 2. Write the fix | proven: uv run pytest tests/auth/ -x, 2 tests, 1 new |");
  expect(hosted.git("log", "-1", "--format=%b", "--grep=^Write the fix", branch)).toContain(
    "> Give slow connections more time.",
  );
  expect(["01", "02", "03", "04"].map((step) => receiptOf(hosted, step))).toEqual([
    { result: "PASSED", network: "none", base: "red", after: "green" },
    { result: "PASSED", network: "none", base: "green", after: "green" },
    { result: "PASSED", network: "none", base: "red", after: "green" },
    { result: "PASSED", network: "host", base: "red", after: "green" },
  ]);
  expect(JSON.stringify(await hosted.events())).not.toContain("stand-in-token");
});

test("a step that only lints goes on where there is nothing to repair", async () => {
  personPrograms();
  const example = textOf("examples/fix-auth-timeout.md");
  const hosted = await aHostedRun({
    plan: example.slice(0, example.indexOf("### 4. Create PR")),
    files: { "pyproject.toml": PROJECT, "src/auth/handler.py": HANDLER },
    script: items({
      1: [written("docs/analysis-423.md", lines(12)), { say: "The limit is the same for all." }],
      2: [
        written("src/auth/handler.py", HANDLER.replace("limit=30", "limit=120")),
        written("tests/auth/test_timeout.py", TIMEOUT_TEST),
        { say: "Give slow connections more time." },
      ],
      3: [{ say: "There is nothing to repair." }],
    }),
  });
  await expectDone(hosted, through(1, 2, 3));
  const accepted = (await hosted.events()).flatMap((event) => (event.type === "step-accepted" ? [event.outcome] : []));
  expect(accepted).toEqual(["proven", "proven", "unchanged"]);
});

const CONFIG = `def read_config(text):
    return dict(line.split("=", 1) for line in text.splitlines())
`;
const APP = `def run(text):
    return read_config(text)["greeting"]
`;

test("a module is extracted, and a reviewer says what they think of it", async () => {
  personPrograms();
  const hosted = await aHostedRun({
    plan: textOf("examples/extract-config.md"),
    files: {
      "pyproject.toml": PROJECT,
      "src/app.py": `${CONFIG}\n\n${APP}`,
      "tests/test_app.py":
        'from src.app import run\n\n\ndef test_greets():\n    assert run("greeting=hello") == "hello"\n',
    },
    script: items({
      1: [written("docs/config-deps.md", "- `read_config`, called by `run`\n"), { say: "Map who needs the settings." }],
      2: [
        written("src/config.py", CONFIG),
        written("src/app.py", `from src.config import read_config\n\n\n${APP}`),
        { say: "Move the settings to a module of their own." },
      ],
      3: [written("docs/review-config-extract.md", "APPROVED: nothing else has changed.\n"), { say: "Approve it." }],
    }),
  });
  await expectDone(hosted, through(1, 2, 3));
  expect(hosted.git("show", `${hosted.run.branch}:src/config.py`)).toBe(CONFIG.trim());
});

const fetches = (library: string, name: string): string =>
  `import ${library}\n\n\ndef ${name}(url):\n    return ${library}.get(url)\n`;

/** Two files use the old library, and each has a test. */
const MIGRATION = {
  files: {
    "pyproject.toml": '[project]\nname = "shop"\ndependencies = ["requests"]\n',
    "requirements.txt": "requests\n",
    "src/fetch.py": fetches("requests", "fetch"),
    "src/report.py": fetches("requests", "report"),
    "tests/test_fetch.py":
      'from src.fetch import fetch\n\n\ndef test_fetch():\n    assert fetch("there").endswith(" there")\n',
    "tests/test_report.py":
      'from src.report import report\n\n\ndef test_report():\n    assert report("here").endswith(" here")\n',
  },
  script: items({
    1: [
      {
        run: "mkdir -p docs && grep -rl 'import requests' src | sort | sed 's/^/- /' > docs/requests-inventory.md",
        must: true,
      },
      { say: "List who uses requests." },
    ],
    2: [
      { replace: { path: "pyproject.toml", old: '["requests"]', new: '["requests", "httpx"]' } },
      { run: "uv sync", must: true },
      { say: "Add httpx." },
    ],
    3: [written("src/fetch.py", fetches("httpx", "fetch")), { say: "Migrate the fetchers." }],
    4: [written("src/report.py", fetches("httpx", "report")), { say: "Migrate the reporters." }],
    5: [
      { replace: { path: "pyproject.toml", old: '["requests", "httpx"]', new: '["httpx"]' } },
      { run: "uv sync", must: true },
      { say: "Remove requests." },
    ],
  }),
};

function expectMigrated({ git, run }: HostedRun): void {
  expect(git("show", `${run.branch}:src/fetch.py`)).toBe(fetches("httpx", "fetch").trim());
  expect(git("show", `${run.branch}:src/report.py`)).toBe(fetches("httpx", "report").trim());
}

test("a library is replaced batch by batch, in a plan whose template somebody has written out", async () => {
  personPrograms();
  const plan = textOf("test/fixtures/plans/requests-to-httpx-expanded.md");
  const hosted = await aHostedRun({ plan, ...MIGRATION });
  await expectDone(hosted, through(1, 2, 3, 4, 5));
  expectMigrated(hosted);
});

/** Writes a step for each file that the inventory it is shown lists, and has nothing to say to work that has passed. */
const BATCHING = `prompt=$(cat)
case $prompt in
  *"Write the steps that it stands for"*)
    sed -nE 's/^- (src\\/([a-z]+)\\.py)$/{"title": "Migrate \\2", "what": "Migrate \\1.", "how": null}/p' <<< "$prompt" |
      paste -sd, | sed 's/.*/{"steps": [&]}/' ;;
  *) echo '{"told": "nothing to change"}' ;;
esac
`;

test("a library is replaced batch by batch, in steps that a planner writes from the inventory", async () => {
  personPrograms();
  const hosted = await aHostedRun({ plan: textOf("examples/requests-to-httpx.md"), ...MIGRATION, planner: BATCHING });
  const reviewed = (...steps: number[]): string[] =>
    steps.flatMap((step) => [`${step}: attempt 1`, `${step}: passed`, `${step}: reviewed`, `${step}: accepted`]);
  expect((await hosted.goOn()).halt).toBe("waiting");
  expect((await hosted.question()).context.join("\n")).toContain("proposed: 4. Migrate report\nMigrate src/report.py.");
  await hosted.answer("accept");
  await expectDone(hosted, [
    ...reviewed(1, 2),
    ...["3–N: expanded", "3–N: asked, template", "3–N: answered, accept", "3–N: revised"],
    ...reviewed(3, 4, 5),
  ]);
  expectMigrated(hosted);
  // Each of the new steps is proven by the contract of the template, as it stands in the example.
  for (const step of ["03", "04"]) {
    const receipt = hosted.git("show", `${hosted.run.branch}:.plan/done/${hosted.run.plan.id}/receipts/${step}.json`);
    expect(JSON.parse(receipt).predicate.planwright.contracts[0].command).toBe("uv run pytest tests/ -x --timeout=60");
  }
});
