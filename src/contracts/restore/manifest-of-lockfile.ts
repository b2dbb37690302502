/** The files whose change makes a tool rewrite a lockfile, by the lockfile's name. Empty for any other file. */
export function manifestsOf(lockfile: string): readonly string[] {
  return Object.hasOwn(MANIFESTS, lockfile) ? (MANIFESTS[lockfile] ?? []) : [];
}

const NODE = ["package.json", "pnpm-workspace.yaml"];
const PYTHON = ["pyproject.toml"];

const MANIFESTS: Readonly<Record<string, readonly string[]>> = {
  "package-lock.json": NODE,
  "npm-shrinkwrap.json": NODE,
  "yarn.lock": NODE,
  "pnpm-lock.yaml": NODE,
  "bun.lock": NODE,
  "bun.lockb": NODE,
  "deno.lock": ["deno.json", "deno.jsonc", "package.json"],
  "poetry.lock": PYTHON,
  "uv.lock": PYTHON,
  "pdm.lock": PYTHON,
  "Pipfile.lock": ["Pipfile"],
  "requirements.txt": ["requirements.in", "pyproject.toml"],
  "Cargo.lock": ["Cargo.toml"],
  "go.sum": ["go.mod"],
  "go.work.sum": ["go.work", "go.mod"],
  "Gemfile.lock": ["Gemfile"],
  "composer.lock": ["composer.json"],
  "mix.lock": ["mix.exs"],
  "gradle.lockfile": ["build.gradle", "build.gradle.kts"],
  "Package.resolved": ["Package.swift"],
};
