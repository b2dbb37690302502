import { describe, expect, test } from "vitest";
import { detect, type Look } from "./detect.ts";

const look = (files: Record<string, string>, changes: Partial<Look> = {}): Look => ({
  paths: Object.keys(files),
  read: (path) => files[path] ?? null,
  ignored: [],
  which: (tool) => `/usr/bin/${tool}`,
  ...changes,
});
const of = (...paths: string[]): Record<string, string> => Object.fromEntries(paths.map((path) => [path, ""]));

describe("a lockfile says what to install, and where it lies", () => {
  test.each([
    ["package-lock.json", "npm ci", ["node_modules"]],
    ["npm-shrinkwrap.json", "npm ci", ["node_modules"]],
    ["pnpm-lock.yaml", "pnpm install --frozen-lockfile", ["node_modules"]],
    ["yarn.lock", "yarn install --frozen-lockfile", ["node_modules"]],
    ["bun.lock", "bun install --frozen-lockfile", ["node_modules"]],
    ["bun.lockb", "bun install --frozen-lockfile", ["node_modules"]],
    ["uv.lock", "uv sync --frozen", [".venv"]],
    ["poetry.lock", "poetry install --no-interaction", [".venv"]],
    ["requirements.txt", "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt", [".venv"]],
    ["Cargo.lock", "mkdir .cargo && cargo vendor --locked > .cargo/config.toml", [".cargo", "vendor"]],
    ["go.sum", "go mod vendor", ["vendor"]],
    ["Gemfile.lock", "bundle config set --local path .bundle/gems && bundle install", [".bundle"]],
    ["composer.lock", "composer install --no-interaction", ["vendor"]],
    ["cpanfile.snapshot", "carton install --deployment", ["local"]],
    ["cpanfile", "cpanm --notest --local-lib-contained local --installdeps .", ["local"]],
  ])("%s", (lockfile, command, layers) => {
    expect(detect(look(of(lockfile, "src/a"))).workspace).toEqual({
      setup: [command],
      lockfiles: [lockfile],
      layers,
      copy: [],
      caches: [],
    });
  });

  test("yarn.lock, which newer versions of yarn install in another way", () => {
    const { workspace } = detect(look(of("yarn.lock", ".yarnrc.yml", "package.json")));
    expect(workspace).toMatchObject({
      setup: ["yarn install --immutable"],
      lockfiles: ["yarn.lock", "package.json", ".yarnrc.yml"],
    });
  });

  test("and what else decides is named with it", () => {
    const { workspace } = detect(look(of("package-lock.json", "package.json", ".npmrc", "packages/a/package.json")));
    expect(workspace?.lockfiles).toEqual(["package-lock.json", "package.json", ".npmrc"]);
  });
});

describe("a pyproject.toml without a lockfile", () => {
  const setup = (text: string, ...others: string[]) =>
    detect(look({ "pyproject.toml": text, ...of(...others) })).workspace?.setup ?? null;
  const PROJECT = '[project]\nname = "a"\n';

  test.each([
    ["installs the package as it lies there", PROJECT, "-e ."],
    [
      "brings what tests need",
      `${PROJECT}[project.optional-dependencies]\ndocs = []\ntest = ["pytest"]\n[tool.x]\ndev = 1\n`,
      "-e '.[test]'",
    ],
    ["brings groups, too", `${PROJECT}\n[dependency-groups]\ndev = ["pytest>=8"]\n`, "-e . --group dev"],
    ["brings the pytest that it sets up", `${PROJECT}\n[tool.pytest.ini_options]\n`, "-e . pytest"],
  ])("%s", (_, text, rest) => {
    expect(setup(text)).toEqual([`python3 -m venv .venv && .venv/bin/pip install ${rest}`]);
  });

  test("is not installed where a lockfile is, nor where it only sets tools up", () => {
    expect(setup(PROJECT, "uv.lock")).toEqual(["uv sync --frozen"]);
    expect(setup("[tool.ruff]\n")).toBeNull();
  });
});

describe("a package.json without a lockfile", () => {
  const needs = (more: object): string => JSON.stringify({ devDependencies: { vitest: "4" }, ...more });

  test.each([
    ["is installed in the checkout", needs({}), "npm install"],
    ["is installed by the manager that it names", needs({ packageManager: "pnpm@10.1.0" }), "pnpm install"],
    ["that needs nothing needs no command", JSON.stringify({ scripts: { test: "node --test" } }), null],
    ["that nobody can read needs none either", "{", null],
  ])("%s", (_, text, command) => {
    expect(detect(look({ "package.json": text }))).toMatchObject({ workspace: null, unlocked: command });
  });

  test("is installed with everything else where there is a set-up, since nothing of the checkout is shown then", () => {
    const { workspace, unlocked } = detect(look({ "package.json": needs({}), "requirements.txt": "" }));
    expect(workspace).toMatchObject({
      setup: [expect.stringContaining("pip install"), "npm install"],
      layers: [".venv", "node_modules"],
    });
    expect(unlocked).toBeNull();
  });
});

