/**
 * What a file is for, by its name alone: a table of well-known names, read from the top; the first row that fits wins.
 * A file no row knows is production.
 * - `test` is run by a runner, `test-support` is read by tests: fixtures, snapshots, helpers
 * - `runner-config` says how tests, builds, linters and type checkers run
 * - `auto-loaded` takes effect without being named by anything
 */
export type FileRole =
  | "test"
  | "test-support"
  | "runner-config"
  | "auto-loaded"
  | "lockfile"
  | "ci"
  | "script"
  | "production";

export function roleOfFile(path: string): FileRole {
  return ROWS.find(({ names }) => names.test(path))?.role ?? "production";
}

/** Roles whose files judge the work; they come from the base unless the step says that it changes them. */
export const isJudge = (role: FileRole): boolean => role !== "production" && role !== "script";

export const isTestRole = (role: FileRole): boolean => role === "test" || role === "test-support";

/** Where the product itself lives, so that a file there which a contract runs is what is tested and not the tester. */
export const isInProductionPlace = (path: string): boolean =>
  /^(?:(?:packages|apps|crates|services|libs|modules)\/[^/]+\/)?(?:src|lib|bin|app|cmd|internal|pkg)\//.test(path);

type Row = { role: FileRole; names: RegExp };

/** A row for files of one of these names, in whatever folder. Patterns are anchored at both ends. */
const named = (role: FileRole, ...names: RegExp[]): Row[] =>
  names.map((name) => ({ role, names: new RegExp(`(?:^|/)(?:${name.source})$`, name.flags) }));

/** A row for everything in a folder of one of these names, and for a link put in its place. */
const inside = (role: FileRole, ...folders: RegExp[]): Row[] =>
  folders.map((name) => ({ role, names: new RegExp(`(?:^|/)(?:${name.source})(?:/|$)`, name.flags) }));

const at = (role: FileRole, ...paths: RegExp[]): Row[] => paths.map((names) => ({ role, names }));

const CODE =
  /[cm]?[jt]sx?|vue|svelte|py|rb|php|go|rs|java|kt|kts|scala|groovy|cs|swift|cc|cpp|cxx|c|exs?|pl|lua|sh|bash/.source;
const DATA = /json[c5]?|[cm]?[jt]s|ya?ml|toml/.source;

/** Installed things and left-overs of earlier runs, which tools believe without looking at the sources. */
const LEFT_OVERS: readonly Row[] = [
  ...inside(
    "auto-loaded",
    /node_modules/,
    /site-packages/,
    /[^/]+\.(?:dist|egg)-info/,
    /\.?venv/,
    /__pycache__/,
    /\.yarn/,
    /\.pnpm-store/,
  ),
  ...inside(
    "auto-loaded",
    /\.(?:pytest|mypy|ruff|nox|tox|hypothesis|turbo|parcel)(?:_?cache)?/,
    /target\/(?:debug|release)/,
  ),
  ...named("auto-loaded", /[^/]*\.(?:py[co]|tsbuildinfo)/, /\.(?:eslint|stylelint)cache/),
];

/** Whether a file is what an install, a build or an earlier test run leaves behind, and nobody's work. */
export const isLeftOver = (path: string): boolean => LEFT_OVERS.some(({ names }) => names.test(path));

