/** One way in which repositories install what they need. */
export type PackageManager = {
  /** Of each kind, the first that a repository uses is the one that counts. */
  kind: "node" | "python" | "rust" | "go" | "ruby" | "php";
  lockfile: string;
  /** Other files at the top that decide what is installed, where they exist. */
  manifests: readonly string[];
  /** The program that must be there. */
  tool: string;
  command: string;
  layers: readonly string[];
  /** How a script of package.json is started. */
  script?: string;
  /** Whether it holds for a repository with these files at all; yes where nothing is said. */
  fits?: (paths: ReadonlySet<string>) => boolean;
};

const NODE = { kind: "node", manifests: ["package.json", ".npmrc"], layers: ["node_modules"] } as const;
const PYTHON = { kind: "python", manifests: ["pyproject.toml"], layers: [".venv"] } as const;

const isBerry = (paths: ReadonlySet<string>): boolean => paths.has(".yarnrc.yml");

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
];