test.each([
  [
    "of two lockfiles of a kind, the first counts",
    ["yarn.lock", "package-lock.json", "requirements.txt", "uv.lock"],
    ["npm ci", "uv sync --frozen"],
  ],
  ["one that does not lie at the top is another repository's", ["sub/package-lock.json"], null],
  ["what the tree has already is not installed", ["go.sum", "vendor/modules.txt"], null],
  ["nor is anything put where the tree has files", ["Cargo.lock", ".cargo/config.toml"], null],
  ["without a lockfile there is nothing to do", ["package.json", "README.md"], null],
])("%s", (_, paths, setup) => {
  expect(detect(look(of(...paths))).workspace?.setup ?? null).toEqual(setup);
});

test("layers of several tools are named once", () => {
  expect(detect(look(of("go.sum", "composer.lock"))).workspace?.layers).toEqual(["vendor"]);
});

test("says which tools are not installed", () => {
  const which = (tool: string): string | null => (tool === "npm" ? "/usr/bin/npm" : null);
  expect(detect(look(of("package-lock.json", "uv.lock"), { which })).found).toEqual([
    { lockfile: "package-lock.json", tool: "npm", command: "npm ci", isInstalled: true },
    { lockfile: "uv.lock", tool: "uv", command: "uv sync --frozen", isInstalled: false },
  ]);
});

test("an ignored file that tests read is copied, even where nothing is installed", () => {
  const { workspace } = detect(look(of("README.md"), { ignored: [".env.test"] }));
  expect(workspace).toEqual({ setup: [], lockfiles: [], layers: [], copy: [".env.test"], caches: [] });
});

describe("gates", () => {
  const scripts = (scripts: unknown): Record<string, string> => ({ "package.json": JSON.stringify({ scripts }) });

  test.each<[string, Record<string, string>, object]>([
    [
      "are the scripts of package.json",
      scripts({ test: "vitest", lint: "eslint", typecheck: "tsc", build: "vite" }),
      { test: "npm test", lint: "npm run lint", types: "npm run typecheck" },
    ],
    [
      "are started by the package manager in use",
      { ...scripts({ test: "x", lint: "x" }), "pnpm-lock.yaml": "" },
      { test: "pnpm test", lint: "pnpm run lint" },
    ],
    // `bun test` would be bun's own test runner.
    ["are scripts for bun, too", { ...scripts({ test: "x" }), "bun.lock": "" }, { test: "bun run test" }],
    ["are not what npm init writes", scripts({ test: 'echo "Error: no test specified" && exit 1' }), {}],
    ["are not read from what is no package.json", { "package.json": "{" }, {}],
    ["are not read from odd scripts", scripts([7]), {}],
    ["are not read from a null", { "package.json": "null" }, {}],
    [
      "are the tools that pyproject.toml sets up",
      { "pyproject.toml": "[tool.pytest.ini_options]\n[tool.ruff]\n[tool.mypy]\n" },
      { test: "pytest", lint: "ruff check .", types: "mypy ." },
    ],
    [
      "come from the virtual environment where there is one",
      { "uv.lock": "", "pyproject.toml": "[tool.pyright]\n", "conftest.py": "" },
      { test: ".venv/bin/pytest", types: ".venv/bin/pyright" },
    ],
    [
      "are those of cargo",
      { "Cargo.toml": "" },
      { test: "cargo test", lint: "cargo clippy -- -D warnings", types: "cargo check" },
    ],
    ["are those of go", { "go.mod": "" }, { test: "go test ./...", lint: "go vet ./..." }],
    [
      "are targets of make",
      { Makefile: "test := no\ncheck: all\n\techo\nlint :\n\techo\n" },
      { test: "make check", lint: "make lint" },
    ],
    ["are those of a Rakefile", { Rakefile: "Rake::TestTask.new do |t|\nend\n" }, { test: "rake test" }],
    [
      "are those of a Rakefile, with bundler where there is a Gemfile",
      { Rakefile: "RSpec::Core::RakeTask.new(:spec)\nRuboCop::RakeTask.new\ntask default: :spec\n", Gemfile: "" },
      { test: "bundle exec rake spec", lint: "bundle exec rake rubocop" },
    ],
    ["are the default task of rake", { Rakefile: "task default: [:all]\n# task :test\n" }, { test: "rake" }],
    ["are the tests of Perl", { "Makefile.PL": "", "t/a.t": "" }, { test: "prove -lr t" }],
    [
      "of Perl find what is installed for them",
      { cpanfile: "", "t/deep/a.t": "" },
      { test: "prove -lr -I local/lib/perl5 t" },
    ],
    [
      "of Perl build what must be compiled",
      { "Makefile.PL": "", "A.xs": "", "t/a.t": "" },
      { test: "perl Makefile.PL && make && prove -br t" },
    ],
    [
      "of several sources are those nearest to the code",
      { ...scripts({ test: "x" }), "go.mod": "", Makefile: "test:\nlint:\ntypes:\n" },
      { test: "npm test", lint: "go vet ./...", types: "make types" },
    ],
    ["are none where nothing says so", { "README.md": "" }, {}],
  ])("%s", (_, files, gates) => {
    expect(detect(look(files)).gates).toEqual(gates);
  });
});
