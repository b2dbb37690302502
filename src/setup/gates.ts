/** Commands that judge a whole repository, by the names that plans and roles use for them. */
export type Gates = { test?: string; lint?: string; types?: string };

export type GateScene = {
  paths: ReadonlySet<string>;
  /** The text of a file at the top; null where there is none. */
  read(path: string): string | null;
  /** How a script of package.json is started, and what stands before a program of the virtual environment. */
  script: string;
  environment: string;
  /** The folders that a set-up fills. */
  layers: readonly string[];
};

/** Where several sources know a gate, the one that is nearest to the code's own tools gives its command. */
export const gatesOf = (scene: GateScene): Gates => ({
  ...makeTargets(scene),
  ...go(scene),
  ...cargo(scene),
  ...perl(scene),
  ...rake(scene),
  ...pythonTools(scene),
  ...packageScripts(scene),
});

function packageScripts({ read, script }: GateScene): Gates {
  const scripts = scriptsIn(read("package.json"));
  const started = (names: readonly string[]): string | undefined =>
    names.filter((name) => isCommand(scripts[name])).map((name) => `${script} ${name}`)[0];
  return known({
    test: started(["test"])?.replace(/^(npm|pnpm|yarn) run test$/, "$1 test"),
    lint: started(["lint"]),
    types: started(["typecheck", "type-check", "types", "check-types", "tsc"]),
  });
}

/** What `npm init` writes is no test. */
const isCommand = (script: unknown): boolean => typeof script === "string" && !script.includes("no test specified");

function scriptsIn(text: string | null): Record<string, unknown> {
  try {
    const { scripts } = JSON.parse(text ?? "{}") as { scripts?: unknown };
    return typeof scripts === "object" && scripts !== null ? { ...scripts } : {};
  } catch {
    return {};
  }
}

function pythonTools({ paths, read, environment }: GateScene): Gates {
  const settings = read("pyproject.toml") ?? "";
  const has = (tool: string): boolean => new RegExp(`^\\[tool\\.${tool}[.\\]]`, "m").test(settings);
  const tool = (name: string, rest = ""): string => `${environment}${name}${rest}`;
  return known({
    test: has("pytest") || paths.has("pytest.ini") || paths.has("conftest.py") ? tool("pytest") : undefined,
    lint: has("ruff") || paths.has("ruff.toml") ? tool("ruff", " check .") : undefined,
    types: has("mypy") || paths.has("mypy.ini") ? tool("mypy", " .") : has("pyright") ? tool("pyright") : undefined,
  });
}

const cargo = ({ paths }: GateScene): Gates =>
  paths.has("Cargo.toml") ? { test: "cargo test", lint: "cargo clippy -- -D warnings", types: "cargo check" } : {};

const go = ({ paths }: GateScene): Gates =>
  paths.has("go.mod") ? { test: "go test ./...", lint: "go vet ./..." } : {};

/** Compiled parts must be built first; what is installed for the tests lies in `local`. */
function perl({ paths, layers }: GateScene): Gates {
  const all = [...paths];
  if (!all.some((path) => /^t\/.+\.t$/.test(path))) return {};
  const local = layers.includes("local") ? " -I local/lib/perl5" : "";
  const isCompiled = paths.has("Makefile.PL") && all.some((path) => path.endsWith(".xs"));
  return { test: isCompiled ? `perl Makefile.PL && make && prove -br${local} t` : `prove -lr${local} t` };
}

function rake({ paths, read }: GateScene): Gates {
  const text = read("Rakefile") ?? "";
  const rake = paths.has("Gemfile") ? "bundle exec rake" : "rake";
  const has = (task: string, maker: string): boolean =>
    new RegExp(`^\\s*(?:${maker}\\b|task[ (]+(?::${task}\\b|${task}:|["']${task}["']))`, "m").test(text);
  const test = TASKS.find(([task, maker]) => has(task, maker))?.[0];
  return known({
    test: test && (test === "default" ? rake : `${rake} ${test}`),
    lint: has("rubocop", "RuboCop::RakeTask") ? `${rake} rubocop` : undefined,
    types: undefined,
  });
}

const TASKS = [
  ["test", "(?:Rake|Minitest)::TestTask"],
  ["spec", "RSpec::Core::RakeTask"],
  ["default", "task default"],
] as const;

function makeTargets({ read }: GateScene): Gates {
  const text = read("Makefile") ?? "";
  const made = (...targets: string[]): string | undefined => {
    const target = targets.find((name) => new RegExp(`^${name}\\s*:(?!=)`, "m").test(text));
    return target && `make ${target}`;
  };
  return known({ test: made("test", "check"), lint: made("lint"), types: made("typecheck", "types") });
}

/** Without the names that have no command. */
const known = (gates: Record<keyof Gates, string | undefined>): Gates =>
  Object.fromEntries(Object.entries(gates).filter(([, command]) => command !== undefined));
