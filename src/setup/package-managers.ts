/** One way in which repositories install what they need. */
export type PackageManager = {
  /** Of each kind, the first that a repository uses is the one that counts. */
  kind: "node" | "python" | "rust" | "go" | "ruby" | "php" | "perl";
  lockfile: string;
  /** Other files at the top that decide what is installed, where they exist. */
  manifests: readonly string[];
  /** The program that must be there. */
  tool: string;
  command: string;
  /** The same by the text of the lockfile, where that matters. */
  commandFor?: (text: string) => string;
  layers: readonly string[];
  /** How a script of package.json is started. */
  script?: string;
  /** Whether it holds for a repository with these files at all; yes where nothing is said. */
  fits?: (paths: ReadonlySet<string>, text: string) => boolean;
};

const NODE = { kind: "node", manifests: ["package.json", ".npmrc"], layers: ["node_modules"] } as const;
const PYTHON = { kind: "python", manifests: ["pyproject.toml"], layers: [".venv"] } as const;

const isBerry = (paths: ReadonlySet<string>): boolean => paths.has(".yarnrc.yml");

/** The package itself as it lies in the tree, with what its tests need: extras and groups have no fixed names. */
function editableInstall(text: string): string {
  const among = (table: string): string[] =>
    keysIn(table, text).filter((name) => /^(?:tests?|testing|dev)$/.test(name));
  const extras = among("project.optional-dependencies");
  const groups = among("dependency-groups").map((name) => ` --group ${name}`);
  const runsPytest = /^\[tool\.pytest\b/m.test(text) && !/["']pytest\b/.test(text);
  const what = extras.length > 0 ? `'.[${extras.join(",")}]'` : ".";
  return `python3 -m venv .venv && .venv/bin/pip install -e ${what}${groups.join("")}${runsPytest ? " pytest" : ""}`;
}

/** The keys of one table of a TOML file. */
function keysIn(table: string, text: string): string[] {
  const [, rest = ""] = text.split(`\n[${table}]\n`);
  const [own = ""] = rest.split(/^\[/m);
  return [...own.matchAll(/^["']?([\w-]+)["']?\s*=/gm)].map(([, key = ""]) => key);
}

/** Whether the tree itself has what would be installed here. */
const hasFolder = (paths: ReadonlySet<string>, folder: string): boolean =>
  [...paths].some((path) => path.startsWith(`${folder}/`));

export const PACKAGE_MANAGERS: readonly PackageManager[] = [
  { ...NODE, lockfile: "package-lock.json", tool: "npm", command: "npm ci", script: "npm run" },
  { ...NODE, lockfile: "npm-shrinkwrap.json", tool: "npm", command: "npm ci", script: "npm run" },
  { ...NODE, lockfile: "pnpm-lock.yaml", tool: "pnpm", command: "pnpm install --frozen-lockfile", script: "pnpm run" },
  {
    ...NODE,
    ...{ lockfile: "yarn.lock", tool: "yarn", command: "yarn install --immutable", script: "yarn run" },
    manifests: ["package.json", ".yarnrc.yml"],
    fits: isBerry,
  },
  { ...NODE, lockfile: "yarn.lock", tool: "yarn", command: "yarn install --frozen-lockfile", script: "yarn run" },
  { ...NODE, lockfile: "bun.lock", tool: "bun", command: "bun install --frozen-lockfile", script: "bun run" },
  { ...NODE, lockfile: "bun.lockb", tool: "bun", command: "bun install --frozen-lockfile", script: "bun run" },
  { ...PYTHON, lockfile: "uv.lock", tool: "uv", command: "uv sync --frozen" },
  { ...PYTHON, lockfile: "poetry.lock", tool: "poetry", command: "poetry install --no-interaction" },
  {
    ...PYTHON,
    ...{ lockfile: "requirements.txt", tool: "python3", manifests: ["requirements-dev.txt"] },
    command: "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt",
  },
  {
    ...PYTHON,
    ...{ lockfile: "pyproject.toml", tool: "python3", manifests: ["setup.py", "setup.cfg"] },
    ...{ command: editableInstall(""), commandFor: editableInstall },
    fits: (_, text) => /^\[(?:project|build-system)\]/m.test(text),
  },
  {
    // What `cargo fetch` downloads lies in a home that contracts do not see, so the crates are put beside the code.
    ...{ kind: "rust", lockfile: "Cargo.lock", manifests: ["Cargo.toml"], tool: "cargo", layers: [".cargo", "vendor"] },
    command: "mkdir .cargo && cargo vendor --locked > .cargo/config.toml",
    fits: (paths) => !hasFolder(paths, ".cargo") && !hasFolder(paths, "vendor"),
  },
  {
    // The same holds for `go mod download`.
    ...{ kind: "go", lockfile: "go.sum", manifests: ["go.mod"], tool: "go", layers: ["vendor"] },
    command: "go mod vendor",
    fits: (paths) => !hasFolder(paths, "vendor"),
  },
  {
    ...{ kind: "ruby", lockfile: "Gemfile.lock", manifests: ["Gemfile"], tool: "bundle", layers: [".bundle"] },
    command: "bundle config set --local path .bundle/gems && bundle install",
    fits: (paths) => !hasFolder(paths, ".bundle"),
  },
  {
    ...{ kind: "php", lockfile: "composer.lock", manifests: ["composer.json"], tool: "composer", layers: ["vendor"] },
    command: "composer install --no-interaction",
    fits: (paths) => !hasFolder(paths, "vendor"),
  },
  {
    ...{ kind: "perl", lockfile: "cpanfile.snapshot", manifests: ["cpanfile"], tool: "carton", layers: ["local"] },
    command: "carton install --deployment",
    fits: (paths) => !hasFolder(paths, "local"),
  },
  {
    ...{ kind: "perl", lockfile: "cpanfile", manifests: ["Makefile.PL"], tool: "cpanm", layers: ["local"] },
    command: "cpanm --notest --local-lib-contained local --installdeps .",
    fits: (paths) => !hasFolder(paths, "local"),
  },
];