const ROWS: readonly Row[] = [
  ...LEFT_OVERS,
  ...named("auto-loaded", /[^/]*\.(?:pth|egg-link)/),
  ...named(
    "auto-loaded",
    /(?:site|user)customize\.py/,
    /conftest\.py/,
    /\.pnp\.[cm]?js/,
    /\.pnp\.loader\.mjs/,
    /\.pnpmfile\.c?js/,
  ),
  ...named(
    "auto-loaded",
    /\.(?:npmrc|yarnrc(?:\.yml)?|bunfig\.toml|node-version|nvmrc|python-version|tool-versions|ruby-version)/,
  ),
  ...named(
    "auto-loaded",
    /bunfig\.toml/,
    /mise\.toml/,
    /pip\.(?:conf|ini)/,
    /rust-toolchain(?:\.toml)?/,
    /\.(?:bash|zsh)(?:rc|env|_profile|_login)/,
  ),
  ...named("production", /\.env\.(?:example|sample|template|dist)/),
  ...named(
    "auto-loaded",
    /\.env(?:\..+|rc)?/,
    /\.(?:profile|inputrc|curlrc|netrc|gitattributes|gitmodules|gitconfig|rspec|irbrc|pryrc|coveragerc)/,
  ),
  ...inside("auto-loaded", /\.cargo/, /\.mvn/, /\.bundle/),
  ...at("auto-loaded", /^(?:(?:packages|apps)\/[^/]+\/)?__mocks__(?:\/|$)/),

  ...named(
    "lockfile",
    /package-lock\.json/,
    /npm-shrinkwrap\.json/,
    /yarn\.lock/,
    /pnpm-lock\.yaml/,
    /bun\.lockb?/,
    /deno\.lock/,
  ),
  ...named(
    "lockfile",
    /(?:poetry|uv|pdm|Cargo|composer|mix|flake|Gemfile|Pipfile|gradle|buildscript-gradle|Package|Podfile|pixi)\.(?:lock|lockfile|resolved)/,
  ),
  ...named(
    "lockfile",
    /go\.(?:sum|work\.sum)/,
    /(?:requirements|constraints)[\w.-]*\.(?:txt|in)/,
    /verification-metadata\.xml/,
  ),
  ...at("lockfile", /(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/, /(?:^|\/)vendor\/modules\.txt$/),

  ...inside("ci", /\.github\/(?:workflows|actions)/, /\.(?:circleci|buildkite|husky|woodpecker|gitea|forgejo|ci)/),
  ...named(
    "ci",
    /\.?(?:gitlab-ci|travis|appveyor|drone|cirrus|azure-pipelines|bitbucket-pipelines|cloudbuild|codecov|woodpecker)\.ya?ml/,
  ),
  ...named("ci", /Jenkinsfile(?:\..+)?/, /\.pre-commit-config\.yaml/, /\.?lefthook\.ya?ml/, /buildspec\.ya?ml/),

  // JavaScript and TypeScript: runners, bundlers, transformers, linters.
  ...named(
    "runner-config",
    /package\.json/,
    /(?:ts|js)config(?:[.-][\w.-]+)?\.json/,
    /deno\.jsonc?/,
    /pnpm-workspace\.yaml/,
    /(?:lerna|nx|turbo|project|workspace)\.json/,
  ),
  ...named(
    "runner-config",
    /(?:vite|vitest|jest|ava|playwright|cypress|karma|wdio|nightwatch|mocha|tap|babel|swc|rollup|rolldown|webpack|esbuild|tsup|tsdown|postcss|next|nuxt|svelte|astro|metro|eslint|prettier|stylelint|knip|c8|nyc|stryker|web-test-runner|commitlint|lint-staged|tailwind|rspack|rsbuild)[\w.-]*\.(?:config|conf|workspace|setup|projects)(?:\.[\w-]+)*\.(?:[cm]?[jt]s|json[c5]?)/,
    /(?:vitest|jest)[.-](?:workspace|setup|global|globals|preset|environment|projects|resolver|transform)[\w.-]*/,
    /(?:karma|wdio|protractor|nightwatch|intern)(?:[.-]\w+)*\.?(?:conf|json)?\.[cm]?[jt]s(?:on)?/,
    /(?:setup-?tests?|test-?setup|setup-?env|global-?(?:setup|teardown))(?:[.-]\w+)*\.[cm]?[jt]sx?/i,
  ),
  ...named(
    "runner-config",
    new RegExp(
      `\\.(?:mocha|nyc|c8|tap|babel|swc|eslint|prettier|stylelint|jshint|jest|ava|taprc|mocharc|istanbul|lintstaged|commitlint|markdownlint)(?:rc)?(?:\\.(?:${DATA}))?`,
    ),
  ),
  ...named(
    "runner-config",
    /\.(?:eslint|prettier|stylelint|nycignore|biome)ignore/,
    /biome\.jsonc?/,
    /\.?oxlint(?:rc)?\.json/,
    /tslint\.json/,
    /mocha\.opts/,
    /tsup\.config\.json/,
    /import-?map\.json/,
  ),

  // Python.
  ...named(
    "runner-config",
    /\.?pytest\.(?:ini|toml)/,
    /tox\.(?:ini|toml)/,
    /setup\.(?:cfg|py)/,
    /pyproject\.toml/,
    /noxfile\.py/,
    /Pipfile/,
    /MANIFEST\.in/,
    /dodo\.py/,
    /tasks\.py/,
    /fabfile\.py/,
  ),
  ...named(
    "runner-config",
    /\.?(?:mypy|pylint|flake8|ruff|isort|bandit|pyrightconfig|basedpyrightconfig|ty)(?:rc)?(?:\.(?:ini|toml|cfg|json))?/,
    /environment\.ya?ml/,
  ),

  // Go, Rust, C and C++, make and its relatives.
  ...named(
    "runner-config",
    /go\.(?:mod|work)/,
    /\.golangci\.(?:ya?ml|toml|json)/,
    /Cargo\.toml/,
    /build\.rs/,
    /(?:\.?clippy|\.?rustfmt|\.?nextest|deny|tarpaulin)\.toml/,
  ),
  ...inside("runner-config", /\.config\/nextest\.toml/),
  ...named(
    "runner-config",
    /(?:GNU)?[Mm]akefile(?:\.\w+)?/,
    /[^/]*\.(?:mk|mak|make)/,
    /CMakeLists\.txt/,
    /[^/]*\.cmake/,
    /CMakePresets\.json/,
    /CTest\w*\.\w+/,
    /meson(?:_options|\.options|\.build)?(?:\.txt)?/,
  ),
  ...named(
    "runner-config",
    /\.?[Jj]ustfile/,
    /[^/]*\.just/,
    /[Tt]askfile(?:\.dist)?\.ya?ml/,
    /BUILD(?:\.bazel)?/,
    /WORKSPACE(?:\.bazel)?/,
    /MODULE\.bazel/,
    /\.bazelrc/,
    /SConstruct/,
    /magefile\.go/,
    /configure(?:\.ac)?/,
    /\.clang-tidy/,
  ),

  // JVM, Ruby, PHP, .NET, Elixir, Swift.
  ...named(
    "runner-config",
    /pom\.xml/,
    /[^/]*\.gradle(?:\.kts)?/,
    /gradle\.properties/,
    /build\.(?:sbt|xml)/,
    /gradlew(?:\.bat)?/,
    /mvnw(?:\.cmd)?/,
    /testng\.xml/,
    /junit-platform\.properties/,
    /libs\.versions\.toml/,
  ),
  ...inside("runner-config", /gradle\/wrapper/, /buildSrc/),
  ...named(
    "runner-config",
    /Rakefile/,
    /Gemfile/,
    /[^/]*\.gemspec/,
    /\.rubocop(?:_todo)?\.yml/,
    /\.simplecov/,
    /phpunit(?:\.\w+)*\.xml(?:\.dist)?/,
    /phpstan\.neon(?:\.dist)?/,
    /composer\.json/,
    /phpcs\.xml/,
    /psalm\.xml/,
  ),
  ...named(
    "runner-config",
    /[^/]*\.(?:csproj|fsproj|sln|runsettings)/,
    /Directory\.Build\.(?:props|targets)/,
    /global\.json/,
    /mix\.exs/,
    /Package\.swift/,
  ),

  // Words about tests are no tests, but what tests read is, whatever its ending.
  ...inside(
    "test-support",
    /__snapshots__/,
    /__fixtures__/,
    /__mocks__/,
    /testdata/,
    /test-?data/i,
    /(?:test|spec)-?fixtures?/i,
    /(?:tests?|spec|__tests__|e2e|cypress)\/(?:.*\/)?(?:fixtures?|goldens?|snapshots?|support|data|expected)/,
  ),
  ...named(
    "test-support",
    /[^/]*\.(?:snap|ambr|approved\.\w+|golden|cassette)/,
    /(?:spec|test|rails)_helper\.rb/,
    /(?:test|spec)[-_]?(?:utils?|helpers?|support|kit|lib|common|bootstrap)(?:[.-]\w+)*\.\w+/i,
    /[^/]*\.(?:testkit|testsuite|fixtures?)\.[cm]?[jt]sx?/,
  ),
  ...at("production", /^src\/main\//, /\.(?:md|mdx|rst|adoc)$/i),
  ...named(
    "test",
    new RegExp(`.+[._-](?:test|spec|tests|e2e|cy|int-test|bench)\\.(?:${CODE})`),
    new RegExp(`test[_-].*\\.(?:${CODE})`),
    new RegExp(`tests?\\.(?:${CODE})`),
  ),
  ...named(
    "test",
    /.+(?:Test|Tests|TestCase|Spec|IT)\.(?:java|kt|scala|groovy|php|cs|swift|cc|cpp)/,
    /[^/]*\.(?:feature|bats)/,
    /t\/(?:.*\/)?[^/]*\.t/,
  ),
  ...at(
    "test",
    /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\/(?:.*\/)?[^/]+\.(?:[cm]?[jt]sx?)$/i,
    /(?:^|\/)tests\/[^/]+\.rs$/,
  ),
  ...at("test-support", new RegExp(`(?:^|/)specs?/(?:.*/)?[^/]+\\.(?:${CODE})$`)),
  ...inside(
    "test-support",
    /tests?/i,
    /__tests__/,
    /e2e/,
    /cypress/,
    /test[-_](?:utils?|helpers?|support|kit|lib|common)/i,
  ),

  // Only protected where a contract runs them: a script may as well be the product.
  ...named("script", /[^/]*\.(?:sh|bash|zsh|fish|ps1|bat|cmd|awk|sed)/),
  ...inside("script", /scripts?/, /tools?/, /hack/, /ci/, /build-?(?:tools|scripts)/),
  ...at(
    "script",
    new RegExp(
      `^(?!(?:.*/)?(?:src|lib|bin|app|cmd|internal|pkg)/)(?:.*/)?(?:run[-_]?)?(?:check|checks|verify|validate|smoke|lint|acceptance|ci)(?=[-_.])[\\w.-]*\\.(?:${CODE})$`,
    ),
  ),
];
